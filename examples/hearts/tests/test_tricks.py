"""What may be played, and who takes the trick."""

import pytest
from positions import legal, play, position

from stych_hearts.cards import parse_card
from stych_hearts.legal import winning_place

LATER = {0: "2C 3C 4C 5C"}
"""A trick that was taken, so that the next one is not the first."""


@pytest.mark.rule("H-8")
def test_suit_is_followed_and_the_turn_goes_round() -> None:
    state = position("3D 9H", "4D 5D 6S", "7S 8S", "QD KH", won=LATER)
    play(state, "3D")
    assert legal(state) == "4D 5D"
    play(state, "5D")
    assert state.seat == 2


@pytest.mark.rule("H-8")
def test_anything_goes_without_the_suit() -> None:
    state = position("3D", "6S QS 7H", "8S", "QD", won=LATER)
    play(state, "3D")
    assert legal(state) == "6S QS 7H"


@pytest.mark.rule("H-9")
@pytest.mark.parametrize(
    ("trick", "place"),
    [("3D 5D KS AH", 1), ("KS AS QS", 1), ("2C AD AS AH AC", 4), ("2C AH KD 3S", 0)],
)
def test_the_highest_of_the_suit_led_takes_the_trick(trick: str, place: int) -> None:
    assert winning_place(tuple(map(parse_card, trick.split()))) == place


@pytest.mark.rule("H-9")
def test_who_takes_a_trick_leads_the_next() -> None:
    state = position("9H 8C", "KD 7C", "3D 6C", "AD 5C", won=LATER, leader=2)
    play(state, "3D, AD, 9H, KD")
    assert (state.leader, state.seat) == (3, 3)
    assert state.observe(0).taken == (0, 0, 0, 1)


@pytest.mark.rule("H-10")
def test_no_points_in_the_first_trick() -> None:
    state = position("2C", "3D QS 4H", "5C", "6C")
    play(state, "2C")
    assert legal(state) == "3D"


@pytest.mark.rule("H-10", "H-R1")
def test_points_in_the_first_trick_when_there_is_nothing_else() -> None:
    state = position("2C 9C", "QS 4H", "5C 8C", "6C 7C")
    play(state, "2C")
    assert legal(state) == "QS 4H"
    play(state, "4H")
    assert state.broken


@pytest.mark.rule("H-R1")
def test_the_jack_goes_to_the_first_trick() -> None:
    state = position("2C", "JD QS", "5C", "6C", jack=True)
    play(state, "2C")
    assert legal(state) == "JD"


@pytest.mark.rule("H-11")
def test_hearts_are_not_led_before_they_are_broken() -> None:
    state = position("3D 5S 4H", "4D 2H", "6D 3H", "7D 5H", won=LATER)
    assert legal(state) == "3D 5S"
    state = position("3D 5S 4H", "4D 2H", "6D 3H", "7D 5H", won=LATER, broken=True)
    assert legal(state) == "3D 5S 4H"


@pytest.mark.rule("H-11")
def test_who_has_nothing_else_leads_hearts_and_so_breaks_them() -> None:
    state = position("4H 9H", "4D 2H", "6D 3H", "7D 5H", won=LATER)
    assert legal(state) == "4H 9H"
    assert play(state, "4H").broken


@pytest.mark.rule("H-11")
def test_a_heart_that_is_thrown_away_breaks_hearts() -> None:
    state = position("3D 9C", "4H 5H", "6D 3S", "7D 5S", won=LATER)
    assert not play(state, "3D").broken
    assert play(state, "4H").broken


@pytest.mark.rule("H-12")
@pytest.mark.parametrize("queen_breaks", [True, False])
def test_the_queen_breaks_hearts_where_the_option_says_so(queen_breaks: bool) -> None:
    state = position("3D 9C", "QS 5H", "6D 3S", "7D 5S", won=LATER, queen_breaks=queen_breaks)
    assert play(state, "3D, QS").broken is queen_breaks


@pytest.mark.rule("H-R5")
def test_the_queen_is_led_at_any_time() -> None:
    state = position("3D QS 4H", "4D", "6D", "7D", won=LATER)
    assert legal(state) == "3D QS"
