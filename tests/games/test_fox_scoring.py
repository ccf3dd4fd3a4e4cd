"""Scores, the end of the game and its length: FOX-20 to FOX-23, FOX-R1, FOX-R2."""

import pytest

from referee.deals import Deal, FixedDeal, derive
from referee.games.fox import FoxState
from referee.games.game import NOBODY, Outcome
from referee.games.registry import OptionsError, make_game
from tests.games.fox_positions import ending, fox, last_events, legal, play

POINTS = {0: 6, 1: 6, 2: 6, 3: 6, 4: 1, 5: 2, 6: 3, 7: 6, 8: 6, 9: 6, 10: 0, 11: 0, 12: 0, 13: 0}


def _last_trick(tricks: tuple[int, int], winner: int, **more: object) -> FoxState:
    """The state after a round's last trick, which seat `winner` takes; `tricks` are those before.

    If the game goes on, the next round has been dealt.
    """
    hands = ("B4", "B2") if winner == 0 else ("B2", "B4")
    state = ending(*hands, "M2", tricks=tricks, **more)  # type: ignore[arg-type]
    return play(state, hands[0], hands[1])


@pytest.mark.rule("FOX-20")
@pytest.mark.parametrize("won", range(14))
def test_the_table_of_points(won: int) -> None:
    before, winner = ((won - 1, 13 - won), 0) if won else ((0, 12), 1)
    state = _last_trick(before, winner)
    expected = (POINTS[won], POINTS[13 - won])
    assert state.points() == expected
    assert tuple(state.past_rounds) == expected
    score = f"round over: {expected[0]} and {expected[1]} points"
    assert last_events(state, 2)[0] == score


@pytest.mark.rule("FOX-20", "FOX-15")
def test_treasures_come_on_top() -> None:
    state = _last_trick((3, 9), 0, treasures=(2, 1), totals=(5, 6))
    assert state.past_rounds == [3, 7]
    assert state.points() == (8, 13)
    assert state.treasures == [0, 0]
    last = play(ending("B7", "K7", "M2", tricks=(9, 3), treasures=(0, 1)), "B7", "K7")
    assert last.points() == (2, 7)


@pytest.mark.rule("FOX-21")
@pytest.mark.parametrize(
    ("totals", "over"),
    [((14, 14), False), ((15, 0), True), ((0, 15), True), ((16, 16), True), ((15, 14), True)],
)
def test_the_game_ends_when_somebody_has_the_target(totals: tuple[int, int], over: bool) -> None:
    state = _last_trick((6, 6), 0, totals=totals)  # scores 6 and 3
    if totals == (0, 15):
        assert not _is_over(state)
        state = _last_trick((6, 6), 1, totals=totals)  # scores 3 and 6
    assert _is_over(state) is over


def _is_over(state: FoxState) -> bool:
    return state.seat == NOBODY


@pytest.mark.rule("FOX-21")
def test_the_higher_total_wins() -> None:
    assert _last_trick((6, 6), 0, totals=(15, 17)).outcome() == Outcome((21, 20), (1, 2))
    assert _last_trick((6, 6), 0, totals=(15, 19)).outcome() == Outcome((21, 22), (2, 1))
    assert _last_trick((6, 6), 1, totals=(15, 20)).outcome() == Outcome((18, 26), (2, 1))


@pytest.mark.rule("FOX-21")
def test_before_the_end_there_is_no_outcome_and_after_it_no_action() -> None:

    state = _last_trick((6, 6), 0, totals=(14, 14))
    with pytest.raises(ValueError, match="not over"):
        state.outcome()
    assert legal(_last_trick((6, 6), 0, totals=(15, 15))) == []


@pytest.mark.rule("FOX-R2", "FOX-21")
def test_treasures_in_mid_round_do_not_end_the_game() -> None:
    state = ending("B7 B4", "B8 B2", "M2", tricks=(6, 5), totals=(20, 20))
    play(state, "B7", "B8")
    assert state.points() == (20, 21)
    assert not _is_over(state)
    play(state, "B2", "B4")  # 7 tricks to 6: 6 points to 3, and the Treasure
    assert state.outcome() == Outcome((26, 24), (1, 2))


@pytest.mark.rule("FOX-22")
@pytest.mark.parametrize(
    ("totals", "treasures", "places"),
    [
        ((15, 18), (0, 0), (1, 2)),  # 21 each, 6 against 3 in the last round
        ((16, 18), (0, 1), (1, 2)),  # 22 each, 6 against 4
        ((15, 15), (0, 3), (1, 1)),  # 21 each, 6 against 6: FOX-R1
    ],
)
def test_equal_totals_go_to_the_better_last_round(
    totals: tuple[int, int], treasures: tuple[int, int], places: tuple[int, int]
) -> None:
    outcome = _last_trick((6, 6), 0, totals=totals, treasures=treasures).outcome()
    assert outcome.points[0] == outcome.points[1]
    assert outcome.places == places
    mirrored = _last_trick((6, 6), 1, totals=totals[::-1], treasures=treasures[::-1]).outcome()
    assert mirrored.places == places[::-1]


@pytest.mark.rule("FOX-22", "FOX-15")
def test_treasures_count_for_the_last_round() -> None:
    state = _last_trick((6, 6), 0, totals=(18, 15), treasures=(0, 3))
    assert state.past_rounds == [6, 6]
    level = _last_trick((6, 6), 1, totals=(15, 15), treasures=(3, 0))
    assert level.outcome() == Outcome((21, 21), (1, 1))
    ahead = _last_trick((4, 8), 1, totals=(19, 14), treasures=(1, 0))  # 1 + 1 against 6
    assert ahead.outcome() == Outcome((21, 20), (1, 2))


@pytest.mark.rule("FOX-R1")
def test_equal_totals_and_an_equal_last_round_are_a_draw() -> None:
    state = _last_trick((6, 6), 0, totals=(17, 17), treasures=(0, 3))
    assert state.past_rounds == [6, 6]
    assert state.outcome() == Outcome((23, 23), (1, 1))


@pytest.mark.rule("FOX-23", "FOX-21")
@pytest.mark.parametrize("target", [10, 16, 21, 35, 50, 999])
def test_lengths(target: int) -> None:
    reach = {"totals": (target - 6, 0), "target": target}
    short = {"totals": (target - 7, 0), "target": target}
    assert _is_over(_last_trick((6, 6), 0, **reach))
    assert not _is_over(_last_trick((6, 6), 0, **short))


@pytest.mark.rule("FOX-23")
def test_the_length_is_an_option() -> None:
    assert fox().options == make_game("fox", {}).options
    assert make_game("fox", {}).options.target == 21
    state = make_game("fox", {"target": 16}).new(Deal(derive("length")))
    assert state.observe(0).target == state.observe(1).target == 16


@pytest.mark.rule("FOX-23")
@pytest.mark.parametrize("target", [0, -5, 1000, 21.0, "21", True, None])
def test_other_lengths_are_refused(target: object) -> None:
    with pytest.raises(OptionsError, match=r"target of fox .*received") as refused:
        make_game("fox", {"target": target})
    assert str(refused.value).endswith(f"received {target!r}")


@pytest.mark.rule("FOX-2", "FOX-21")
def test_the_next_round_starts_at_once_with_the_other_dealer() -> None:
    state = _last_trick((6, 6), 0, totals=(3, 3))
    assert state.dealer == 1
    assert state.seat == 0
    assert last_events(state, 1)[0].startswith("seat 1 deals; decree ")
    assert isinstance(state.deal, FixedDeal)
    assert list(state.deal.drawn)[-1] == "round/2/cards"
