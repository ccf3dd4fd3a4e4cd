"""The state of a data folder is told, and nothing in it changes."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.submissions.archives import tree
from tournaments.doctor import data
from tournaments.doctor.findings import Finding, FindingState
from tournaments.storage.address import DATABASE
from tournaments.storage.migrating import newest
from tournaments.storage.store import Store


def kept(folder: Path) -> Path:
    """A data folder with a database of this version."""
    with Store(folder):
        pass
    return folder


def examine(folder: Path) -> Finding:
    return data.examine(folder)[0]


def test_one_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    found = examine(tmp_path / "a" / "b")
    assert (found.state, list(tmp_path.iterdir())) == (FindingState.FINE, [])
    assert "not there yet" in found.found


def test_one_that_is_there_is_counted_and_left_alone(tmp_path: Path) -> None:
    folder = kept(tmp_path / "data")
    before = tree(folder)
    found = examine(folder)
    assert (found.state, found.facts["schema"]) == (FindingState.FINE, newest())
    assert found.found == f"{folder}: 0 tournaments, 0 matches, 0 stored bots"
    assert tree(folder) == before


def test_one_that_is_open_and_being_written_is_fine(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with Store(folder), closing(sqlite3.connect(folder / DATABASE)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        assert examine(folder).state is FindingState.FINE


def change(folder: Path, revision: str) -> None:
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", [revision])
        connection.commit()


def test_an_older_schema_is_fine_and_one_of_a_newer_version_is_not(tmp_path: Path) -> None:
    folder = kept(tmp_path / "data")
    change(folder, "0001")
    found = examine(folder)
    assert (found.state, "brings its schema up to date" in found.found) == (
        FindingState.FINE,
        True,
    )
    change(folder, "9999")
    found = examine(folder)
    assert (found.state, "newer stych" in found.found) == (FindingState.BROKEN, True)


def test_a_file_in_its_place(tmp_path: Path) -> None:
    file = tmp_path / "data"
    file.write_text("")
    found = examine(file)
    assert (found.state, found.found) == (FindingState.BROKEN, f"{file} is a file")


def test_a_folder_below_a_file(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    found = examine(file / "data")
    assert found.found == f"{file / 'data'} cannot be made: {file} is no folder"
    assert "chmod" not in found.mend


def test_a_database_that_was_begun_and_no_more(tmp_path: Path) -> None:
    (tmp_path / DATABASE).touch()
    found = examine(tmp_path)
    assert (found.state, "nothing in it yet" in found.found) == (FindingState.FINE, True)


def test_a_database_that_is_none(tmp_path: Path) -> None:
    (tmp_path / DATABASE).write_bytes(b"no database at all" * 100)
    found = examine(tmp_path)
    assert (found.state, found.found.count("\n")) == (FindingState.BROKEN, 0)
    assert "cannot be read" in found.found
    assert found.facts["folder"] == str(tmp_path)


def test_a_database_without_its_revision(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / DATABASE)) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
    assert examine(tmp_path).found.endswith("cannot be read: its table alembic_version is empty")


@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_a_database_that_is_no_file(kind: str, tmp_path: Path) -> None:
    place = tmp_path / DATABASE
    if kind == "pipe":
        os.mkfifo(place)
    else:
        place.symlink_to("/dev/zero")
    found = examine(tmp_path)
    assert (found.state, found.found) == (FindingState.BROKEN, f"{place} is no regular file")


def test_a_folder_that_cannot_be_made_whoever_asks() -> None:
    folder, room = data.examine(Path("/proc/stych-data"))
    assert (folder.state, room.state) == (FindingState.BROKEN, FindingState.BROKEN)
    assert "cannot be made" in folder.found
    assert room.mend == "take a folder on a disk"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_to(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    try:
        assert examine(tmp_path).state is FindingState.BROKEN
        assert examine(tmp_path / "below").state is FindingState.BROKEN
    finally:
        tmp_path.chmod(0o755)


@contextmanager
def ordinary() -> Iterator[None]:
    """In the block this process is not root's, since root may look everywhere."""
    if os.geteuid() != 0:
        yield
        return
    os.setresuid(65534, 65534, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)


@pytest.mark.parametrize("name", ["data", "data/below"])
def test_a_folder_below_one_that_may_not_be_searched(tmp_path: Path, name: str) -> None:
    (tmp_path / "private").mkdir(mode=0o000)
    folder = tmp_path / "private" / name
    try:
        with ordinary():
            found = examine(folder)
    finally:
        (tmp_path / "private").chmod(0o700)
    assert found.state is FindingState.BROKEN
    assert found.found.startswith(f"{folder} cannot be looked at: ")
    assert found.found.endswith(" cannot be searched")


def test_a_database_that_is_a_link_to_itself(tmp_path: Path) -> None:
    (tmp_path / DATABASE).symlink_to(DATABASE)
    found = examine(tmp_path)
    assert (found.state, "cannot be looked at" in found.found) == (FindingState.BROKEN, True)


def test_the_disk_is_that_of_the_folder(tmp_path: Path) -> None:
    disk = data.examine(tmp_path / "not" / "there")[1]
    assert disk.facts["folder"] == str(tmp_path)
