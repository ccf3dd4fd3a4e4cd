"""A journal that is chained anew is found out, where what it says is not true."""

import json
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.tournaments.tampering import Data, copies, ids, problems, sql
from tournaments.storage.journal import chain, define_text, match_text
from tournaments.verify.chain import RawEntry, read_journal

pytestmark = pytest.mark.slow


@pytest.fixture
def data(intact: Path, tmp_path: Path) -> Data:
    return copies(intact, tmp_path)


def rechained(folder: Path, texts: Iterator[str]) -> None:
    """Put these entries in place of the journal, chained anew."""
    sql(folder, "DELETE FROM journal WHERE tournament = 'cup'")
    for entry in chain(None, list(texts)):
        values = ("cup", entry.number, entry.text, entry.link)
        sql(folder, "INSERT INTO journal VALUES (?, ?, ?, ?)", *values)


def forged(folder: Path, change: Callable[[dict[str, Any]], None]) -> str:
    """Change a record, and make its checksum and the journal fit it. The id of its match."""
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
    "a salt": (lambda r: r["deal"].update(salt="7" * 64), "do not fit its commitment"),
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
    "deals": (
        {"deals": "independent"},
        "its deal does not occur in a tournament of independent deals",
    ),
    "a word of deals": ({"deals": "mine"}, "the definition: deals must be"),
    "boards": ({"boards": 1}, "the tournament's schedule has no such match"),
    "rules": ({"rules_version": 9}, "it was played by version 9 of the rules of fox"),
    "rules and options": (
        {"rules_version": 9, "options": {"jokers": 2}},
        "it was played by version 9 of the rules of fox; these are version 1",
    ),
    "game": ({"game": "whist"}, "whist"),
    "format": ({"format": "knockout"}, "no tournament of fox has the format 'knockout'"),
    "seats": ({"seats": 3}, "no tournament of fox has the format 'round-robin' and 3 seats"),
    "field": ({"entrants": {}}, "2 entrants or more are needed"),
    "a duel without an error": (
        {"format": "duel", "hero": "ann", "better_by": 0.1, "error": None},
        "the definition: error must be",
    ),
    "a test": (
        {"format": "duel", "hero": "ann", "better_by": 0.1, "by": "tricks"},
        "the definition: by must be",
    ),
    "certainty": ({"resolved": 1.0}, "the definition: resolved must be 0.9999 or less"),
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
    # Entry 14 is the second definition, with a third board; it is compared with the first one.
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


def test_a_number_of_rounds_that_cannot_be_computed_is_a_problem() -> None:
    changes: list[dict[str, Any]] = [{"seats": 1}, {"seats": 0}, {"entrants": {}}]
    for change in changes:
        definition = {"format": "swiss", "boards": 1, "seats": 2, "entrants": {"a": {}}, **change}
        texts = [define_text("cup", definition)] * 2
        raw = (
            RawEntry(each.number, each.text.encode(), each.link.encode())
            for each in chain(None, texts)
        )
        assert read_journal("cup", raw).problems == ["journal: entry 2 is no definition"]
