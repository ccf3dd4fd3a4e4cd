"""Records of seats that never talk: they say so, and are held to it."""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from referee.games.events import pack
from referee.games.the_game.actions import FLAGS, GLAD, TheGameEventKind
from referee.record import FaultEntry, Record, RecordError, read_record
from referee.record_check import replay, verify
from tests.records.matches import CRASHED, LATE, FakeBot, make_plan, play
from tournaments.core.fixtures import Block, make_fixture

NAMES = ("ann", "bob", "cid")
SILENT = 1


def last(_: object, legal: int) -> int:
    """The last legal action; as words, the greatest gladness, or "leave it to me" four times."""
    return legal - 1


def made(bot: FakeBot, **options: object) -> Record:
    """The record of a match of this bot, in the seat SILENT, with two others that talk."""
    plan = replace(make_plan(*NAMES, options={"players": 3, **options}), game="the-game")
    match = make_fixture("cup/seed/the-game/1", Block(1, NAMES), 0)
    return play(plan, match, FakeBot(last), bot, FakeBot(last))


def called_silent(record: Record, *seats: int) -> Record:
    """The record, saying of these seats, and of no others, that they never talk."""
    entries = [replace(entry, never_talks=seat in seats) for seat, entry in enumerate(record.seats)]
    return replace(record, seats=tuple(entries))


def silences(record: Record) -> Iterator[int]:
    """How many actions there were before each that was taken for the silent seat."""
    for number, step in enumerate(replay(record)):
        if step.seat == SILENT and step.action in (GLAD, FLAGS):
            yield number


PLAYED = made(FakeBot(last, silent=True))


@pytest.mark.rule("TG-R1", "TG-R2")
def test_a_record_says_who_never_talks_and_is_true() -> None:
    assert [entry.never_talks for entry in PLAYED.seats] == [False, True, False]
    assert [entry["never_talks"] for entry in json.loads(PLAYED.to_json())["seats"]] == [
        False,
        True,
        False,
    ]
    verify(read_record(PLAYED.to_json()))


@pytest.mark.parametrize("seat", [0, 2])
def test_a_seat_that_talked_cannot_be_called_silent(seat: int) -> None:
    with pytest.raises(RecordError, match=rf"seat {seat} never talks, but says glad 3"):
        verify(called_silent(PLAYED, seat))


@pytest.mark.rule("TG-R1", "TG-R2")
@pytest.mark.parametrize(
    ("which", "kind", "silence", "word", "says"),
    [
        (0, TheGameEventKind.GLAD, GLAD, 1, "glad 1"),
        (1, TheGameEventKind.FLAGS, FLAGS, 27, "flags 1000"),
        (-1, TheGameEventKind.FLAGS, FLAGS, 1, "flags 0001"),
    ],
)
def test_words_put_into_a_silent_seats_mouth_are_found(
    which: int, kind: TheGameEventKind, silence: int, word: int, says: str
) -> None:
    """They change nothing else: if the record called nobody silent, it would be true."""
    number = list(silences(PLAYED))[which]
    actions, events = list(PLAYED.actions), list(PLAYED.events)
    step = list(replay(PLAYED))[number]
    at = len(step.state.events)
    assert (actions[number], events[at]) == (silence, pack(kind, SILENT))
    actions[number], events[at] = silence + word, pack(kind, SILENT, word)
    forged = replace(PLAYED, actions=tuple(actions), events=tuple(events))
    with pytest.raises(
        RecordError, match=f"action {number}: seat {SILENT} never talks, but says {says}"
    ):
        verify(read_record(forged.to_json()))
    verify(called_silent(forged))


def test_a_seat_that_was_not_asked_what_to_say_cannot_be_at_fault_there() -> None:
    number = list(silences(PLAYED))[-1]
    faults = (FaultEntry(seat=SILENT, at=number, fault=LATE),)
    forged = replace(PLAYED, faults=faults, ending="forfeit")
    with pytest.raises(RecordError, match=f"seat {SILENT} was not asked after {number} actions"):
        verify(forged)
    with pytest.raises(RecordError, match=f"the match was over after {number} actions"):
        verify(called_silent(forged))


def test_a_bot_that_never_came_is_not_called_silent() -> None:
    record = made(FakeBot(last, silent=True, missing=CRASHED))
    assert not record.seats[SILENT].never_talks
    verify(record)


def test_without_talk_there_is_nothing_to_hold_a_seat_to() -> None:
    record = made(FakeBot(last, silent=True), talk=False)
    assert record.seats[SILENT].never_talks
    verify(record)


def test_a_record_from_before_there_was_the_key_is_one_in_which_all_talk() -> None:
    record = json.loads(made(FakeBot(last)).to_json())
    for entry in record["seats"]:
        del entry["never_talks"]
    old = read_record(json.dumps(record))
    verify(old)
    assert not any(entry.never_talks for entry in old.seats)
