"""The annotated game of the rules, card by card."""

from typing import Final, NamedTuple

import pytest

from referee.deals import FixedDeal
from referee.games.game import NOBODY
from referee.games.nase_hra import NaseHraState
from referee.games.nase_hra.actions import event_text
from tests.games.nase_hra_positions import (
    cards_dealt,
    deciding,
    last_events,
    names,
    nase_hra,
    pack,
    play,
    tricks,
)

LIFTED: Final = ("K8 KV C0", "C9 L7 K9", "K7 LE LK")
HANDS: Final = (
    "K7 C7 L8 L9 K0 C0 ZK LV ZV ZP",
    "L7 Z8 K8 C9 L0 CE KE KV KP LP",
    "Z7 C8 Z9 K9 ZE LE LK KK CV CP",
)


class Trick(NamedTuple):
    played: str
    taker: int
    points: int


TRICKS: Final = (
    Trick("L9 LP LE", 0, 2),
    Trick("C0 CE CK", 0, 1),
    Trick("C7 C9 C8", 1, 0),
    Trick("L0 LK LV", 1, 2),
    Trick("L7 ZE L8", 0, 0),
    Trick("K0 KE KK", 0, 1),
    Trick("K7 K8 K9", 2, 0),
    Trick("Z9 ZK Z8", 2, 3),
    Trick("Z7 ZV KP", 2, 6),
    Trick("Z0 ZP KV", 2, 4 + 2),
)


def _start(series: str = "single") -> NaseHraState:
    draws = {
        "triple/1/lift/1": pack(*[(lifted, 3) for lifted in LIFTED]),
        "triple/1/game/1/redeal/0/cards": cards_dealt("Z0 CK", *HANDS),
    }
    return nase_hra(series=series).new(FixedDeal(draws))


def _settled(series: str = "single") -> NaseHraState:
    state = _start(series)
    play(state, "numbers", "play on", "play on", "play on")
    play(state, "renounce", "take 2", "discard CV", "discard CP")
    return play(state, "announce 5", "announce 5", "announce 6")


@pytest.mark.rule("NH-4")
def test_the_lifting() -> None:
    assert [event_text(event) for event in _start().events] == [
        "seat 0 lifts K8 KV C0",
        "seat 1 lifts C9 L7 K9",
        "seat 2 lifts K7 LE LK",
        "triple 1, game 1: seat 0 deals",
    ]


@pytest.mark.rule("NH-8", "NH-9", "NH-10", "NH-21")
def test_the_talon_and_what_is_announced() -> None:
    state = _settled()
    assert state.announced == (6, 5, 5)
    assert state.points() == (0, 1, 0)
    assert names(state.cross) == "CV CP"
    assert names(state.taken[2]) == "Z0 CK"


@pytest.mark.rule("NH-3", "NH-11", "NH-12", "NH-13")
def test_the_game_card_by_card() -> None:
    state = _settled()
    leader = 0
    for number, (played, taker, points) in enumerate(TRICKS, 1):
        for turn, card in enumerate(played.split()):
            assert deciding(state) == ((leader + turn) % 3, state.phase.PLAY)
            play(state, card)
        value = points - 2 * (number == 10)
        told = f"seat {taker} takes trick {number} of value {value} for {points}"
        assert last_events(state, 2 if number == 10 else 1)[0] == told
        leader = taker
    assert state.seat == NOBODY
    assert state.outcome().points == (4, 3, 15)
    assert state.outcome().places == (2, 3, 1)
    assert state.tricks == [4, 2, 4]


@pytest.mark.rule("NH-15")
def test_player_three_starts_the_next_game_of_a_triple() -> None:
    state = tricks(_settled("triple"), " ".join(trick.played for trick in TRICKS))
    assert (state.game, state.chooser, state.points()) == (2, 2, (4, 3, 15))
