"""A data folder that cannot be used is told in one sentence that names it."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import pytest

from referee.errors import UserError
from tests.records.matches import make_record
from tournaments.storage import backend
from tournaments.storage.address import DATABASE
from tournaments.storage.lock import alone, in_turn
from tournaments.storage.store import Store

RECORD = make_record()


@contextmanager
def refusal(*words: str) -> Iterator[None]:
    with pytest.raises(UserError) as caught:
        yield
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert "Errno" not in sentence
    for word in words:
        assert word in sentence


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backend, "BUSY_MS", 50)


def a_file(folder: Path) -> str:
    folder.write_text("hello")
    return "it is a file"


def under_a_file(folder: Path) -> str:
    folder.parent.write_text("hello")
    return "Not a directory"


def no_database(folder: Path) -> str:
    folder.mkdir(parents=True)
    (folder / DATABASE).write_bytes(b"This is a text of some length, and no database. " * 99)
    return "file is not a database"


def a_folder_as_database(folder: Path) -> str:
    (folder / DATABASE).mkdir(parents=True)
    return "unable to open database file"


def of_the_future(folder: Path) -> str:
    with Store(folder):
        pass
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    return "another version of stych"


def of_another_program(folder: Path) -> str:
    folder.mkdir(parents=True)
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        connection.execute("CREATE TABLE bookmarks (place TEXT)")
    return "has tables of another program"


@pytest.mark.parametrize(
    "make",
    [a_file, under_a_file, no_database, a_folder_as_database, of_the_future, of_another_program],
)
def test_what_is_no_data_folder(tmp_path: Path, make: Callable[[Path], str]) -> None:
    folder = tmp_path / "parent" / "data"
    if make is not under_a_file:
        folder.parent.mkdir()
    words = make(folder)
    with refusal(str(folder), words):
        Store(folder)


def test_a_folder_that_cannot_be_made() -> None:
    with refusal("/proc/stych-data"):
        Store(Path("/proc/stych-data"))


def test_a_lock_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / ".cup.lock").mkdir()
    with refusal(str(tmp_path), "cannot be written", "Is a directory"), alone(tmp_path, "cup"):
        pass


def a_pipe(path: Path) -> str:
    os.mkfifo(path)
    return "is a pipe"


def a_link(path: Path) -> str:
    path.symlink_to(path.parent / "another's")
    return "is a link"


@pytest.mark.parametrize("make", [a_pipe, a_link])
@pytest.mark.parametrize("lock", [lambda path: alone(path.parent, "cup"), in_turn])
def test_a_lock_that_is_no_regular_file_is_refused_and_holds_nobody_up(
    tmp_path: Path,
    make: Callable[[Path], str],
    lock: Callable[[Path], AbstractContextManager[None]],
) -> None:
    path = tmp_path / ".cup.lock"
    words = make(path)
    with refusal(str(path), words, "only regular files are written; remove it"), lock(path):
        pass
    assert not (tmp_path / "another's").exists()


@pytest.mark.usefixtures("impatient")
def test_another_program_that_holds_on_to_the_database(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        with closing(sqlite3.connect(tmp_path / DATABASE)) as other:
            other.execute("BEGIN IMMEDIATE")
            with refusal(str(tmp_path), "cannot be written", "locked"):
                store.save([RECORD])
            assert list(store.records("cup")) == []
            with Store(tmp_path) as reader:
                assert list(reader.records("cup")) == []
        store.save([RECORD])
        assert list(store.records("cup")) == [RECORD]


@pytest.mark.usefixtures("impatient")
def test_another_program_that_holds_on_to_a_database_that_has_no_tables_yet(
    tmp_path: Path,
) -> None:
    with closing(sqlite3.connect(tmp_path / DATABASE)) as other:
        other.execute("BEGIN IMMEDIATE")
        with refusal(str(tmp_path), "cannot be used", "locked"):
            Store(tmp_path)
    with Store(tmp_path) as store:
        assert list(store.records("cup")) == []


def test_a_database_that_lost_its_tables(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        with closing(sqlite3.connect(tmp_path / DATABASE)) as other:
            other.execute("DROP TABLE matches")
        with refusal(str(tmp_path), "cannot be read"):
            store.played("cup")
        with refusal(str(tmp_path), "cannot be written"):
            store.save([RECORD])


@pytest.mark.parametrize(
    ("column", "value"),
    [("record", b"no zlib"), ("record", b"x\x9c\x03\x00\x00\x00\x00\x01"), ("measured", "{")],
)
def test_a_damaged_record(tmp_path: Path, column: str, value: object) -> None:
    with Store(tmp_path) as store:
        store.save([RECORD])
        with closing(sqlite3.connect(tmp_path / DATABASE)) as other:
            other.execute(f"UPDATE matches SET {column} = ?", (value,))
            other.commit()
        with refusal(str(tmp_path), "damaged record"):
            list(store.records("cup"))
        with refusal(str(tmp_path), "damaged record"):
            store.record(RECORD.id)


@pytest.mark.parametrize("value", ["", "{", "{}", "3", "[1]", '{"places": 3}'])
def test_a_damaged_summary_or_definition(tmp_path: Path, value: str) -> None:
    with Store(tmp_path) as store:
        store.define("cup", {"boards": 1})
        store.save([RECORD])
        # A definition may be "{}", and "" would mean that there is none: neither counts as damaged.
        definition = value[:1] or "["
        with closing(sqlite3.connect(tmp_path / DATABASE)) as other:
            other.execute("UPDATE matches SET summary = ?", (value,))
            other.execute("UPDATE tournaments SET definition = ?", (definition,))
            other.commit()
        with refusal(str(tmp_path), f"damaged summary of {RECORD.id}"):
            store.summaries("cup")
        with refusal(str(tmp_path), "damaged definition of cup"):
            store.definition("cup")


def test_tables_of_another_program_stay_as_they_are(tmp_path: Path) -> None:
    of_another_program(tmp_path / "data")
    with refusal("a new database must be empty"):
        Store(tmp_path / "data")
    with closing(sqlite3.connect(tmp_path / "data" / DATABASE)) as connection:
        assert list(connection.execute("SELECT name FROM sqlite_master")) == [("bookmarks",)]


def test_an_error_whose_text_is_no_utf8(tmp_path: Path) -> None:
    """SQLite quotes the text in a trigger as the damaged file has it."""
    trigger = "CREATE TRIGGER t BEFORE INSERT ON matches BEGIN SELECT RAISE(ABORT, 'zz'); END"
    damaged = trigger.encode().replace(b"zz", b"\xff\xff")
    with Store(tmp_path), closing(sqlite3.connect(tmp_path / DATABASE)) as other:
        other.execute(trigger)
        other.execute("PRAGMA writable_schema = ON")
        other.execute("UPDATE sqlite_master SET sql = CAST(? AS TEXT) WHERE name = 't'", [damaged])
        other.commit()
    with Store(tmp_path) as store, refusal(str(tmp_path), "cannot be written"):
        store.save([RECORD])
