"""From the deal to the first lead: NH-5 to NH-10, NH-21, NH-R3 to NH-R6."""

import pytest

from referee.games.game import IllegalActionError
from referee.games.nase_hra import NaseHraPhase, NaseHraState, RankOrder
from tests.games.nase_hra_positions import (
    announced,
    cards,
    cards_dealt,
    dealt,
    deciding,
    hand,
    last_events,
    legal,
    names,
    play,
)

NUMBERS = "K7 C7 L7 Z7 K8 C8 L8 Z8 K9 C9"
FIGURES = "KP CP LP ZP KV CV LV ZV KK CK"


def _asked(state: NaseHraState, order: str = "figures") -> NaseHraState:
    """The order is chosen and all play on."""
    return play(state, order, *["play on"] * state.players)


@pytest.mark.rule("NH-5")
def test_two_for_the_talon_and_ten_each() -> None:
    state = dealt(NUMBERS, FIGURES, talon="ZE Z0")
    assert names(state.talon) == "ZE Z0"
    assert cards(hand(state, 0)) == sorted(cards(NUMBERS))
    assert cards(hand(state, 1)) == sorted(cards(FIGURES))
    assert state.hands[2].bit_count() == 10
    order = state.deal.drawn["triple/1/game/1/redeal/0/cards"]
    assert tuple(order) == cards_dealt("ZE Z0", NUMBERS, FIGURES)


@pytest.mark.rule("NH-6")
@pytest.mark.parametrize(
    ("choice", "order"), [("figures", RankOrder.FIGURES), ("numbers", RankOrder.NUMBERS)]
)
def test_the_chooser_must_choose(choice: str, order: RankOrder) -> None:
    state = dealt(chooser=1)
    assert deciding(state) == (1, NaseHraPhase.ORDER)
    assert legal(state) == ["figures", "numbers"]
    play(state, choice)
    assert state.order == order
    assert last_events(state, 1) == [f"seat 1 chooses {choice}"]


@pytest.mark.rule("NH-7", "NH-R3")
def test_everybody_is_asked_in_turn_and_most_have_no_choice() -> None:
    state = play(dealt(NUMBERS, FIGURES, chooser=1), "figures")
    assert deciding(state) == (2, NaseHraPhase.ASK)
    assert legal(state) == ["play on"]
    play(state, "play on")
    assert deciding(state) == (0, NaseHraPhase.ASK)
    assert legal(state) == ["play on", "refuse"]
    play(state, "play on")
    assert deciding(state) == (1, NaseHraPhase.ASK)
    assert legal(state) == ["play on"]
    play(state, "play on")
    assert deciding(state) == (2, NaseHraPhase.TALON)
    assert last_events(state, 3) == ["seat 2 plays on", "seat 0 plays on", "seat 1 plays on"]


@pytest.mark.rule("NH-7")
@pytest.mark.parametrize(("figures", "refusable"), [(0, True), (1, True), (2, False)])
def test_a_seat_with_at_most_one_taking_card_may_refuse(figures: int, refusable: bool) -> None:
    held = " ".join([*NUMBERS.split()[figures:], *["ZK", "ZE"][:figures]])
    state = play(dealt("", held), "figures")
    assert deciding(state) == (1, NaseHraPhase.ASK)
    assert ("refuse" in legal(state)) == refusable


@pytest.mark.rule("NH-7")
def test_what_takes_is_what_was_chosen() -> None:
    state = play(dealt("", NUMBERS), "numbers")
    assert legal(state) == ["play on"]
    with pytest.raises(IllegalActionError):
        play(state, "refuse")


@pytest.mark.rule("NH-7")
def test_a_refused_game_is_dealt_anew_for_the_same_chooser() -> None:
    state = dealt("", NUMBERS, chooser=0)
    play(state, "figures", "refuse")
    assert last_events(state, 2) == [
        "seat 1 refuses the game",
        "triple 1, game 1, redeal 1: seat 0 deals",
    ]
    assert deciding(state) == (0, NaseHraPhase.ORDER)
    assert (state.redeal, state.order, state.points()) == (1, RankOrder.UNCHOSEN, (0, 0, 0))
    assert [h.bit_count() for h in state.hands] == [10, 10, 10]
    assert legal(state) == ["figures", "numbers"]


@pytest.mark.rule("NH-7")
def test_there_is_no_limit_to_refusals() -> None:
    again = {
        f"triple/1/game/1/redeal/{number}/cards": cards_dealt("", "", NUMBERS)
        for number in range(1, 301)
    }
    state = dealt("", NUMBERS, more=again)
    for number in range(300):
        assert state.redeal == number
        play(state, "figures", "refuse")
    # An event holds no number above 255, so its count stops there.
    assert last_events(state, 1) == ["triple 1, game 1, redeal 255: seat 0 deals"]
    assert state.observe(0).redeal == 300


@pytest.mark.rule("NH-7", "NH-R3")
def test_the_chooser_may_refuse_last() -> None:
    state = play(dealt(NUMBERS), "figures", "play on", "play on")
    assert deciding(state) == (0, NaseHraPhase.ASK)
    assert legal(state) == ["play on", "refuse"]
    play(state, "refuse")
    assert deciding(state) == (0, NaseHraPhase.ORDER)


@pytest.mark.rule("NH-8")
def test_the_talon_is_offered_left_first_and_never_to_the_chooser() -> None:
    state = _asked(dealt(chooser=2))
    assert deciding(state) == (0, NaseHraPhase.TALON)
    assert legal(state) == ["renounce", "take 1", "take 2"]
    play(state, "renounce")
    assert deciding(state) == (1, NaseHraPhase.TALON)
    play(state, "renounce")
    assert deciding(state) == (0, NaseHraPhase.ANNOUNCE)


@pytest.mark.rule("NH-8", "NH-9", "NH-R4")
def test_one_card_each_from_the_top() -> None:
    state = _asked(dealt(NUMBERS, FIGURES, talon="ZE Z0"))
    play(state, "take 1")
    assert deciding(state) == (1, NaseHraPhase.DISCARD)
    assert "ZE" in hand(state, 1).split()
    assert len(legal(state)) == 11
    play(state, "discard KP")
    assert deciding(state) == (2, NaseHraPhase.TALON)
    assert legal(state) == ["renounce", "take 1"]
    play(state, "take 1")
    assert "Z0" in hand(state, 2).split()
    play(state, "discard Z0")
    assert names(state.cross) == "KP Z0"
    assert [h.bit_count() for h in state.hands] == [10, 10, 10]
    assert deciding(state) == (1, NaseHraPhase.ANNOUNCE)


@pytest.mark.rule("NH-9")
def test_two_discards_one_at_a_time_of_any_cards() -> None:
    state = _asked(dealt(NUMBERS, FIGURES, talon="ZE Z0"))
    play(state, "take 2")
    assert len(legal(state)) == 12
    assert "discard ZE" in legal(state)
    play(state, "discard ZE")
    assert deciding(state) == (1, NaseHraPhase.DISCARD)
    assert len(legal(state)) == 11
    play(state, "discard CP")
    assert names(state.cross) == "ZE CP"
    assert names(state.taken[1]) == "ZE Z0"
    assert last_events(state, 2) == ["seat 1 discards ZE", "seat 1 discards CP"]


@pytest.mark.rule("NH-R4", "NH-R5")
def test_with_an_empty_talon_the_second_is_not_asked_and_renounces_nothing() -> None:
    state = _asked(dealt(NUMBERS, FIGURES, talon="ZE Z0"))
    play(state, "take 2", "discard ZE", "discard Z0")
    assert deciding(state) == (1, NaseHraPhase.ANNOUNCE)
    assert state.points() == (0, 0, 0)
    assert state.renounced == (False, False, False)


@pytest.mark.rule("NH-10", "NH-R5")
def test_renouncing_is_a_point_at_once() -> None:
    state = _asked(dealt())
    play(state, "renounce")
    assert state.points() == (0, 1, 0)
    assert last_events(state, 1) == ["seat 1 renounces the talon"]
    play(state, "renounce")
    assert state.points() == (0, 1, 1)
    assert state.renounced == (False, True, True)


@pytest.mark.rule("NH-10", "NH-R5")
def test_one_left_can_still_be_renounced() -> None:
    state = _asked(dealt(NUMBERS, FIGURES, talon="ZE Z0"))
    play(state, "take 1", "discard ZE", "renounce")
    assert state.points() == (0, 0, 1)


@pytest.mark.rule("NH-21")
def test_everybody_announces_the_true_number_after_the_discards() -> None:
    state = _asked(dealt(NUMBERS, FIGURES, talon="ZE Z0"))
    play(state, "take 1", "discard ZE", "renounce")
    assert deciding(state) == (1, NaseHraPhase.ANNOUNCE)
    assert legal(state) == ["announce 10"]
    with pytest.raises(IllegalActionError):
        play(state, "announce 9")
    play(state, "announce 10")
    assert state.announced == (-1, 10, -1)
    announced(state)
    assert state.announced == (0, 10, 5)
    assert last_events(state, 4)[:3] == [
        "seat 1 announces 10",
        "seat 2 announces 5",
        "seat 0 announces 0",
    ]


@pytest.mark.rule("NH-R6")
def test_what_nobody_took_is_turned_up_when_play_starts() -> None:
    state = _asked(dealt(NUMBERS, FIGURES, talon="ZE Z0", chooser=2))
    play(state, "renounce", "renounce")
    assert (state.cross, len(state.talon)) == ((), 2)
    announced(state)
    assert names(state.cross) == "ZE Z0"
    assert state.talon == ()
    assert last_events(state, 2) == ["the talon's ZE is turned up", "the talon's Z0 is turned up"]
    assert deciding(state) == (2, NaseHraPhase.PLAY)


@pytest.mark.rule("NH-R6")
def test_discards_come_before_what_is_turned_up() -> None:
    state = _asked(dealt(NUMBERS, FIGURES, talon="ZE Z0"))
    announced(play(state, "renounce", "take 1", "discard ZE"))
    assert names(state.cross) == "ZE Z0"
    assert state.observe(0).cross == state.cross
