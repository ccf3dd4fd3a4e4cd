"""Placing, the backwards trick, ending a turn and drawing: TG-4 to TG-8, TG-R3, TG-R4."""

import pytest

from referee.games.events import unpack
from referee.games.game import IllegalActionError
from referee.games.the_game.actions import TheGameEventKind
from referee.games.the_game.cards import fits
from tests.games.the_game_positions import (
    deciding,
    last_events,
    legal,
    over,
    play,
    position,
)


@pytest.mark.rule("TG-4", "TG-5")
@pytest.mark.parametrize("row", range(4))
def test_which_cards_fit(row: int) -> None:
    for top in range(1, 101):
        if row < 2:
            expected = {card for card in range(2, 100) if card > top or card == top - 10}
        else:
            expected = {card for card in range(2, 100) if card < top or card == top + 10}
        assert {card for card in range(2, 100) if fits(row, top, card)} == expected


@pytest.mark.rule("TG-4")
def test_rows_going_up_and_down() -> None:
    state = position("20 40 80", "9", tops="41 20 40 30")
    assert legal(state) == "A80 B40 B80 C20 D20 D40"


@pytest.mark.rule("TG-5")
def test_the_backwards_trick_on_every_row() -> None:
    state = position("37 75", "9", tops="47 85 65 65")
    assert legal(state) == "A37 A75 B75 C37 C75 D37 D75"
    play(state, "A37", "C75")
    assert state.tops == [37, 85, 75, 65]


@pytest.mark.rule("TG-5")
def test_the_trick_as_often_as_wanted_and_mixed() -> None:
    state = position("47 48 38 28", "9", tops="1 57 100 100")
    play(state, "B47", "B48", "B38", "B28")
    assert state.tops[1] == 28


@pytest.mark.rule("TG-5")
@pytest.mark.parametrize("card", [36, 38, 27, 46])
def test_only_a_step_of_exactly_ten_goes_back(card: int) -> None:
    state = position(f"{card} 99", "9", tops="47 98 2 2")
    assert f"A{card}" not in legal(state)


@pytest.mark.rule("TG-6", "TG-R3")
def test_two_cards_at_least_and_all_the_hand_at_most() -> None:
    state = position("2 3 4", "9", deck="50 51")
    assert "end" not in legal(state)
    play(state, "A2")
    assert "end" not in legal(state)
    play(state, "B3")
    assert legal(state) == "A4 B4 C4 D4 end"
    play(state, "A4")
    assert legal(state) == "end"


@pytest.mark.rule("TG-6", "TG-R3")
def test_ending_early_is_refused() -> None:
    state = position("2 3 4", "9", deck="50 51")
    with pytest.raises(IllegalActionError, match="action 400 is not legal here"):
        play(state, "end")


@pytest.mark.rule("TG-12", "TG-13")
@pytest.mark.parametrize("variant", ["expert", "master"])
def test_three_cards_at_least_for_experts(variant: str) -> None:
    state = position("2 3 4 5", "9", deck="50 51", variant=variant)
    play(state, "A2", "A3")
    assert "end" not in legal(state)
    assert "end" in legal(play(state, "A4"))


@pytest.mark.rule("TG-7")
def test_as_many_are_drawn_as_were_placed() -> None:
    state = position("20 30 40 60", "9 10", deck="50 5 51 52 53")
    play(state, "A20", "A30", "A40", "end")
    assert state.hands[0] == [5, 50, 51, 60]
    assert state.deck[state.deck_index :] == (52, 53)
    assert last_events(state, 2) == [
        "seat 0 ends the turn and draws 3",
        "seat 1 is to place 2 or more",
    ]


@pytest.mark.rule("TG-7")
def test_as_far_as_the_deck_goes() -> None:
    state = position("20 30 40 60", "9 10", deck="50")
    play(state, "A20", "A30", "A40", "end")
    assert state.hands[0] == [50, 60]
    assert state.observe(0).deck_size == 0


@pytest.mark.rule("TG-8", "TG-R4", "TG-12")
@pytest.mark.parametrize("variant", ["base", "expert", "master"])
def test_with_an_empty_deck_one_card_will_do(variant: str) -> None:
    state = position("20 30", "9 10", variant=variant)
    assert state.minimum == 1
    play(state, "A20")
    assert "end" in legal(state)
    play(state, "A30", "end")
    assert state.seat == 1


@pytest.mark.rule("TG-R4")
def test_the_minimum_is_that_of_the_turns_start() -> None:
    state = position("20 30 40", "9 10", deck="50")
    play(state, "A20")
    assert state.minimum == 2
    assert "end" not in legal(state)
    play(state, "A30", "end")
    assert state.minimum == 1
    turns = [event for event in map(unpack, state.events) if event.kind == TheGameEventKind.TURN]
    assert [turn.a for turn in turns] == [2, 1]


@pytest.mark.rule("TG-8")
def test_players_without_cards_are_skipped() -> None:
    state = position("20 30", "", "9 10", "", mover=0)
    play(state, "A20", "end")
    assert deciding(state)[0] == 2
    play(state, "B9", "end")
    assert deciding(state)[0] == 0
    play(state, "A30")
    assert legal(state) == "end"
    play(state, "end")
    assert deciding(state)[0] == 2
    assert not over(state)


@pytest.mark.rule("TG-8")
def test_the_last_one_with_cards_goes_on_alone() -> None:
    state = position("20 30 40", "")
    play(state, "A20", "end")
    assert (state.seat, state.minimum, state.placed) == (0, 1, 0)
