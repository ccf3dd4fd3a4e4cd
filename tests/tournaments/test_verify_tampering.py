"""What is changed in a data folder is found; the match, entry or definition is named."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from referee.text import printable
from tests.e2e.command import call
from tests.games.profiles import fast
from tests.tournaments.tampering import Data, copies, ids, problems, sql
from tournaments.storage.address import DATABASE

ANEW = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
"""Every example makes a copy of its own."""
COLUMNS = [
    *[("tournaments", column) for column in ("name", "definition")],
    *[
        ("matches", column)
        for column in (
            *("id", "tournament", "board", "summary", "faults", "record", "measured", "checksum"),
        )
    ],
    *[("journal", column) for column in ("tournament", "number", "entry", "link")],
]


@pytest.fixture
def data(intact: Path, tmp_path: Path) -> Data:
    return copies(intact, tmp_path)


def test_nothing_is_wrong_with_what_was_not_touched(data: Data) -> None:
    assert problems(data()) == []


@pytest.mark.slow
@pytest.mark.parametrize(("table", "column"), COLUMNS)
@settings(fast(15), suppress_health_check=ANEW)
@given(where=st.data())
def test_a_changed_byte_in_any_column(
    data: Data, table: str, column: str, where: st.DataObject
) -> None:
    folder = data()
    own = "name" if table == "tournaments" else "tournament"
    query = (
        f"SELECT rowid, CAST({column} AS BLOB), typeof({column}) FROM {table} WHERE {own} = 'cup'"
    )
    found = sql(folder, query)
    row, value, kind = where.draw(st.sampled_from(found), "row")
    names = named(folder, table, row)
    if kind == "integer":
        changed: object = int(value) + where.draw(st.integers(1, 99) | st.integers(-9, -1))
    else:
        at = where.draw(st.integers(0, len(value) - 1), "byte")
        flipped = bytearray(value)
        flipped[at] ^= where.draw(st.integers(1, 255), "bits")
        changed = bytes(flipped)
    cast = f"CAST(? AS {kind})"
    try:
        sql(folder, f"UPDATE {table} SET {column} = {cast} WHERE rowid = ?", changed, row)
    except sqlite3.IntegrityError:
        assume(False)
    done = call("--data", folder, "verify", folder.parent / "cup.toml")
    assert done.code == 1, done
    told = done.err.splitlines()
    assert any(printable(name) in problem for name in names for problem in told), told


def named(folder: Path, table: str, row: int) -> list[str]:
    """What a problem with the row may call it."""
    if table == "tournaments":
        return ["the definition"]
    if table == "matches":
        ((id_,),) = sql(folder, "SELECT id FROM matches WHERE rowid = ?", row)
        return [f"match {id_}"]
    query = "SELECT number, json_extract(entry, '$[1]') FROM journal WHERE rowid = ?"
    ((number, id_),) = sql(folder, query, row)
    return [f"entry {number}", f"match {id_}"]


@pytest.mark.parametrize("table", ["matches", "journal"])
@pytest.mark.parametrize("kind", ["blob", "text", "integer"])
def test_a_value_of_another_type(data: Data, table: str, kind: str) -> None:
    column = {"blob": "measured", "text": "record", "integer": "summary"}[kind]
    column = column if table == "matches" else "entry"
    folder = data()
    sql(folder, f"UPDATE {table} SET {column} = CAST({column} AS {kind}) WHERE rowid = 3")
    kept = sql(folder, f"SELECT typeof({column}) FROM {table} WHERE rowid = 3")
    wrong = kept[0][0] != ("blob" if column == "record" else "text")
    assert any("not of type" in each for each in problems(folder)) == wrong


def test_packed_bytes_that_unpack_to_the_same(data: Data) -> None:
    """Another header of zlib, and something after the end: only the checksum can tell."""
    folder = data()
    one, other = ids(folder)[:2]
    for id_, change in ((one, "x'78da' || substr(record, 3)"), (other, "record || x'00'")):
        sql(folder, f"UPDATE matches SET record = CAST({change} AS BLOB) WHERE id = ?", id_)
    assert sorted(problems(folder)) == [
        f"match {id_}: the packed record and its checksum do not agree" for id_ in (one, other)
    ]


def test_a_match_that_is_gone(data: Data) -> None:
    folder = data()
    lost = ids(folder)[4]
    sql(folder, "DELETE FROM matches WHERE id = ?", lost)
    assert problems(folder) == [f"match {lost}: it is in the journal, but not stored"]


def test_an_entry_that_is_gone(data: Data) -> None:
    folder = data()
    sql(folder, "DELETE FROM journal WHERE tournament = 'cup' AND number = 3")
    told = problems(folder)
    assert told[0] == "journal: entry 3 is missing, 4 follows"
    assert "the journal does not know it" in told[1]
    assert len(told) == 2


def test_a_journal_or_a_definition_that_is_gone(data: Data) -> None:
    folder, words = data(), "the definition is not the last one of the journal"
    sql(folder, "DELETE FROM tournaments WHERE name = 'cup'")
    assert problems(folder) == [words]
    folder = data()
    sql(folder, "DELETE FROM journal WHERE tournament = 'cup'")
    none = "journal: there is none, though there are matches or a definition"
    assert problems(folder) == [none, words]


def test_a_match_that_was_put_in(data: Data) -> None:
    folder = data()
    id_ = ids(folder)[4]
    sql(
        folder,
        "INSERT INTO matches SELECT '00', tournament, board, summary, faults, record, measured,"
        " checksum FROM matches WHERE id = ?",
        id_,
    )
    assert problems(folder) == [
        f"match 00: the journal does not know it; its record is that of match '{id_}'"
    ]


def exchange(folder: Path, table: str, columns: str, *keys: object) -> None:
    """Exchange these columns of the two rows."""
    key = "id" if table == "matches" else "tournament = 'cup' AND number"
    found = [sql(folder, f"SELECT {columns} FROM {table} WHERE {key} = ?", each) for each in keys]
    setting = ", ".join(f"{column} = ?" for column in columns.split(", "))
    for values, at in zip(found, reversed(keys), strict=True):
        sql(folder, f"UPDATE {table} SET {setting} WHERE {key} = ?", *values[0], at)


def test_two_records_exchanged(data: Data) -> None:
    folder = data()
    one, other = ids(folder)[:2]
    exchange(folder, "matches", "board, summary, faults, record, measured, checksum", one, other)
    told = problems(folder)
    assert len(told) == 2
    assert f"its record is that of match '{other}'" in told[0] + told[1]


def test_the_measured_parts_of_two_matches_exchanged(data: Data) -> None:
    folder = data()
    one, other = ids(folder)[:2]
    exchange(folder, "matches", "measured", one, other)
    assert sorted(problems(folder)) == [
        f"match {id_}: its measured part is not what the journal says" for id_ in (one, other)
    ]


def test_two_entries_exchanged(data: Data) -> None:
    folder = data()
    exchange(folder, "journal", "entry", 3, 4)
    told = problems(folder)
    assert [each.split(" (")[0] for each in told] == ["journal: entry 3", "journal: entry 4"]
    exchange(folder, "journal", "entry, link", 7, 8)
    assert "journal: entry 7" in problems(folder)[2]


def test_a_match_copied_from_another_tournament(data: Data) -> None:
    folder = data()
    id_ = ids(folder, "league")[0]
    sql(folder, "UPDATE matches SET tournament = 'cup' WHERE id = ?", id_)
    told = problems(folder)
    assert len(told) == 1
    assert f"match {id_}: the journal does not know it; its tournament is not that" in told[0]


def test_entries_copied_from_another_tournament(data: Data) -> None:
    folder = data()
    sql(
        folder,
        "INSERT INTO journal SELECT 'cup', number + 18, entry, link FROM journal"
        " WHERE tournament = 'league'",
    )
    told = problems(folder)
    assert told[0].startswith("journal: entry 19 (a definition) is not what was chained there")
    assert told[1].startswith("journal: entry 19 is of the tournament 'league'")


def test_only_so_many_problems_are_told(data: Data) -> None:
    folder = data()
    sql(folder, "UPDATE matches SET faults = 7, measured = 'x'")
    sql(folder, "UPDATE journal SET link = 'x' WHERE tournament = 'cup' AND number > 4")
    done = call("--data", folder, "verify", folder.parent / "cup.toml")
    lines = done.err.splitlines()
    assert (done.code, len(lines)) == (1, 21)
    assert lines[-1].startswith("stych: cup: ")
    assert lines[-1].endswith(" further problems")


def rows(folder: Path) -> list[Any]:
    return [
        sql(folder, f"SELECT * FROM {table} ORDER BY rowid")
        for table in ("tournaments", "matches", "journal")
    ]


@pytest.fixture
def before(data: Data) -> list[Any]:
    """What is there until something is changed: it is read once for all examples."""
    return rows(data())


@pytest.mark.slow
@settings(fast(150), suppress_health_check=ANEW)
@given(at=st.floats(0, 1, exclude_max=True), bits=st.integers(1, 255))
def test_a_changed_byte_of_the_file(data: Data, before: list[Any], at: float, bits: int) -> None:
    """It is found, or it is one of those that SQLite makes nothing of. No traceback ever."""
    folder = data()
    content = bytearray((folder / DATABASE).read_bytes())
    content[int(at * len(content))] ^= bits
    (folder / DATABASE).write_bytes(content)
    done = call("--data", folder, "verify", folder.parent / "cup.toml")
    assert done.code in (0, 1, 2)
    if done.code == 0:
        kept = [[row for row in table if "cup" in row] for table in before]
        assert [[row for row in table if "cup" in row] for table in rows(folder)] == kept
    else:
        assert done.err
        assert all(line.startswith("stych: ") for line in done.err.splitlines())
