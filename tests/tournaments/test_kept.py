"""What is told of results that are kept: of quick series by their names, and when they changed."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tests.e2e.command import call
from tests.seeds import SEED
from tests.tournaments.cups import play_cup, write_cup
from tournaments.storage.database import DATABASE
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
    "the last entry cut off": ("DELETE FROM journal WHERE number = 2", "journal: entry 2 is miss"),
    "the definition": (
        f"UPDATE tournaments SET definition = replace(definition, '{SEED}', '{SEED[::-1]}')",
        "the definition is not the last one of the journal",
    ),
}


@pytest.mark.parametrize("form", ["rich", "json"])
@pytest.mark.parametrize("lie", LIES)
def test_a_table_of_what_was_changed_says_so(tmp_path: Path, lie: str, form: str) -> None:
    file, data = write_cup(tmp_path), tmp_path / "data"
    play_cup(file, data)
    with Store(data) as store:
        first = min(store.played("cup"))
    statement, words = (text.replace("{id}", first) for text in LIES[lie])
    with closing(sqlite3.connect(data / DATABASE)) as database, database:
        assert database.execute(statement).rowcount > 0
    done = call("--data", data, "table", file, "--format", form)
    assert done.code == 1
    assert done.err.startswith("stych: cup is not as it was saved: ")
    assert words in done.err
    assert done.err.endswith(f"; more: stych --data {data} verify {file}\n")
    assert "ann" in done.out


def test_a_table_of_what_was_not_changed_is_quiet(tmp_path: Path) -> None:
    file, data = write_cup(tmp_path), tmp_path / "data"
    play_cup(file, data, matches=5)
    done = call("--data", data, "table", file)
    assert (done.code, done.err) == (0, "")


def renamed(data: Path, name: str) -> None:
    """As if the tournament had been played by the command of that name."""
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
    words = "stych: there is no tournament file play; `stych play` has none, and plays anew\n"
    assert (done.code, done.err) == (2, words)
