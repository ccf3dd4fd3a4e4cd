"""Whatever is changed in a data folder is found, and the match or the entry is named."""

import json
import shutil
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from referee.text import printable
from tests.e2e.command import call
from tests.games.profiles import fast
from tests.records.matches import failing_after, uniform
from tests.tournaments.cups import play_cup, write_cup
from tournaments.storage.database import DATABASE
from tournaments.storage.journal import chain, define_text, match_text
from tournaments.storage.store import Store
from tournaments.verify.tournament import verify

Data = Callable[[], Path]
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


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two boards, then a third one; some faults; and another tournament beside it."""
    folder = tmp_path_factory.mktemp("played")
    play_cup(write_cup(folder, seed='"s"'), folder / "data", [uniform, failing_after(60)])
    play_cup(write_cup(folder, boards=3, seed='"s"'), folder / "data", matches=4)
    other = write_cup(folder / "other", ("dan", "eve"), name='"league"', seed='"s"')
    play_cup(other, folder / "data")
    return folder


@pytest.fixture
def data(played: Path, tmp_path: Path) -> Data:
    """Makes a copy of it, again and again."""

    def copy() -> Path:
        shutil.rmtree(tmp_path / "data", ignore_errors=True)
        shutil.copytree(played / "data", tmp_path / "data")
        return tmp_path / "data"

    return copy


def _text(data: bytes) -> str:
    """Also what is none."""
    return data.decode("utf-8", "backslashreplace")


def sql(data: Path, statement: str, *values: object) -> list[Any]:
    with closing(sqlite3.connect(data / DATABASE)) as connection:
        connection.text_factory = _text
        found = connection.execute(statement, values).fetchall()
        connection.commit()
        return found


def problems(data: Path) -> list[str]:
    """What is wrong, by the library and by the command."""
    with Store(data) as store:
        found = verify(store, "cup").problems
    done = call("--data", data, "verify", data.parent / "cup.toml")
    assert done.code == (1 if found else 0), done
    assert done.err.splitlines()[:20] == [f"stych: cup: {printable(each)}" for each in found[:20]]
    return found


@pytest.fixture(autouse=True)
def _file(played: Path, tmp_path: Path) -> None:
    shutil.copy(played / "cup.toml", tmp_path)


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


def ids(folder: Path, name: str = "cup") -> list[str]:
    found = sql(folder, "SELECT id FROM matches WHERE tournament = ? ORDER BY id", name)
    return [id_ for (id_,) in found]


def test_a_match_that_is_gone(data: Data) -> None:
    folder = data()
    lost = ids(folder)[4]
    sql(folder, "DELETE FROM matches WHERE id = ?", lost)
    assert problems(folder) == [f"match {lost}: it is in the journal, but not there"]


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
    """The two rows change these columns with each other."""
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
        f"match {id_}: what was measured is not what the journal says" for id_ in (one, other)
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


def rechained(folder: Path, texts: Iterator[str]) -> None:
    """The journal of somebody who chains all anew."""
    sql(folder, "DELETE FROM journal WHERE tournament = 'cup'")
    for entry in chain(None, list(texts)):
        values = ("cup", entry.number, entry.text, entry.link)
        sql(folder, "INSERT INTO journal VALUES (?, ?, ?, ?)", *values)


def forged(folder: Path, change: Callable[[dict[str, Any]], None]) -> str:
    """A record changed, and everything beside it and the chain made to fit."""
    id_ = ids(folder)[0]
    ((packed, measured),) = sql(folder, "SELECT record, measured FROM matches WHERE id = ?", id_)
    record = json.loads(zlib.decompress(packed))
    change(record)
    line = json.dumps(record, separators=(",", ":")).encode()
    packed = zlib.compress(line)
    statement = "UPDATE matches SET record = ?, checksum = ? WHERE id = ?"
    sql(folder, statement, packed, zlib.crc32(packed), id_)
    entries = sql(folder, "SELECT entry FROM journal WHERE tournament = 'cup' ORDER BY number")
    new = match_text(id_, line, measured.encode())
    rechained(folder, (new if f'["match","{id_}"' in text else text for (text,) in entries))
    return id_


FORGERIES: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "another bot": (lambda r: r["seats"][0].update(bot="x"), "the bot in seat 0 is not that of"),
    "a version": (lambda r: r["seats"][1].update(version="9"), "the bot in seat 1 is not that of"),
    "a seed": (lambda r: r["seats"][1].update(bot_seed=7), "the seed of the bot in seat 1 does"),
    "a stranger": (lambda r: r["seats"][0].update(entrant="x"), "seat 0 is 'x', who is no entrant"),
    "seats": (lambda r: r["seats"].reverse(), "the seed of the bot in seat 0 does not follow"),
    "a seating": (lambda r: r.update(seating=5), "not that of this game, board and seats"),
    "a salt": (lambda r: r["deal"].update(salt="7" * 64), "not the one that was promised"),
    "clocks": (
        lambda r: r["conduct"].update(bank_ms=1),
        "its conduct is not that of the tournament",
    ),
    "a tournament": (lambda r: r.update(tournament="x"), "its tournament is not that of the"),
    "an action": (lambda r: r["actions"].append(0), "the game was over after"),
    "an outcome": (lambda r: r["outcome"].update(points=[9, 9]), "the outcome is "),
}


@pytest.mark.parametrize("case", FORGERIES)
def test_a_record_that_is_chained_anew_but_not_true(data: Data, case: str) -> None:
    change, words = FORGERIES[case]
    folder = data()
    id_ = forged(folder, change)
    told = problems(folder)
    assert len(told) == 1
    assert told[0].startswith(f"match {id_}: ")
    assert words in told[0]


DEFINITIONS: dict[str, tuple[dict[str, Any], str]] = {
    "seed": ({"seed": "t"}, "its deal is not that of the tournament"),
    "deals": ({"deals": "independent"}, "its deal is none of a tournament of independent deals"),
    "a word of deals": ({"deals": "mine"}, "the definition: deals must be"),
    "boards": ({"boards": 1}, "it has no such place in the tournament's schedule"),
    "rules": ({"rules_version": 9}, "it was played by version 9 of the rules of fox"),
    "rules and options": (
        {"rules_version": 9, "options": {"jokers": 2}},
        "it was played by version 9 of the rules of fox; these are version 1",
    ),
    "game": ({"game": "whist"}, "whist"),
    "format": ({"format": "knockout"}, "no tournament of fox has the format 'knockout'"),
    "seats": ({"seats": 3}, "no tournament of fox has the format 'round-robin' and 3 seats"),
    "field": ({"entrants": {}}, "2 entrants or more are needed"),
    "nonsense": ({"entrants": 3}, "the definition: entrants must be a table"),
}


@pytest.mark.parametrize("case", DEFINITIONS)
def test_a_definition_that_is_chained_anew_but_not_true(data: Data, case: str) -> None:
    changes, words = DEFINITIONS[case]
    folder = data()
    ((text,),) = sql(folder, "SELECT definition FROM tournaments WHERE name = 'cup'")
    definition = {**json.loads(text), **changes}
    new = json.dumps(definition, sort_keys=True)
    sql(folder, "UPDATE tournaments SET definition = ? WHERE name = 'cup'", new)
    entries = sql(folder, "SELECT entry FROM journal WHERE tournament = 'cup' ORDER BY number")
    kept = [text for (text,) in entries if text.startswith('["match"')]
    rechained(folder, iter([define_text("cup", definition), *kept]))
    told = problems(folder)
    assert told
    assert all(words in each for each in told[:20]), told


def test_a_definition_that_cannot_follow_on_the_one_before(data: Data) -> None:
    folder = data()
    entries = sql(folder, "SELECT entry FROM journal WHERE tournament = 'cup' ORDER BY number")
    texts = [text for (text,) in entries]
    first = json.loads(texts[0])
    for change, words in (
        ({"boards": 9}, "its boards would go from 9 to 3"),
        ({"seed": "x"}, "the seed changed"),
        ({"entrants": 3}, "is no definition"),
        ({"seats": 3}, "no tournament of fox has the format 'round-robin' and 3 seats"),
    ):
        texts[0] = define_text("cup", {**first[2], **change})
        rechained(folder, iter(texts))
        told = problems(folder)
        assert 1 <= len(told) <= 2
        assert told[0].startswith("the definition: " if "seats" in change else "journal: entry 14")
        assert words in told[0]


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


@pytest.mark.slow
@settings(fast(150), suppress_health_check=ANEW)
@given(at=st.floats(0, 1, exclude_max=True), bits=st.integers(1, 255))
def test_a_changed_byte_of_the_file(data: Data, at: float, bits: int) -> None:
    """It is found, or it is one of those that SQLite makes nothing of. No traceback ever."""
    folder = data()
    before = rows(folder)
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
