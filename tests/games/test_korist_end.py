"""The end and the score: KO-12, KO-13, KO-R5, KO-R9."""

from random import Random

import pytest

from referee.deals import Deal, derive
from referee.games.game import NOBODY
from referee.games.korist import KoristPhase, KoristState, Variant
from referee.games.korist.events import KoristEndReason
from tests.games.korist_positions import (
    deciding,
    ending,
    hand,
    korist,
    last_events,
    layout,
    play,
    supply,
    table,
)


@pytest.mark.rule("KO-12")
def test_the_last_card_laid_ends_the_game_and_captures_nothing() -> None:
    state = table("9 9", "1 1", "1 1", layouts=("5", "4 4", "3 3"))
    play(state, "9 9")
    assert state.seat == NOBODY
    assert ending(state) == KoristEndReason.HAND
    assert layout(state, 1) == ["4 4"]
    assert state.points() == (3, 0, 0)
    shadow = table("9 9", "1 1", shadow="4 4 5")
    assert ending(play(shadow, "9 9")) == KoristEndReason.HAND


@pytest.mark.rule("KO-12")
def test_the_last_card_of_supply_and_deck_ends_the_game() -> None:
    state = table("9 12", "1 1", "1 1", supply="5", deck="")
    play(state, "9", "pile 0")
    assert ending(state) == KoristEndReason.DRAWN
    assert last_events(state, 1) == ["game over: nothing is left to draw"]
    state = table("9 12", "1 1", "1 1", supply="5", deck="")
    assert deciding(play(state, "9", "none")) == (1, KoristPhase.LAY)


@pytest.mark.rule("KO-12")
def test_a_draw_of_several_may_be_cut_short() -> None:
    state = table("9 9 9 12", "1", "1", layouts=("", "4 4 4", "5 5 5"), supply="5", deck="6")
    play(state, "9 9 9", "take", "pile 0")
    assert deciding(state) == (1, KoristPhase.DRAW)
    play(state, "deck")
    assert ending(state) == KoristEndReason.DRAWN
    assert hand(state, 1) == "1 5 6"
    assert layout(state, 2) == ["5 5 5"]


@pytest.mark.rule("KO-12")
def test_an_empty_supply_ends_nothing_while_the_deck_has_cards() -> None:
    state = table("9 9 12", "1", "1", layouts=("", "4 4"), supply="5", deck="6 7 8")
    play(state, "9 9", "take", "pile 0")
    assert (supply(state), deciding(state)) == ("", (1, KoristPhase.DRAW))
    play(state, "deck")
    assert supply(state) == "7 8"
    assert deciding(state) == (1, KoristPhase.LAY)


@pytest.mark.rule("KO-12")
def test_an_empty_deck_ends_nothing_while_the_supply_has_cards() -> None:
    state = table("9 12", "1 1", "1 1", supply="5 6", deck="7")
    play(state, "9", "deck")
    assert deciding(state) == (1, KoristPhase.LAY)
    assert (supply(state), state.deck) == ("5 6", [])


@pytest.mark.rule("KO-R5")
def test_in_a_duel_the_last_pile_ends_the_game_whatever_the_shadow_offer_has() -> None:
    state = table("9 12", "1 1", supply="5+13+J", deck="", shadow="10 10 11")
    play(state, "9", "pile 0")
    assert ending(state) == KoristEndReason.DRAWN
    assert hand(state, 0) == "5 12 13 J"


@pytest.mark.rule("KO-R5", "KO-12")
def test_a_shadow_refill_that_empties_the_deck_ends_nothing() -> None:
    state = table("9 12", "1 1", supply="5", deck="3", shadow="8")
    play(state, "9", "shadow 8")
    assert state.deck == []
    assert deciding(state) == (1, KoristPhase.LAY)


def _over(*seats: tuple[str, str]) -> KoristState:
    """A game that is over; by seat the layout and the hand."""
    state = table(*(hand for _, hand in seats), layouts=[laid for laid, _ in seats])
    state._end(KoristEndReason.HAND)
    return state


@pytest.mark.rule("KO-13")
def test_cards_laid_out_count_and_cards_in_hand_count_against() -> None:
    state = _over(("4 4 J, 13", "2"), ("", "1 2 3"), ("5 5, 6, J J", ""))
    assert state.points() == (3, -3, 5)
    outcome = state.outcome()
    assert (outcome.points, outcome.places) == ((3, -3, 5), (2, 3, 1))


@pytest.mark.rule("KO-13")
@pytest.mark.parametrize(
    ("seats", "places"),
    [
        ([("4 4", ""), ("5 5 5", "1"), ("1", "")], (1, 2, 3)),
        ([("5 5 5", "1"), ("4 4", ""), ("1", "")], (2, 1, 3)),
        ([("5 5", "1"), ("6 6", "2"), ("7 7 7", "")], (2, 2, 1)),
        ([("5 5", "1"), ("6 6", "2"), ("1", "")], (2, 2, 1)),
        ([("5", ""), ("6", ""), ("7", "")], (1, 1, 1)),
        ([("5", "1 2"), ("9 9", "1 2 3"), ("7 7 7", "")], (2, 3, 1)),
    ],
)
def test_fewer_cards_in_hand_decide_between_equal_points(
    seats: list[tuple[str, str]], places: tuple[int, ...]
) -> None:
    assert _over(*seats).outcome().places == places


def test_there_is_no_outcome_before_the_end() -> None:
    with pytest.raises(ValueError, match="the game is not over"):
        table("1 2", "3", "4").outcome()


@pytest.mark.rule("KO-R9")
@pytest.mark.parametrize("limit", [1, 7, 60])
@pytest.mark.parametrize("variant", ["base", "expert"])
def test_the_limit_of_decisions_ends_the_game(limit: int, variant: Variant) -> None:
    state, random = korist(4, variant, limit).new(Deal(derive("limit"))), Random(limit)
    for _ in range(limit):
        assert state.seat != NOBODY
        state.apply(random.choice(state.legal_actions()))
    assert ending(state) == KoristEndReason.LIMIT
    assert state.decisions == limit
    assert state.outcome().points == state.points()
    assert last_events(state, 1) == ["game over: the limit of decisions is reached"]


@pytest.mark.rule("KO-R9")
@pytest.mark.parametrize("actions", [("9 9",), ("9 9", "leave")])
def test_an_undecided_capture_belongs_to_nobody(actions: tuple[str, ...]) -> None:
    state = table("9 9 12", "1", "1", layouts=("", "4 4", "3 3"), limit=len(actions))
    play(state, *actions)
    assert ending(state) == KoristEndReason.LIMIT
    assert state.points() == (1, -1, 1)
    for seat in range(3):
        assert state.observe(seat).captured != -1


@pytest.mark.rule("KO-R9")
def test_the_rules_of_the_end_come_before_the_limit() -> None:
    state = table("9 9", "1", "1", limit=1)
    assert ending(play(state, "9 9")) == KoristEndReason.HAND


@pytest.mark.rule("KO-R9")
def test_the_expert_game_can_go_round_in_circles() -> None:
    """A joker, a one and another card are laid in turn; each is captured, left and taken back."""

    state = table("5 J", "12 1", "12 5", layouts=("", "", "5"), variant="expert", limit=50)
    circle = ["J", "leave", "back", "1", "leave", "back", "5", "leave", "back"]
    while state.seat != NOBODY:
        play(state, circle[state.decisions % len(circle)])
    assert ending(state) == KoristEndReason.LIMIT
    assert sorted(map(len, state.layouts)) == [0, 0, 1]
