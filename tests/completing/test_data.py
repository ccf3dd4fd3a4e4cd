"""Completions from a data folder, which is looked at and left as it is."""

import socket
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from referee.rpc.manifest import read_manifest
from tests.completing.asking import offered
from tests.e2e.command import write_bot
from tests.tournaments.cups import play_cup, write_cup
from tournaments.storage import bots, peek
from tournaments.storage.address import ADDRESS, DATABASE
from tournaments.storage.store import Store


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.delenv("STYCH_DATA", raising=False)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with a tournament, the last `stych play`, and three versions of two bots."""
    folder = tmp_path / "data"
    play_cup(write_cup(tmp_path), folder)
    with Store(folder) as store:
        store.define("play", {})
        for name, digest, games in (
            ("thumb", "1", '["fox"]'),
            ("thumb", "2", '["fox", "korist"]'),
            ("first", "3", '["korist"]'),
        ):
            bot = write_bot(tmp_path / f"bot-{digest}", name=f'"{name}"', games=games)
            bots.add(store.database, digest, read_manifest(bot))
    return folder


def ids(data: Path) -> list[str]:
    with Store(data) as store:
        return sorted(store.played("cup"))


def test_match_ids(data: Path) -> None:
    every = ids(data)
    assert offered(f"--data {data} replay ") == every
    assert offered(f"--data {data} record show {every[0]} {every[1][:6]}") == [every[1]]
    assert offered(f"--data={data} replay {every[0]}") == [every[0]]
    assert offered(f"--data {data} ask bot ") == every
    assert offered(f"--data {data} diverge {every[0]} ") == every
    assert offered("replay ") == []


def test_of_many_ids_the_first_and_the_last(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peek, "_MOST", 3)
    every = ids(data)
    assert offered(f"--data {data} replay ") == [*every[:3], every[-1]]


def test_stored_bots_that_play_the_game(data: Path, tmp_path: Path) -> None:
    def stored(line: str) -> list[str]:
        return [each for each in offered(f"--data {data} {line}") if "@" in each]

    assert stored("play fox ") == ["thumb@1", "thumb@2", "thumb@latest"]
    assert stored("duel korist thumb@2 ") == [
        *("first@1", "thumb@2", "first@latest", "thumb@latest"),
    ]
    assert stored("play fox thumb@l") == ["thumb@latest"]
    assert stored("bots --withdraw ") == ["first@1", "thumb@1", "thumb@2"]
    with Store(data) as store:
        bots.withdraw(store.database, bots.versions(store.database)[-1])
    assert stored("play fox ") == ["thumb@1", "thumb@latest"]
    with Store(data) as store:
        bot = write_bot(tmp_path / "bot-4", name='"thumb"', games='["korist"]')
        bots.add(store.database, "4", read_manifest(bot))
    assert stored("play fox ") == ["thumb@1"]


def test_the_last_play_has_a_table(data: Path) -> None:
    assert offered(f"--data {data} table pl") == ["play"]
    assert offered(f"--data {data} table du") == []
    assert offered(f"--data {data} run pl") == []


def test_the_variable_names_the_folder(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STYCH_DATA", str(data))
    assert offered("replay ") == ids(data)
    assert offered("--data elsewhere replay ") == []


def remove(database: Path) -> None:
    database.unlink()


def empty(database: Path) -> None:
    database.write_bytes(b"")


def damage(database: Path) -> None:
    database.write_bytes(b"no database at all" * 100)


def cut_off_the_end(database: Path) -> None:
    database.write_bytes(database.read_bytes()[:4096])


def replace_by_a_folder(database: Path) -> None:
    database.unlink()
    database.mkdir()


def make_newer(database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()


def answer_without_end(database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript(
            "DROP TABLE matches; CREATE VIEW matches (id) AS WITH RECURSIVE count (id) AS"
            " (SELECT 1 UNION ALL SELECT id + 1 FROM count) SELECT id FROM count;"
            "DROP TABLE bots; CREATE VIEW bots (name, number, manifest, withdrawn) AS"
            " SELECT id, 1, '{}', id FROM matches;"
        )


@pytest.mark.slow
@pytest.mark.parametrize(
    "spoil",
    [
        *(remove, empty, damage, cut_off_the_end, replace_by_a_folder, make_newer),
        answer_without_end,
    ],
)
def test_a_folder_that_cannot_be_read_has_none(data: Path, spoil: Callable[[Path], None]) -> None:
    spoil(data / DATABASE)
    before = contents(data)
    assert offered(f"--data {data} replay ") == []
    assert [each for each in offered(f"--data {data} play fox ") if "@" in each] == []
    assert contents(data) == before


def test_a_missing_folder_is_not_made(tmp_path: Path) -> None:
    assert offered(f"--data {tmp_path / 'none'} replay ") == []
    assert not (tmp_path / "none").exists()


def test_nobody_is_waited_for_and_nothing_is_made(data: Path) -> None:
    every, before = ids(data), contents(data)
    assert offered(f"--data {data} replay ") == every
    assert contents(data) == before
    with Store(data) as store, store.database.writing():
        assert offered(f"--data {data} replay ") == every
    with closing(sqlite3.connect(data / DATABASE)) as connection:
        connection.execute("PRAGMA locking_mode=EXCLUSIVE")
        connection.execute("BEGIN IMMEDIATE")
        before = contents(data)
        offered(f"--data {data} replay ")
        assert contents(data) == before


def test_a_server_is_not_asked_and_all_else_is_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its address, by a folder that names it, by the variable: no server is waited for."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        port = server.getsockname()[1]
        address = f"postgresql+psycopg://ann:secret@127.0.0.1:{port}/cups?sslmode=require"
        (tmp_path / ADDRESS).write_text(address)
        monkeypatch.setenv("STYCH_DATA", address)
        for given in (f"--data {address} ", f"--data={address} ", f"--data {tmp_path} ", ""):
            assert offered(f"{given}replay ") == []
            assert offered(f"{given}tab") == ["table"]
            assert offered(f"{given}play f") == ["fox"]
            assert "sample/thumb" in offered(f"{given}duel fox ")
        assert offered(f"--data {address}") == []
        with pytest.raises(BlockingIOError):
            server.accept()
    assert not (tmp_path / "home").exists()


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path): path.read_bytes()
        for path in folder.rglob("*")
        # What writers share of their log changes whenever somebody reads.
        if path.is_file() and not path.name.endswith("-shm")
    }
