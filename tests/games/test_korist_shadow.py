"""Capturing from the shadow offer of a duel: KO-23 to KO-25, KO-15, KO-R7, KO-R10."""

import pytest

from referee.games.korist import KoristPhase
from referee.games.korist.cards import heap_text
from tests.games.korist_positions import deciding, hand, known, last_events, legal, play, table

SHADOW = "1 2 2 4 4 5 5 5 6 7 7 8 12"


@pytest.mark.rule("KO-23", "KO-R10")
@pytest.mark.parametrize(
    ("laid", "groups"),
    [
        ("3", [1]),
        ("8", [1, 6]),
        ("13", [1, 6, 8, 12]),
        ("J", [1, 6, 8, 12]),
        ("8 8", [2, 4, 7]),
        ("8 J", [2, 4, 7]),
        ("6 6 6", [5]),
        ("5 5 5", []),
        ("2 2", []),
        ("1", []),
        ("8 8 8 8", []),
    ],
)
def test_a_whole_group_of_the_shadow_offer_must_be_captured(laid: str, groups: list[int]) -> None:
    state = table(f"{laid} 9", "3", shadow=SHADOW)
    play(state, laid)
    if groups:
        assert deciding(state) == (0, KoristPhase.SHADOW)
        assert legal(state) == [f"shadow {value}" for value in groups]
    else:
        assert deciding(state) == (0, KoristPhase.MAY_DRAW)


@pytest.mark.rule("KO-15", "KO-23")
def test_ones_do_nothing_in_the_shadow_offer() -> None:
    state = table("1 9", "3", shadow=SHADOW, variant="expert")
    assert deciding(play(state, "1")) == (1, KoristPhase.LAY)


@pytest.mark.rule("KO-24", "KO-23", "KO-R7")
def test_one_group_goes_into_the_hand_and_nothing_is_drawn() -> None:
    state = table("8 8 9", "3", shadow=SHADOW, deck="9 10 2 2")
    play(state, "8 8", "shadow 4")
    assert (hand(state, 0), known(state, 0)) == ("4 4 9", "4 4")
    assert heap_text(state.shadow) == "1 2 2 5 5 5 6 7 7 8 9 10 12"
    # The turn is over, although 2 2 and 7 7 still lie there.
    assert deciding(state) == (1, KoristPhase.LAY)
    assert last_events(state, 3)[0] == "seat 0 captures 4 4 from the shadow offer"


@pytest.mark.rule("KO-23")
def test_one_shadow_capture_a_turn_even_if_the_refill_opens_another() -> None:
    state = table("3 9", "3", shadow="1 4 4 5 5 6 6 7 7 8 8 9 9", deck="2 7")
    play(state, "3", "shadow 1")
    assert heap_text(state.shadow).startswith("2 4 4")
    assert deciding(state) == (1, KoristPhase.LAY)


@pytest.mark.rule("KO-25")
def test_the_shadow_offer_comes_before_the_opponent() -> None:
    state = table("8 9", "3 3", layouts=("", "5, 7"), shadow=SHADOW)
    play(state, "8")
    assert deciding(state) == (0, KoristPhase.SHADOW)
    play(state, "shadow 6")
    assert deciding(state) == (0, KoristPhase.TAKE)
    play(state, "leave", "back")
    assert (hand(state, 1), deciding(state)) == ("3 3 7", (1, KoristPhase.LAY))
