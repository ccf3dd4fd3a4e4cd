"""Laying, capturing, drawing: KO-3 to KO-11, KO-14, KO-15 and their rulings."""

import pytest

from referee.games.game import IllegalActionError
from referee.games.korist import KoristPhase
from referee.games.korist.cards import heap_text
from tests.games.korist_positions import (
    deciding,
    hand,
    known,
    last_events,
    layout,
    legal,
    play,
    supply,
    table,
)


@pytest.mark.rule("KO-3", "KO-4")
def test_every_set_of_the_hand_may_be_laid_and_nothing_else() -> None:
    state = table("4 4 7 J J", "1", "1")
    expected = ["4", "4 J", "4 J J", "4 4", "4 4 J", "4 4 J J", "7", "7 J", "7 J J", "J", "J J"]
    assert legal(state) == expected
    for wrong in ("4 4 4", "5", "4 J J J", "J J J", "none", "deck", "take"):
        with pytest.raises(IllegalActionError, match="is not legal here"):
            play(state, wrong)


@pytest.mark.rule("KO-3")
def test_a_set_is_laid_over_what_lay_there() -> None:
    state = table("4 4 7", "1", "1", layouts=("9 9",))
    play(state, "4 4")
    assert layout(state, 0) == ["9 9", "4 4"]
    assert hand(state, 0) == "7"
    assert last_events(state, 1) == ["seat 0 lays 4 4"]


def _capture(laid: str, top: str, variant: str = "base") -> bool:
    state = table(f"{laid} 12", "1", "1", layouts=("", f"5, {top}"), variant=variant)  # type: ignore[arg-type]
    play(state, laid)
    return state.phase == KoristPhase.TAKE


@pytest.mark.rule("KO-5", "KO-4", "KO-6", "KO-R1")
@pytest.mark.parametrize(
    ("laid", "top", "captured"),
    [
        ("5", "4", True),
        ("5", "5", False),
        ("5", "6", False),
        ("5 5", "4", False),
        ("5", "4 4", False),
        ("5 5", "4 4", True),
        ("5 J", "4 4", True),  # a joker takes the value of the cards beside it
        ("5 5", "4 J", True),
        ("5 J", "4 J J", False),
        ("13", "12", True),
        ("J", "13", True),
        ("J J", "13 13", True),
        ("J J", "13 J", True),
        ("J", "13 13", False),
        ("J", "J", False),
        ("J J", "J J", False),
        ("13", "J", False),
        ("1", "13", False),
        ("1", "J", False),
    ],
)
def test_what_captures_what(laid: str, top: str, captured: bool) -> None:
    assert _capture(laid, top) == captured


@pytest.mark.rule("KO-15", "KO-R2")
@pytest.mark.parametrize(
    ("laid", "top", "captured"),
    [
        ("1", "13", True),
        ("1", "J", True),
        ("1 1", "13 13", True),
        ("1 J", "13 13", True),
        ("1 J", "J J", True),
        ("1", "13 13", False),
        ("1", "12", False),
        ("1", "1", False),
        ("2", "1", True),
        ("2", "13", False),
        ("J", "13", True),
        ("J", "J", False),
    ],
)
def test_ones_in_the_expert_game(laid: str, top: str, captured: bool) -> None:
    assert _capture(laid, top, "expert") == captured
    if laid.startswith("1"):
        assert not _capture(laid, top, "advanced")


@pytest.mark.rule("KO-5", "KO-9")
def test_opponents_are_compared_from_the_left_one_after_the_other() -> None:
    tops = ("6", "6", "4, 9", "8")
    state = table("1", "1", "9 12", "1", layouts=tops, turn=2)
    play(state, "9")
    assert (state.victim, deciding(state)) == (3, (2, KoristPhase.TAKE))
    assert last_events(state, 1) == ["seat 2 captures 8 from seat 3"]
    play(state, "leave", "back")
    assert (state.victim, deciding(state)) == (0, (2, KoristPhase.TAKE))
    play(state, "take")
    assert deciding(state) == (0, KoristPhase.DRAW)
    play(state, "deck")
    assert (state.victim, deciding(state)) == (1, (2, KoristPhase.TAKE))
    play(state, "leave", "back")
    assert deciding(state) == (3, KoristPhase.LAY)


@pytest.mark.rule("KO-9", "KO-8")
def test_a_layer_that_comes_to_light_is_safe_until_the_next_turn() -> None:
    state = table("9 12", "1 10", "2 2", layouts=("", "5, 4"))
    play(state, "9", "leave", "back")
    assert layout(state, 1) == ["5"]
    assert deciding(state) == (1, KoristPhase.LAY)
    state = table("9 12", "8 2", "3 3", layouts=("", "", "5, 4"), variant="advanced")
    play(state, "9", "leave", "back")
    assert (layout(state, 2), deciding(state)) == (["5"], (1, KoristPhase.LAY))
    play(state, "8")
    assert last_events(state, 1) == ["seat 1 captures 5 from seat 2"]


@pytest.mark.rule("KO-7", "KO-R6", "KO-10")
def test_the_captor_takes_and_the_victim_draws_as_many() -> None:
    state = table("5 5 5 12", "1", "1", layouts=("", "9, 4 4 J"))
    play(state, "5 5 5")
    assert legal(state) == ["take", "leave"]
    assert state.sizes == [1, 1, 1]
    play(state, "take")
    assert hand(state, 0) == "4 4 12 J"
    assert known(state, 0) == "4 4 J"
    assert layout(state, 1) == ["9"]
    assert deciding(state) == (1, KoristPhase.DRAW)
    assert legal(state) == ["pile 0", "pile 1", "pile 2", "pile 3", "pile 4", "pile 5", "deck"]
    play(state, "deck", "pile 2", "pile 0")
    assert hand(state, 1) == "1 2 5 7"
    assert deciding(state) == (1, KoristPhase.LAY)


@pytest.mark.rule("KO-7")
def test_the_victim_takes_back_what_was_left() -> None:
    state = table("5 5 12", "1", "1", layouts=("", "9, 4 J"))
    play(state, "5 5", "leave")
    assert deciding(state) == (1, KoristPhase.RETURN)
    assert legal(state) == ["back", "discard"]
    play(state, "back")
    assert (hand(state, 1), known(state, 1)) == ("1 4 J", "4 J")
    assert (layout(state, 1), state.discard) == (["9"], 0)
    assert deciding(state) == (1, KoristPhase.LAY)


@pytest.mark.rule("KO-7", "KO-R12")
def test_the_victim_discards_and_draws_as_many() -> None:
    state = table("5 5 12", "1", "1", layouts=("", "9, 4 J"))
    play(state, "5 5", "leave", "discard")
    assert deciding(state) == (1, KoristPhase.DRAW)
    assert state.draws == 2
    assert heap_text(state.discard) == "4 J"
    for seat in range(3):
        assert sum(state.observe(seat).discard) == 2
    play(state, "pile 0", "pile 0")
    assert (hand(state, 1), layout(state, 1)) == ("1 2 3", ["9"])
    assert deciding(state) == (1, KoristPhase.LAY)


@pytest.mark.rule("KO-10", "KO-R3")
def test_the_supply_is_filled_when_the_drawing_is_done() -> None:
    state = table("5 5 5 12", "1", "1", layouts=("", "4 4 J", "3 3 3"), deck="9 10 11 12 13")
    play(state, "5 5 5", "take", "pile 5", "pile 0")
    assert supply(state) == "3 5 6 8"
    assert legal(state) == ["pile 0", "pile 1", "pile 2", "pile 3", "deck"]
    play(state, "deck")
    assert hand(state, 1) == "1 2 9 9"
    assert supply(state) == "3 5 6 8 10 11"
    assert (state.victim, deciding(state)) == (2, (0, KoristPhase.TAKE))


@pytest.mark.rule("KO-10")
def test_without_a_deck_play_goes_on_with_the_supply() -> None:
    state = table("5 12", "1", "1", layouts=("", "4"), supply="2 3", deck="")
    play(state, "5", "take")
    assert legal(state) == ["pile 0", "pile 1"]
    play(state, "pile 0")
    assert supply(state) == "3"
    assert deciding(state) == (1, KoristPhase.LAY)


@pytest.mark.rule("KO-11", "KO-10")
def test_without_a_capture_one_card_may_be_drawn() -> None:
    state = table("5 12", "1 2", "1", layouts=("", "6"))
    play(state, "5")
    assert deciding(state) == (0, KoristPhase.MAY_DRAW)
    assert legal(state)[-2:] == ["deck", "none"]
    assert deciding(play(state.copy(), "none")) == (1, KoristPhase.LAY)
    assert hand(play(state.copy(), "deck"), 0) == "7 12"
    play(state, "pile 4")
    assert hand(state, 0) == "8 12"
    assert supply(state) == "2 3 5 6 9 7"
    assert deciding(state) == (1, KoristPhase.LAY)


@pytest.mark.rule("KO-11")
def test_after_a_capture_the_captor_draws_nothing() -> None:
    state = table("5 12", "1 2", "1", layouts=("", "4"))
    play(state, "5", "leave", "back")
    assert deciding(state) == (1, KoristPhase.LAY)


@pytest.mark.rule("KO-14", "KO-15")
@pytest.mark.parametrize("variant", ["advanced", "expert"])
def test_advanced_players_draw_nothing_without_a_capture(variant: str) -> None:
    state = table("5 12", "1 2", "1", variant=variant)  # type: ignore[arg-type]
    assert deciding(play(state, "5")) == (1, KoristPhase.LAY)
