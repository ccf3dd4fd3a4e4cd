"""A record as text: it is compact, it is read as it was written, and other texts are refused."""

import json
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from referee.evidence import Evidence
from referee.record import Measured, Record, RecordError, read_record
from referee.record_check import verify
from tests.records.matches import CRASHED, FakeBot, failing_after, make_record, uniform

PLAYED = make_record()
FORFEIT = make_record(1, 0, FakeBot(uniform), FakeBot(failing_after(4)))
ABSENT = make_record(1, 0, FakeBot(uniform), FakeBot(uniform, missing=CRASHED))
WITHDRAWN = make_record(1, 0, None, None)


@pytest.mark.parametrize("record", [PLAYED, FORFEIT, ABSENT, WITHDRAWN])
@pytest.mark.parametrize("measured", [True, False])
def test_what_is_written_is_read(record: Record, measured: bool) -> None:
    again = read_record(record.to_json(measured=measured))
    bare = record if measured else replace(record, measured=Measured())
    assert again.to_json() == bare.to_json()
    assert read_record(again.to_json().encode()) == again


def test_the_text_is_one_line_of_json() -> None:
    text = make_record(tournament="čaj", seed="Štych\n\x7f").to_json()
    assert "\n" not in text
    assert json.loads(text)["tournament"] == "čaj"
    assert read_record(text).deal.path[0] == "Štych\n\x7f"


def test_keys_stand_in_their_documented_order() -> None:
    assert list(json.loads(FORFEIT.to_json())) == [
        *("format", "id", "tournament", "stych", "game", "rules_version", "options"),
        *("board", "seating", "seats", "conduct", "deal", "actions", "events", "ending"),
        *("outcome", "faults", "measured"),
    ]


def test_the_same_fixture_gives_the_same_text_but_for_what_is_measured() -> None:
    again = make_record(1, 0, FakeBot(uniform), FakeBot(failing_after(4)))
    assert again.measured.started != FORFEIT.measured.started
    assert again.to_json(measured=False) == FORFEIT.to_json(measured=False)


def test_evidence_is_measured() -> None:
    assert FORFEIT.measured.evidence == {1: Evidence(words="last words")}
    assert "last words" not in FORFEIT.to_json(measured=False)


@pytest.mark.parametrize(
    ("seating", "board", "seed"), [(1, 1, "seed"), (0, 2, "seed"), (0, 1, "another")]
)
def test_another_fixture_gives_another_record(seating: int, board: int, seed: str) -> None:
    other = make_record(board, seating, seed=seed)
    assert other.id != PLAYED.id
    assert {seat.bot_seed for seat in other.seats}.isdisjoint(s.bot_seed for s in PLAYED.seats)
    assert (other.deal.key == PLAYED.deal.key) == (seating == 1)
    assert other.deal.commitment != PLAYED.deal.commitment


def test_a_record_from_before_salts_stays_what_it_was() -> None:
    text = (Path(__file__).parent / "unsalted.json").read_text(encoding="utf-8").rstrip()
    record = read_record(text)
    verify(record)
    assert record.deal.salt is None
    assert record.to_json() == text
    assert json.loads(record.to_json(measured=False)).keys() == json.loads(text).keys() - {
        "measured"
    }


def test_a_deal_by_board_has_no_salt() -> None:
    assert "salt" not in json.loads(make_record(deals="board").to_json())["deal"]
    assert len(json.loads(make_record().to_json())["deal"]["salt"]) == 64


def test_records_are_compact() -> None:
    """A standard game has about 115 decisions, and about 1.5 events for each of them."""
    texts = [make_record(board, options={"target": 21}).to_json(measured=False) for board in (1, 2)]
    decisions = sum(len(read_record(text).actions) for text in texts)
    packed = sum(len(zlib.compress(text.encode())) for text in texts)
    assert sum(map(len, texts)) < 24 * decisions
    assert packed < 12 * decisions


def test_every_truncation_is_refused() -> None:
    text = FORFEIT.to_json()
    for length in range(len(text)):
        with pytest.raises(RecordError, match=r"^not a match record: "):
            read_record(text[:length])


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", "7", '"x"', "[" * 5000, b"\xff", "{}{}"])
def test_other_texts_are_refused(text: str | bytes) -> None:
    with pytest.raises(RecordError, match=r"^not a match record: ") as caught:
        read_record(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("format", 2, "format: this version reads records of format 1; received 2"),
        ("board", "1", "board: should be a valid integer; received '1'"),
        ("ending", "won", "ending: should be 'played' or 'forfeit'; received 'won'"),
        ("colour", "red", "colour is no key that records have"),
    ],
)
def test_the_sentence_says_where_and_what(key: str, value: object, words: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_record(json.dumps({**json.loads(PLAYED.to_json()), key: value}))
    assert str(caught.value) == f"not a match record: {words}"


def test_a_missing_key_is_named() -> None:
    values = json.loads(PLAYED.to_json())
    del values["deal"]["key"]
    with pytest.raises(RecordError, match=r"^not a match record: deal\.key is missing$"):
        read_record(json.dumps(values))
