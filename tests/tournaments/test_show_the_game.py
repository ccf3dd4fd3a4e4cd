"""Replays of The Game: what they say, and what they keep from a seat."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from rich.console import Console

from referee.deals import Deal, FixedDeal, derive
from referee.games.game import NOBODY
from referee.games.replay import Perspective
from referee.games.steps import ReplayStep
from referee.games.the_game import TheGameOptions, TheGamePhase, TheGameState
from referee.games.the_game.replay import TheGameReplay
from referee.record import Record, read_record
from referee.record_check import verify
from tests.games.the_game_positions import greedy, position, the_game
from tests.records.matches import FakeBot, fixture, make_plan, play, uniform
from tournaments.present.terminal.replay import show_replay


def _text(shown: Iterator[Any]) -> str:
    console = Console(width=120, color_system=None)
    with console.capture() as capture:
        for part in shown:
            console.print(part)
    return capture.get()


def _steps(state: TheGameState, *, unwilling: bool = False) -> Iterator[ReplayStep]:
    """A greedy game. Where words are chosen, legal action number 5 is taken, or the last one.

    If `unwilling`, the seat that is asked first takes number 0: it would rather not start.
    """
    while state.seat != NOBODY:
        before, known = state.copy(), len(state.events)
        legal = before.legal_actions()
        action = (
            greedy(state) if state.phase == TheGamePhase.TURN else legal[min(5, len(legal) - 1)]
        )
        if unwilling and not state.events:
            action = legal[0]
        state.apply(action)
        yield ReplayStep(before, before.seat, legal, action, tuple(state.events[known:]))


def _replay(state: TheGameState, seat: int | None = None, *, unwilling: bool = False) -> str:
    names = [f"p{number}" for number in range(state.terms.players)]
    return _text(TheGameReplay(Perspective(names, seat)).show(_steps(state, unwilling=unwilling)))


def _record(**options: Any) -> Record:
    plan = make_plan(options=TheGameOptions(players=2, **options).model_dump())
    plan = replace(plan, game="the-game")
    return play(plan, fixture(plan), FakeBot(uniform), FakeBot(uniform))


@pytest.mark.parametrize("fire", [True, False])
@pytest.mark.parametrize("variant", ["base", "expert", "master"])
def test_a_record_is_checked_from_itself_and_shown(variant: str, fire: bool) -> None:
    record = read_record(_record(variant=variant, fire=fire).to_json())
    verify(record)
    text = _text(show_replay(record, None))
    assert f"variant {variant}" in text
    assert f"1. ann (0): {record.outcome.points[0]} points" in text
    assert ("on fire: 22 33 44 55 66 77" in text) is fire


def test_a_turn_is_a_line() -> None:
    shown = _replay(position("37 38 90", "9 10", tops="47 1 100 100", deck="50 51 52"))
    line = next(line for line in shown.splitlines() if "p0  " in line)
    assert line.split() == [
        "0",
        "p0",
        "38",
        "1",
        "100",
        "100",
        "1",
        "A37",
        "-10,",
        "A38",
        "+1",
        "37",
        "38",
        "90",
    ]


def test_what_was_said_stands_before_the_turn() -> None:
    text = _replay(the_game(2, talk=True).new(Deal(derive("said"))))
    assert "starts most gladly" in text
    assert "flags: ~ no big jump please, ! leave it to me" in text
    assert "flags" not in _replay(the_game(2).new(Deal(derive("said"))))


def test_a_hand_stands_in_the_turns_of_its_player_alone() -> None:
    """Also when the seat that was asked first how gladly it would start does not start."""
    state = the_game(3, talk=True).new(Deal(derive("hands")))
    seat, hand = state.seat, " ".join(map(str, state.hands[state.seat]))
    lines = _replay(state, seat, unwilling=True).splitlines()
    turns = [line for line in lines if line.split()[:1] and line.split()[0].isdigit()]
    assert turns[0].split()[1] != f"p{seat}"
    assert not turns[0].rstrip().endswith(hand)
    first_own = next(line for line in turns if line.split()[1] == f"p{seat}")
    assert first_own.rstrip().endswith(hand)


def test_that_a_seat_never_talks_is_said_once() -> None:
    """And not that it would rather not start, which nobody said."""
    plan = replace(make_plan(options={"players": 2}), game="the-game")
    bots = [FakeBot(lambda _, legal: legal - 1), FakeBot(uniform, silent=True)]
    record = play(plan, fixture(plan), *bots)
    shown = {silent: _text(show_replay(_silent(record, silent), None)) for silent in (True, False)}
    assert shown[True].count("bob (1) never talks") == shown[True].count("never talks") == 1
    assert "never talks" not in shown[False]
    said = "bob (1) would rather not start"
    assert said in " ".join(shown[False].split())
    assert said not in " ".join(shown[True].split())
    assert "starts most gladly" in shown[True]


def _silent(record: Record, silent: bool) -> Record:
    """The same match, whether or not the second bot had said before that it would not talk."""
    seats = (record.seats[0], replace(record.seats[1], never_talks=silent))
    return replace(record, seats=seats)


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (position("20", "21"), "the game is beaten!"),
        (position("20", "3", tops="1 10 2 2"), "No card is left"),
        (position("20 21", "3", tops="10 10 2 2"), "1 card left: very good."),
        (position("20 98 97", "3 4", tops="22 1 100 100", deck="50", fire=True), "Lost by fire"),
        (position("20 98", "3", tops="22 1 100 100", fire=True), "Lost by fire, 2 cards left."),
        (position("98", "3", tops="22 1 100 100", fire=True), "Lost by fire, 1 card left."),
    ],
)
def test_the_end(state: TheGameState, words: str) -> None:
    assert words in _replay(state)


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_seat_is_shown_nothing_that_is_hidden_from_it(seat: int) -> None:
    """Two cards that the seat never sees change places; its replay stays the same."""
    game, key = the_game(3, talk=True), derive("shown")
    state = game.new(Deal(key))
    steps = list(_steps(state))
    names = ["ann", "bob", "cid"]
    real = _text(TheGameReplay(Perspective(names, seat)).show(iter(steps)))
    hidden = sorted(game.hidden(state, seat))
    changed = 0
    for one, other in list(pairwise(hidden))[:12]:
        world = game.new(FixedDeal(game.redealt(state.deal.drawn, one, other)))
        again = _same_actions(world, steps)
        if again is not None:
            changed += 1
            assert _text(TheGameReplay(Perspective(names, seat)).show(iter(again))) == real
    assert changed


def _same_actions(world: TheGameState, steps: list[ReplayStep]) -> list[ReplayStep] | None:
    again = []
    for step in steps:
        legal = world.legal_actions()
        if step.action not in legal:
            return None
        before, known = world.copy(), len(world.events)
        world.apply(step.action)
        again.append(
            ReplayStep(before, before.seat, legal, step.action, tuple(world.events[known:]))
        )
    return again if world.seat == NOBODY else None


def test_the_referee_sees_all_hands() -> None:
    state = the_game(2).new(Deal(derive("hands")))
    hands = [" ".join(map(str, hand)) for hand in state.hands]
    text = _replay(state.copy())
    assert all(hand in text for hand in hands)
    assert hands[1] not in _replay(state.copy(), 0)
