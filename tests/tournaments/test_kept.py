"""What commands say of saved results that were changed, and the names of quick series."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from tests.e2e.command import Done, call
from tests.seeds import SEED
from tests.tournaments.cups import play_cup, write_cup
from tournaments.storage.address import DATABASE
from tournaments.storage.store import Store

LIES: dict[str, tuple[str, str]] = {
    "a result": (
        "UPDATE matches SET summary = replace(summary, '[1, 2]', '[2, 1]')",
        "the summary beside its record is not what the record says",
    ),
    "a match taken out": ("DELETE FROM matches WHERE id = '{id}'", "match {id}: it is in the"),
    "a match put in": (
        "INSERT INTO matches SELECT 'beef', tournament, board, summary, faults, record, measured,"
        " checksum FROM matches LIMIT 1",
        "match beef: the journal does not know it",
    ),
    "another record": (
        "UPDATE matches SET record = (SELECT record FROM matches WHERE id <> '{id}' LIMIT 1)"
        " WHERE id = '{id}'",
        "match {id}: its record is not the one in the journal",
    ),
    "no record": (
        "UPDATE matches SET record = x'00' WHERE id = '{id}'",
        "match {id}: its record cannot be unpacked",
    ),
    "an entry of the journal": (
        "UPDATE journal SET entry = replace(entry, '\"boards\":2', '\"boards\":9')",
        "journal: entry 1 (a definition) is not what was chained there",
    ),
    "a summary that is none": (
        "UPDATE matches SET summary = '{' WHERE id = '{id}'",
        "match {id}: the summary beside its record is not what the record says",
    ),
    "a board": (
        "UPDATE matches SET board = 9 WHERE id = '{id}'",
        "match {id}: the board beside its record is not what the record says",
    ),
    "a number of faults": (
        "UPDATE matches SET faults = 1 WHERE id = '{id}'",
        "match {id}: the faults beside its record is not what the record says",
    ),
    "a checksum": (
        "UPDATE matches SET checksum = checksum + 1 WHERE id = '{id}'",
        "match {id}: the packed record and its checksum do not agree",
    ),
    "what was measured": (
        "UPDATE matches SET measured = replace(measured, '2026', '2025') WHERE id = '{id}'",
        "match {id}: its measured part is not what the journal says",
    ),
    "no journal": ("DELETE FROM journal", "journal: there is none, though there are matches"),
    "an entry taken out": ("DELETE FROM journal WHERE number = 2", "journal: entry 2 is miss"),
    "the definition": (
        f"UPDATE tournaments SET definition = replace(definition, '{SEED}', '{SEED[::-1]}')",
        "the definition is not the last one of the journal",
    ),
}


SOME = ("a summary that is none", "a number of faults", "no journal")
"""These lies are tried with every command, the others only with `run` and `table`."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a tournament that was played, beside its data."""
    folder = tmp_path_factory.mktemp("played")
    file = write_cup(folder)
    play_cup(file, folder / "data")
    return file


def changed(played: Path, data: Path, lie: str) -> str:
    """Make a copy of its data with this lie in it; returns what is to be told of it."""
    shutil.copytree(played.parent / "data", data)
    with Store(data) as store:
        first = min(store.played("cup"))
    statement, words = (text.replace("{id}", first) for text in LIES[lie])
    with closing(sqlite3.connect(data / DATABASE)) as database, database:
        assert database.execute(statement).rowcount > 0
    return words


def tells(done: Done, data: Path, file: Path, words: str) -> None:
    """Check that it tells one thing alone: what was changed."""
    assert done.code == 1
    assert done.err.startswith("stych: cup is not as it was saved: ")
    assert words in done.err
    assert done.err.endswith(f"; more: stych --data {data} verify {file}\n")
    assert done.err.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("form", "lie"), [*(("rich", lie) for lie in LIES), *product(("json",), SOME)]
)
def test_a_table_of_what_was_changed_says_so(
    played: Path, tmp_path: Path, lie: str, form: str
) -> None:
    data = tmp_path / "data"
    words = changed(played, data, lie)
    done = call("--data", data, "table", played, "--format", form)
    tells(done, data, played, words)
    assert ("ann" in done.out) == (lie != "a summary that is none")


@pytest.mark.parametrize("lie", SOME)
def test_faults_of_what_was_changed_say_so(played: Path, tmp_path: Path, lie: str) -> None:
    words = changed(played, tmp_path / "data", lie)
    tells(call("--data", tmp_path / "data", "faults", played), tmp_path / "data", played, words)


def contents(data: Path) -> list[str]:
    with closing(sqlite3.connect(data / DATABASE)) as database:
        return list(database.iterdump())


@pytest.mark.parametrize(
    ("command", "lie"),
    [*(("run", lie) for lie in LIES), *product(("host", "report", "export"), SOME)],
)
def test_what_was_changed_is_neither_played_on_nor_given_to_others(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, lie: str
) -> None:
    monkeypatch.chdir(tmp_path)
    file, data = tmp_path / "cup.toml", tmp_path / "data"
    words = changed(played, data, lie)
    before = contents(data)
    remote = '[[entrants]]\nname = "max"\nremote = true\n' * (command == "host")
    file.write_text(played.read_text() + remote)
    more = ["--to", "cup.stych"] if command == "export" else []
    done = call("--data", data, command, file, *more)
    tells(done, data, file, words)
    assert done.out == ""
    assert contents(data) == before
    assert sorted(each.name for each in tmp_path.iterdir()) == ["cup.toml", "data"]


@pytest.mark.parametrize("left", ["matches", "journal", "tournaments"])
def test_a_run_does_not_begin_anew_what_was_removed_in_part(
    played: Path, tmp_path: Path, left: str
) -> None:
    data = tmp_path / "data"
    shutil.copytree(played.parent / "data", data)
    with closing(sqlite3.connect(data / DATABASE)) as database, database:
        for table in {"matches", "journal", "tournaments"} - {left}:
            database.execute(f"DELETE FROM {table}")
    tells(call("--data", data, "run", played), data, played, "")


def test_a_table_of_what_was_not_changed_is_quiet(tmp_path: Path) -> None:
    file, data = write_cup(tmp_path), tmp_path / "data"
    play_cup(file, data, matches=5)
    done = call("--data", data, "table", file)
    assert (done.code, done.err) == (0, "")


def renamed(data: Path, name: str) -> None:
    """Save the tournament cup as if it had been played by the command of that name."""
    with Store(data) as store:
        definition = store.definition("cup")
        assert definition
        records = [replace(each, tournament=name) for each in store.records("cup")]
        store.forget("cup")
        store.define(name, definition)
        store.save(records)


SHOWN: dict[str, Callable[[Path], list[object]]] = {
    "table": lambda _: [],
    "faults": lambda _: [],
    "records": lambda _: [],
    "report": lambda folder: ["--out", folder / "page.html"],
}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["play", "duel"])
@pytest.mark.parametrize("command", SHOWN)
def test_what_a_quick_command_played_goes_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    play_cup(write_cup(tmp_path), tmp_path / "data")
    renamed(tmp_path / "data", name)
    done = call("--data", tmp_path / "data", command, name, *SHOWN[command](tmp_path))
    assert (done.code, done.err) == (0, "")
    assert done.out


def test_a_file_of_such_a_name_goes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_cup(tmp_path).rename("play")
    done = call("--data", tmp_path / "data", "table", "play")
    assert "nothing of the tournament 'cup' was played" in done.err


@pytest.mark.parametrize("command", ["run", "host", "export"])
def test_a_command_that_needs_a_file_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    more = ["--to", "out.stych"] if command == "export" else []
    done = call("--data", tmp_path / "data", command, "play", *more)
    words = "stych: there is no tournament file play; `stych play` needs none\n"
    assert (done.code, done.err) == (2, words)
