"""What a seat sees and what it does not: TG-R6, TG-1, and docs/games/the-game.md."""

from random import Random

import pytest

from referee.deals import Deal, derive
from referee.games.game import NOBODY
from referee.games.the_game import TheGameObservation, TheGamePhase
from referee.games.the_game.actions import event_text
from tests.games.the_game_positions import cards, dealt, over, play, position, the_game


def test_the_first_view_in_full() -> None:
    state = dealt("2 3 4 5 6 7 99", "10 11 12 13 14 15 16", starter=1, fire=True)
    assert state.observe(0) == TheGameObservation(
        phase=TheGamePhase.TURN,
        to_move=1,
        hand_limit=7,
        usual_minimum=2,
        talk=False,
        fire=True,
        mover=1,
        placed=0,
        minimum=2,
        to_cover=(),
        tops=(1, 1, 100, 100),
        deck_size=84,
        hand_sizes=(7, 7),
        flags=(0,) * 8,
        history=(state.events[0],),
        seat=0,
        hand=(2, 3, 4, 5, 6, 7, 99),
    )


@pytest.mark.rule("TG-R6", "TG-1")
def test_the_rows_are_open_in_full() -> None:
    state = play(dealt("2 3 99", "4 98"), "A2", "D99", "A3", "end", "A4", "D98")
    for seat in (0, 1):
        view = state.observe(seat)
        assert view.tops == (4, 1, 100, 98)
        assert [event_text(event) for event in view.history] == [
            "seat 0 is to place 2 or more",
            "seat 0 places 2 on A",
            "seat 0 places 99 on D",
            "seat 0 places 3 on A",
            "seat 0 ends the turn and draws 3",
            "seat 1 is to place 2 or more",
            "seat 1 places 4 on A",
            "seat 1 places 98 on D",
        ]
        assert (view.placed, view.minimum, view.deck_size) == (2, 2, 81)
        assert view.hand_sizes == (7, 5)


@pytest.mark.rule("TG-R6")
def test_hands_are_not_shown_at_the_end() -> None:
    game, random = the_game(3), Random(5)
    state = game.new(Deal(derive("end")))
    while state.seat != NOBODY:
        state.apply(random.choice(state.legal_actions()))
    for seat in range(3):
        view = state.observe(seat)
        assert view.hand == tuple(state.hands[seat])
        others = {card for other in range(3) if other != seat for card in state.hands[other]}
        assert game.hidden(state, seat) == others | set(state.deck[state.deck_index :])


@pytest.mark.rule("TG-R6")
def test_what_is_hidden_from_a_seat() -> None:
    state = position("20 21", "30", "40 41", deck="50 51")
    assert the_game(3).hidden(state, 0) == set(cards("30 40 41 50 51"))
    assert the_game(3).hidden(state, 2) == set(cards("20 21 30 50 51"))


def test_what_can_only_be_in_one_place_is_not_hidden() -> None:
    assert the_game(3).hidden(position("20 21", "", "40 41"), 0) == frozenset()
    assert the_game(3).hidden(position("20 21", "30", "40"), 0) == set(cards("30 40"))
    assert the_game(1).hidden(position("20 21", deck="50"), 0) == frozenset()
    assert the_game(1).hidden(position("20 21", deck="50 51"), 0) == set(cards("50 51"))


def test_hand_sizes_while_a_turn_lasts() -> None:
    state = play(position("20 21 22", "30 31", deck="50"), "A20")
    assert state.observe(1).hand_sizes == (2, 2)
    assert not over(state)
