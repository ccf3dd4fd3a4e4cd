"""Records that were changed after the match: checking one finds the change."""

from dataclasses import replace
from typing import Any

import pytest

from referee.conduct import Fault
from referee.deals import Deal, commitment, derive
from referee.games.registry import make_game
from referee.record import DealEntry, FaultEntry, OutcomeEntry, Record, RecordError, read_record
from referee.record_check import replay, verify
from referee.sharing import deal_path
from tests.records.matches import CRASHED, LATE, FakeBot, failing_after, make_record, uniform

PLAYED = make_record()
FORFEIT = make_record(1, 0, FakeBot(failing_after(9)), FakeBot(uniform))


def check(record: Record, words: str, **changes: Any) -> None:
    forged = replace(record, **changes)
    with pytest.raises(RecordError, match=words):
        verify(forged)
    with pytest.raises(RecordError, match=words):
        verify(read_record(forged.to_json()))


def shortened(record: Record, actions: int) -> dict[str, Any]:
    """The changes to a record that ends, with equal places, after so many actions of round 1."""
    step = list(replay(record))[actions]
    points = step.state.points()
    return {
        "actions": record.actions[:actions],
        "events": tuple(step.state.events),
        "outcome": OutcomeEntry(places=(1, 1), points=points),
        "deal": replace(
            record.deal, draws={k: record.deal.draws[k] for k in ("dealer", "round/1/cards")}
        ),
    }


def at_fault(*faults: tuple[int, int], fault: Fault = LATE) -> tuple[FaultEntry, ...]:
    return tuple(FaultEntry(seat=seat, at=at, fault=fault) for seat, at in faults)


@pytest.mark.parametrize("ending", ["played", "forfeit"])
def test_a_match_cut_short_is_refused(ending: str) -> None:
    check(PLAYED, "the game goes on|has the ending played", ending=ending, **shortened(PLAYED, 8))


@pytest.mark.parametrize(
    "faults",
    [at_fault((7, 0)), at_fault((-1, 0)), at_fault((0, 9), (0, 9)), at_fault((1, 0), (0, 0))],
)
def test_faults_are_of_seats_each_once_in_order(faults: tuple[FaultEntry, ...]) -> None:
    check(FORFEIT, "faults must be of different seats", faults=faults)


def test_only_the_seat_that_was_asked_can_be_at_fault() -> None:
    at = FORFEIT.faults[0].at
    other = OutcomeEntry(places=(1, 2), points=FORFEIT.outcome.points)
    check(FORFEIT, "seat 1 was not asked", faults=at_fault((1, at)), outcome=other)


@pytest.mark.parametrize("at", [-1, 10**6])
def test_a_fault_has_its_moment_in_the_match(at: int) -> None:
    check(FORFEIT, "seat 0 was not asked after", faults=at_fault((0, at)))


def test_a_forced_action_is_nobodys_fault() -> None:
    """With a single legal action nobody is asked."""
    record = make_record(2)
    forced = next(number for number, step in enumerate(replay(record)) if len(step.legal) == 1)
    seat = list(replay(record))[forced].seat
    changes = shortened(record, forced)
    changes["outcome"] = OutcomeEntry(
        places=(2, 1) if seat == 0 else (1, 2), points=changes["outcome"].points
    )
    words = f"seat {seat} was not asked after {forced} actions"
    check(record, words, ending="forfeit", faults=at_fault((seat, forced)), **changes)


def test_a_forfeit_ends_the_match() -> None:
    faults = at_fault((1, 0), fault=CRASHED)
    places = OutcomeEntry(places=(1, 2), points=PLAYED.outcome.points)
    words = "the match was over after 0 actions; the record has "
    check(PLAYED, words, ending="forfeit", faults=faults, outcome=places)


def test_a_fault_makes_a_forfeit_and_nothing_else_does() -> None:
    check(FORFEIT, "with faults has the ending forfeit; received played", ending="played")
    check(PLAYED, "without faults has the ending played; received forfeit", ending="forfeit")


def test_the_board_and_the_options_are_those_of_the_deal() -> None:
    check(PLAYED, "path is not that of this game, board and seats", board=2)
    check(PLAYED, "path is not that of this game, board and seats", options={"target": 17})
    check(PLAYED, "all options must be written, as {'target': 21}; received {}", options={})


@pytest.mark.parametrize("path", [(), ("seed",), ("seed", "fox", '{"target":16}', "1", "1")])
def test_a_path_of_other_parts_is_refused(path: tuple[str, ...]) -> None:
    deal = replace(PLAYED.deal, path=path)
    check(PLAYED, "path is not that of this game, board and seats", deal=deal)


def test_a_path_with_a_nul_is_refused() -> None:
    path = deal_path("a\0b", make_game("fox", {"target": 16}), 1)
    check(PLAYED, "NUL", deal=replace(PLAYED.deal, path=path))


def test_another_deal_is_found_even_with_its_own_commitment() -> None:
    path = deal_path("another", make_game("fox", {"target": 16}), 1)
    key = derive(*path)
    game = make_game("fox", {"target": 16})
    dealt = Deal(key)
    game.new(dealt)
    deal = DealEntry(
        path=path,
        key=key.hex(),
        commitment=commitment(key).hex(),
        draws={purpose: tuple(values) for purpose, values in dealt.drawn.items()},
    )
    check(PLAYED, "not legal here|is not what the rules say|not those of the deal", deal=deal)


def test_the_key_follows_from_the_path_and_is_the_one_that_was_promised() -> None:
    key = bytes(32)
    deal = replace(PLAYED.deal, key=key.hex(), commitment=commitment(key).hex())
    check(PLAYED, "key does not follow from its path", deal=deal)
    deal = replace(PLAYED.deal, commitment=bytes(32).hex())
    check(PLAYED, "key and salt do not fit its commitment", deal=deal)


def test_an_unknown_game_or_other_rules_are_told_in_a_sentence() -> None:
    check(PLAYED, "the games are fox, korist, nase-hra, the-game; received 'chess'", game="chess")
    check(PLAYED, "target", options={"target": 0})
    check(PLAYED, "version 2 of the rules of fox; these are version 1", rules_version=2)
    check(PLAYED, "fox has 2 seats, the record 3", seats=(*PLAYED.seats, PLAYED.seats[0]))
