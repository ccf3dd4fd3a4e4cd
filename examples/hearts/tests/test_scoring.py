"""What a round counts, when the game ends, and who has won."""

from typing import Any

import pytest
from positions import game, mask, play, position

from referee.games.outcome import Outcome
from referee.games.state import NOBODY
from stych_hearts.actions import HeartsEventKind
from stych_hearts.cards import PACKS, SUIT_MASKS
from stych_hearts.scoring import card_points, points_of, round_points
from stych_hearts.state import MOST_ROUNDS, HeartsState

HEARTS = SUIT_MASKS[3]
ALL = HEARTS | mask("QS")


def counted(*won: int, **options: Any) -> list[int]:
    """What the round counts by seat."""
    own = game(players=len(won), **options).options
    return [against - off for against, off in round_points(won, own)]


@pytest.mark.rule("H-3")
def test_hearts_and_the_queen_count() -> None:
    assert card_points(mask("2H AH QS KS JD")) == 15
    assert card_points(PACKS[4]) == card_points(PACKS[5]) == 26


@pytest.mark.rule("H-13")
def test_each_player_counts_the_points_of_the_cards_taken() -> None:
    assert counted(mask("2H 3H 2C"), mask("QS 4H"), HEARTS & ~mask("2H 3H 4H"), 0) == [2, 14, 10, 0]


@pytest.mark.rule("H-14")
def test_the_moon_counts_for_the_others() -> None:
    assert counted(0, ALL, 0, 0) == [26, 0, 26, 26]
    assert counted(mask("JD"), 0, ALL | mask("AD")) == [26, 26, 0]


@pytest.mark.rule("H-14")
def test_the_moon_counts_for_oneself() -> None:
    assert counted(0, ALL, 0, 0, moon="self") == [0, -26, 0, 0]


@pytest.mark.rule("H-14")
def test_all_hearts_alone_are_not_the_moon() -> None:
    assert counted(HEARTS, mask("QS"), 0, 0) == [13, 13, 0, 0]


@pytest.mark.rule("H-15")
def test_the_jack_takes_ten_off_where_the_option_says_so() -> None:
    assert points_of(mask("JD 2H"), game(jack=True).options) == -9
    assert points_of(mask("JD 2H"), game().options) == 1


@pytest.mark.rule("H-15")
@pytest.mark.parametrize(
    ("moon", "expected"), [("others", [16, 0, 26, 26]), ("self", [-10, -26, 0, 0])]
)
def test_the_jack_has_nothing_to_do_with_the_moon(moon: str, expected: list[int]) -> None:
    assert counted(mask("JD"), ALL, 0, 0, moon=moon, jack=True) == expected
    everything = counted(0, ALL | mask("JD"), 0, 0, moon=moon, jack=True)
    assert everything[1] == (-10 if moon == "others" else -36)


def last_trick(totals: list[int], **options: Any) -> HeartsState:
    """Before the last trick: seat 1 will take it with a heart; seat 0 has all other points."""
    won = {0: "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH QS"}
    state = position("3C", "AC", "4C", "AH", won=won, broken=True, **options)
    state.totals = totals
    return state


@pytest.mark.rule("H-16", "H-17")
def test_the_game_ends_when_somebody_has_reached_the_target() -> None:
    state = play(last_trick([75, 20, 21, 30]), "3C, AC, 4C, AH")
    assert state.seat == NOBODY
    assert state.outcome() == Outcome(points=(-100, -21, -21, -30), places=(4, 1, 1, 3))


@pytest.mark.rule("H-16")
def test_the_game_goes_on_below_the_target() -> None:
    state = play(last_trick([74, 20, 21, 30]), "3C, AC, 4C, AH")
    assert state.seat != NOBODY
    assert state.totals == [99, 21, 21, 30]
    with pytest.raises(ValueError, match="not over"):
        state.outcome()


@pytest.mark.rule("H-17")
def test_points_stand_below_zero_with_those_of_the_round() -> None:
    state = last_trick([10, 0, 0, 0])
    assert state.points() == (-35, 0, 0, 0)
    assert state.observe(0).taken == (25, 0, 0, 0)
    assert state.observe(0).totals == (10, 0, 0, 0)


@pytest.mark.rule("H-R2")
def test_the_target_is_not_reached_within_a_round() -> None:
    """The moon takes away what would have been enough."""
    won = {0: "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH QS"}
    state = position("AC", "3C", "4C", "AH", won=won, broken=True, target=60)
    state.totals = [50, 0, 0, 0]
    assert min(state.points()) < -60
    play(state, "AC, 3C, 4C, AH")
    assert state.seat != NOBODY
    assert state.totals == [50, 26, 26, 26]
    kinds = [event & 31 for event in state.events]
    assert kinds.count(HeartsEventKind.MOON) == 1


@pytest.mark.rule("H-R3")
def test_the_last_round() -> None:
    for rounds, ends in ((MOST_ROUNDS - 2, False), (MOST_ROUNDS - 1, True)):
        state = last_trick([0, 0, 0, 0])
        state.past_rounds = [0] * 4 * rounds
        play(state, "3C, AC, 4C, AH")
        assert (state.seat == NOBODY) is ends


def moon(totals: list[int], option: str) -> HeartsState:
    """Seat 0 has just shot the moon in the last trick of a round; the target is 60."""
    won = {0: "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH QS"}
    state = position("AC", "3C", "4C", "AH", won=won, broken=True, target=60, moon=option)
    state.totals = totals
    return play(state, "AC, 3C, 4C, AH")


@pytest.mark.rule("H-R6")
def test_the_moon_counts_as_the_option_says_where_the_other_count_would_win() -> None:
    """When the others get 26, the game ends, and seat 0 has won; with 26 off it goes on."""
    assert moon([20, 40, 40, 40], "others").outcome().places == (1, 2, 2, 2)
    state = moon([20, 40, 40, 40], "self")
    assert state.seat != NOBODY
    assert state.totals == [-6, 40, 40, 40]


@pytest.mark.rule("H-R6")
def test_the_moon_may_lose_the_game() -> None:
    """When the others get 26, one of them reaches the target, and the two others are ahead."""
    assert moon([55, 10, 40, 10], "others").outcome().places == (3, 1, 4, 1)
