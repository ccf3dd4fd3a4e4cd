"""docs/records.md is true: its example is checked as the page says, by code written for this."""

import hashlib
import json
import re
from dataclasses import fields
from typing import Any

import pytest
from pydantic import BaseModel

from referee.conduct import Conduct, Fault
from referee.record import (
    DealEntry,
    FaultEntry,
    Measured,
    OutcomeEntry,
    Record,
    SeatEntry,
    read_record,
)
from referee.record_check import verify
from tests.records.matches import make_record
from tests.root import ROOT

PAGE = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
EXAMPLE: dict[str, Any] = json.loads(PAGE.partition("```json\n")[2].partition("```")[0])
RECORDS = [
    EXAMPLE,
    json.loads(make_record(3, 1, seed="čaj", options={"target": 35}).to_json()),
]


def digest(*parts: bytes) -> bytes:
    return hashlib.sha256(b"\0".join(parts)).digest()


def words(key: bytes, purpose: str) -> list[int]:
    stream = hashlib.sha256(key + purpose.encode()).digest()
    blocks = [hashlib.sha256(stream + n.to_bytes(4, "big")).digest() for n in range(20)]
    return [int.from_bytes(block[i : i + 4], "big") for block in blocks for i in range(0, 32, 4)]


def below(stream: list[int], n: int) -> int:
    while (word := stream.pop(0)) >= 2**32 // n * n:
        pass
    return word % n


def shuffled(stream: list[int], n: int) -> list[int]:
    items = list(range(n))
    for i in range(n - 1, 0, -1):
        j = below(stream, i + 1)
        items[i], items[j] = items[j], items[i]
    return items


@pytest.mark.parametrize("game", ["fox", "korist", "nase-hra", "the-game"])
def test_the_page_of_each_game_says_what_the_points_of_an_outcome_are(game: str) -> None:
    """As docs/records.md promises of it."""
    text = (ROOT / "docs" / "games" / f"{game}.md").read_text(encoding="utf-8")
    assert re.search(r"points`?[^.]* in a record's\s+`outcome`", text)


def test_the_example_is_a_record_and_true() -> None:
    record = read_record(json.dumps(EXAMPLE))
    verify(record)
    assert list(EXAMPLE) == [field.name for field in fields(Record)]
    assert json.loads(record.to_json()) == EXAMPLE


@pytest.mark.parametrize("record", RECORDS)
def test_the_deal_follows_from_the_page(record: dict[str, Any]) -> None:
    deal = record["deal"]
    seed, game, options, board, whose = deal["path"]
    assert whose == json.dumps(sorted(s["entrant"] for s in record["seats"]), separators=(",", ":"))
    assert (game, board) == (record["game"], str(record["board"]))
    assert options == json.dumps(record["options"], sort_keys=True, separators=(",", ":"))
    key = digest(b"stych/1", *(part.encode() for part in deal["path"]))
    assert key.hex() == deal["key"]
    salt = digest(b"stych/1", seed.encode(), b"match", record["id"].encode(), b"commitment")
    assert salt.hex() == deal["salt"]
    assert digest(b"stych/1 commitment", key + salt).hex() == deal["commitment"]
    for purpose, drawn in deal["draws"].items():
        stream = words(key, purpose)
        expected = [below(stream, 2)] if purpose == "dealer" else shuffled(stream, 33)
        assert drawn == expected


@pytest.mark.parametrize("record", RECORDS)
def test_ids_seats_and_seeds_follow_from_the_page(record: dict[str, Any]) -> None:
    seed = record["deal"]["path"][0]
    entrants = sorted(seat["entrant"] for seat in record["seats"])
    key = f"{record['tournament']}/{seed}/{record['game']}/{record['rules_version']}"
    array = json.dumps([key, record["board"], entrants, record["seating"]], separators=(",", ":"))
    assert record["id"] == hashlib.sha256(array.encode("ascii")).hexdigest()[:16]
    turned = entrants[record["seating"] :] + entrants[: record["seating"]]
    for number, seat in enumerate(record["seats"]):
        assert seat["entrant"] == turned[number]
        parts = ("stych/1", seed, "match", record["id"], f"bot/{number}")
        found = digest(*(part.encode() for part in parts))
        assert seat["bot_seed"] == int.from_bytes(found[:8], "big")


@pytest.mark.parametrize(
    "part",
    [Record, SeatEntry, DealEntry, FaultEntry, OutcomeEntry, Measured, Conduct, Fault],
)
def test_every_key_is_on_the_page(part: Any) -> None:
    named = set(re.findall(r"`(\w+)`", PAGE))
    if issubclass(part, BaseModel):
        written = {name for name, field in part.model_fields.items() if not field.exclude}
    else:
        written = {field.name for field in fields(part)}
    assert written
    assert written <= named
