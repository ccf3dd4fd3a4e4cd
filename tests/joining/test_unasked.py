"""Flags of The Game are asked for only when they can matter, by what everybody knows."""

import io

import pytest
from rich.console import Console

from referee.deals import Deal, derive
from referee.games.events import pack
from referee.games.game import NOBODY
from referee.games.registry import make_game
from referee.games.the_game import TheGameObservation, TheGameState
from referee.games.the_game.actions import FLAG_ACTIONS, FLAGS, TheGameEventKind
from referee.games.the_game.observation import TheGamePhase
from referee.games.the_game.screen import VIEW
from stych.v1 import referee_pb2 as pb
from tests.joining.moments import decision, match_start
from tournaments.person.person import Person

GAME = make_game("the-game", {"players": 2})
# On these rows 12, 13, 88 and 89 fit as backwards tricks, and nothing else that is left.
FULL = (99, 98, 2, 3)
BLOCKED = (*FULL, 12, 13, 88, 89)


def state_of(*gone: int) -> TheGameState:
    """Flags are to be set, the rows are full, and these cards are placed."""
    state = GAME.new(Deal(derive("unasked")))
    assert isinstance(state, TheGameState)
    while state.phase != TheGamePhase.FLAGS:
        state.apply(state.legal_actions()[0])
    state.tops[:] = FULL
    state.hands = [[card for card in hand if card not in gone] for hand in state.hands]
    state.events += (pack(TheGameEventKind.PLACE, 0, card, 0) for card in gone)
    return state


def seen_of(*gone: int) -> TheGameObservation:
    state = state_of(*gone)
    return state.observe(state.seat)


@pytest.mark.parametrize("missing", [(), (12,), (13,), (88,), (89,), (12, 89)])
def test_they_are_not_asked_for_when_no_card_that_is_left_fits(missing: tuple[int, ...]) -> None:
    seen = seen_of(*(card for card in BLOCKED if card not in missing))
    assert VIEW.moot(seen) == (None if missing else FLAGS)
    for phase in (TheGamePhase.TURN, TheGamePhase.GLADNESS):
        assert VIEW.moot(seen._replace(phase=phase)) is None


def test_they_stay_as_they_are() -> None:
    seen = seen_of(*BLOCKED)
    own = slice(4 * seen.seat, 4 * seen.seat + 4)
    flags = list(seen.flags)
    flags[own] = [0, 0, 1, 2]
    assert VIEW.moot(seen._replace(flags=tuple(flags))) == FLAGS + 5


def test_the_own_hand_does_not_decide() -> None:
    """Who answers at once would tell of it: with 12 in the own hand nobody else can place it."""
    seen = seen_of(*(card for card in BLOCKED if card != 12))
    assert [VIEW.moot(seen._replace(hand=hand)) for hand in ((12,), (50,), (40, 41))] == [None] * 3


@pytest.mark.parametrize("flags", [FLAG_ACTIONS[0], FLAG_ACTIONS[40], FLAG_ACTIONS[80]])
def test_whatever_they_were_the_game_is_over(flags: int) -> None:
    state = state_of(*BLOCKED)
    state.apply(flags)
    assert state.seat == NOBODY


class NoKeyboard:
    """Fails when anybody is asked."""

    shows_prompts = False

    def discard(self) -> None:
        pass

    async def next(self, prompt: str = "") -> str | None:
        raise AssertionError(prompt)


async def test_the_person_is_told_and_not_asked() -> None:
    state = state_of(*BLOCKED)
    console = Console(width=80, record=True, file=io.StringIO(), color_system=None)
    person = Person(console, NoKeyboard(), echo=False)
    person.note(pb.PlayResponse(starts=[match_start(GAME, state.seat)]))
    asked = decision(GAME, state, state.events)
    assert asked.legal_actions[await person.decide(asked)] == FLAGS
    assert [choices.chosen for choices in person.choices] == [[FLAGS]]
    said = console.export_text()
    assert "places 89 on A" in said, "the news are told all the same"
    assert "nothing that you could choose matters: flags 0000" in said
