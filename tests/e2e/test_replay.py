"""`stych replay`: all of it for the referee, and for a seat no card that the seat did not see."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from referee.cards import cards_of
from referee.games.events import unpack
from referee.games.fox import FoxState
from referee.games.fox.actions import KEEP, UNDER, FoxEventKind, action_text
from referee.games.fox.cards import card_text
from referee.record import Record
from referee.record_check import replay
from tests.e2e.command import call
from tests.records.matches import CRASHED, FakeBot, failing_after, make_record, uniform

pytestmark = pytest.mark.unconfined

RECORDS = [make_record(board, options={"target": 21}) for board in range(1, 9)] + [
    make_record(9, 0, FakeBot(failing_after(n)), FakeBot(uniform)) for n in (7, 20, 33)
]
CARD = re.compile(r"\b[BKM](?:1[01]|[1-9])\b")


@pytest.fixture(params=range(len(RECORDS)))
def record(request: pytest.FixtureRequest) -> Record:
    return RECORDS[int(request.param)]


def said(record: Record, folder: Path, *options: object) -> str:
    file = folder / "record.json"
    file.write_text(record.to_json())
    done = call("--data", folder / "data", "replay", file, *options)
    assert (done.code, done.err) == (0, "")
    return done.out


def rounds(text: str) -> list[set[str]]:
    """The cards that are named in each round."""
    parts = re.split(r"^Round \d+: ", text, flags=re.MULTILINE)
    assert CARD.search(parts[0]) is None
    return [set(CARD.findall(part)) for part in parts[1:]]


def seen(record: Record, seat: int) -> list[set[str]]:
    """The cards that the seat ever saw in each round, from the rules alone."""
    found: list[set[int]] = []
    for step in replay(record):
        state = step.state
        assert isinstance(state, FoxState)
        if state.round_start == len(state.events) - 1:
            found.append(set(cards_of(state.hands[seat])) | {state.decree})
        found[-1] |= set(state.drawn[seat]) | set(cards_of(state.hands[seat]))
        for event in map(unpack, step.events):
            if event.kind in (FoxEventKind.PLAY, FoxEventKind.GIVE):
                found[-1].add(event.a)
    return [{card_text(card) for card in cards} for cards in found]


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_is_shown_only_cards_that_it_saw(record: Record, seat: int, tmp_path: Path) -> None:
    for named, allowed in zip(
        rounds(said(record, tmp_path, "--seat", seat)), seen(record, seat), strict=True
    ):
        assert named <= allowed
        assert len(named) >= 14, "its own hand and the decree card are shown"


def test_something_was_hidden() -> None:
    """Otherwise the test above would prove nothing."""
    hidden = [33 - len(cards) for record in RECORDS for cards in seen(record, 0)]
    assert sum(hidden) / len(hidden) > 4


def test_the_referee_sees_all(record: Record, tmp_path: Path) -> None:
    text = said(record, tmp_path)
    assert all(len(named) == 33 for named in rounds(text))
    under = sorted(action_text(action)[6:] for action in record.actions if UNDER <= action < KEEP)
    assert sorted(re.findall(r"under ([BKM]\d+)", text)) == under


def test_what_others_drew_is_not_told(record: Record, tmp_path: Path) -> None:
    for seat in (0, 1):
        text = said(record, tmp_path, "--seat", seat)
        steps = [step for step in replay(record) if UNDER <= step.action < KEEP]
        assert text.count("draws, puts one under") == sum(step.seat != seat for step in steps)


def test_the_end_is_told(record: Record, tmp_path: Path) -> None:
    text = said(record, tmp_path)
    winner = record.outcome.places.index(1)
    entrant, points = record.seats[winner].entrant, record.outcome.points[winner]
    assert f"1. {entrant} ({winner}): {points} points" in text
    assert ("forfeits after" in text) == (record.ending == "forfeit")
    assert text.startswith(f"Match {record.id} of cup\n")


def test_evidence_is_for_the_referee_and_the_seat_at_fault(tmp_path: Path) -> None:
    record = RECORDS[-1]
    assert "last words" in said(record, tmp_path)
    assert "last words" in said(record, tmp_path, "--seat", 0)
    assert "last words" not in said(record, tmp_path, "--seat", 1)
    assert "late: did not answer" in said(record, tmp_path, "--seat", 1)


def test_a_match_in_which_nothing_was_played(tmp_path: Path) -> None:
    record = make_record(1, 0, FakeBot(uniform), FakeBot(uniform, missing=CRASHED))
    text = said(record, tmp_path)
    assert "bob (1) forfeits after 0 actions: crashed: the process exited with code 1" in text
    assert "2. bob (1): 0 points" in text


@pytest.mark.parametrize(
    "words", ["[/red]", "[bold]x", "\x1b[2J", "a\nb", "\r", "[link=x]y[/link]"]
)
def test_no_words_of_a_record_steer_the_terminal(words: str, tmp_path: Path) -> None:
    """A record may come from anybody."""
    # The path of a deal that all matches on the board share has no names: it fits forged ones too.
    bots = FakeBot(failing_after(33)), FakeBot(uniform)
    record = make_record(9, 0, *bots, deals="board")
    seats = tuple(replace(seat, entrant=words, bot=words) for seat in record.seats)
    fault = record.faults[0].fault.model_copy(update={"text": words})
    faults = (replace(record.faults[0], fault=fault),)
    forged = replace(record, seats=seats, faults=faults, tournament=words, id=words)
    text = said(forged, tmp_path)
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", text)
    if "\x1b" not in words and "\r" not in words:
        assert "\ufffd" not in text
    # What can be printed is shown: at least the end of the first line.
    if lines := words.strip("\x1b\r\n").splitlines():
        assert lines[0][-3:] in text
