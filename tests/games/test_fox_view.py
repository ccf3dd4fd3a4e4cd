"""What a seat sees and what it does not: FOX-R3, FOX-R4, and the list of the rules page."""

from random import Random

import pytest

from referee.deals import Deal, derive
from referee.games.fox import FoxObservation, FoxPhase, FoxState
from referee.games.fox.actions import event_text
from referee.games.game import NOBODY
from tests.games.fox_positions import cards, dealt, ending, fox, names, play


def _after(rounds: int, seed: str) -> FoxState:
    state = fox(35).new(Deal(derive("view", seed)))
    random = Random(seed)
    while len(state.past_rounds) < 2 * rounds and state.seat != NOBODY:
        state.apply(random.choice(state.legal_actions()))
    return state


def _history(view: FoxObservation) -> list[str]:
    return [event_text(event) for event in view.history]


def test_the_first_view_in_full() -> None:
    state = dealt("B1 B2 B3", "K11", "M4", "M11", dealer=1)
    assert state.observe(0) == FoxObservation(
        phase=FoxPhase.PLAY,
        to_move=0,
        target=21,
        dealer=1,
        leader=0,
        decree=cards("M4")[0],
        trick=(),
        hand_sizes=(13, 13),
        deck_size=6,
        tricks=(0, 0),
        treasures=(0, 0),
        totals=(0, 0),
        past_rounds=(),
        history=(state.events[0],),
        seat=0,
        hand=tuple(cards("B1 B2 B3 B4 B5 B6 B7 B8 B9 B10 B11 K1 K2")),
        drawn=(),
        buried=(),
    )


@pytest.mark.rule("FOX-R3")
def test_the_public_history_is_in_both_views() -> None:
    state = dealt("B3 K5 B2 B8", "B6 K6 M5", "M4", "M11 M10", dealer=1)
    play(state, "B3", "keep", "B6", "K6", "K5", "under B2")
    expected = [
        "seat 1 deals; decree M4",
        "seat 0 plays B3",
        "seat 0 keeps the decree",
        "seat 1 plays B6",
        "seat 1 takes the trick",
        "seat 1 plays K6",
        "seat 0 plays K5",
        "seat 0 draws a card and puts one under the deck",
        "seat 1 takes the trick",
    ]
    assert _history(state.observe(0)) == _history(state.observe(1)) == expected


@pytest.mark.rule("FOX-R3", "FOX-12")
def test_an_exchange_shows_both_cards_to_both() -> None:
    state = play(ending("B3 K2 K4", "B6 K6 K8", "M2"), "B3", "give K4")
    for seat in (0, 1):
        assert _history(state.observe(seat))[-1] == "seat 0 gives K4 for the decree M2"


@pytest.mark.rule("FOX-R3")
def test_own_secrets_of_the_round_are_repeated() -> None:
    state = dealt("B5 K5 B2 B8 K2", "B6 K6 M5", "M4", "M11 M10", dealer=1)
    play(state, "B5", "under B2", "B6", "K6", "K5")
    view = state.observe(0)
    assert (names(view.drawn), names(view.buried)) == ("M11 M10", "B2")
    assert view.phase == state.observe(1).phase == FoxPhase.WOODCUTTER
    assert (view.hand_sizes, view.deck_size) == ((12, 11), 5)
    play(state, "under M10")
    view = state.observe(0)
    assert (names(view.drawn), names(view.buried)) == ("M11 M10", "B2 M10")
    assert (view.hand_sizes, view.deck_size) == ((11, 11), 6)
    assert state.observe(1).drawn == state.observe(1).buried == ()


@pytest.mark.rule("FOX-R4")
@pytest.mark.parametrize("seed", "abc")
def test_after_a_round_only_its_points_are_shown(seed: str) -> None:
    state = _after(2, seed)
    for seat in (0, 1):
        view = state.observe(seat)
        assert view.drawn == view.buried == ()
        assert len(view.history) == 1
        assert _history(view)[0].startswith(f"seat {state.dealer} deals; decree")
        assert view.past_rounds == tuple(state.past_rounds)
        assert view.totals == state.points()


@pytest.mark.rule("FOX-R4")
@pytest.mark.parametrize("seed", "abc")
def test_after_the_game_hidden_cards_stay_hidden(seed: str) -> None:
    state = _after(99, seed)
    assert state.seat == NOBODY
    shown = set(state.observe(0).hand) | set(state.observe(1).hand)
    assert shown == set()
    for seat in (0, 1):
        view = state.observe(seat)
        assert view.buried == state.buried[seat]
        assert view.to_move == NOBODY
        hidden = fox().hidden(state, seat)
        assert hidden >= set(state.deck) - set(state.buried[seat]) - {state.decree}


@pytest.mark.rule("FOX-R3")
def test_what_is_hidden_from_a_seat() -> None:
    state = dealt("B5 K5 B2 B8 K2", "B3 B6 K6 M5", "M4", "M11 M10", dealer=1)
    game = fox()
    face_down = set(range(33)) - {state.decree}
    for seat in (0, 1):
        assert game.hidden(state, seat) == face_down - set(state.observe(seat).hand)

    play(state, "B5", "under B2", "B3", "give B6")
    assert not game.hidden(state, 0) & set(cards("B2 M11 B5 B3 M4 B6"))
    assert game.hidden(state, 1) >= set(cards("B2 M11"))
    assert not game.hidden(state, 1) & set(cards("B5 B3 M4 B6"))


@pytest.mark.rule("FOX-R3")
def test_a_decree_card_that_may_be_buried_now_was_seen_all_the_same() -> None:
    state = dealt("B1 K4", "B3 B2 K5", "M4", dealer=0)
    play(state, "B3", "give B2", "B1", "K4", "K5", "under M4")
    [buried] = cards("M4")
    assert buried in state.deck
    assert buried not in fox().hidden(state, 0) | fox().hidden(state, 1)
