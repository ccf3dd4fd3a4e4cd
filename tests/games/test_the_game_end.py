"""How a game ends and what counts: TG-9, TG-10, TG-R3, TG-R7."""

import pytest

from referee.games.game import Outcome
from tests.games.the_game_positions import last_events, legal, over, play, position


@pytest.mark.rule("TG-9")
def test_stuck_at_the_start_of_the_turn() -> None:
    state = position("40 50", "9", tops="90 90 10 10", deck="3")
    assert over(state)
    assert legal(state) == ""
    assert last_events(state, 2) == ["seat 0 is stuck", "the game is over: 4 cards left"]


@pytest.mark.rule("TG-9", "TG-R3")
def test_stuck_below_the_minimum_though_another_choice_would_have_done() -> None:
    saved = play(position("91 92", "9", tops="90 98 2 2", deck="3"), "A91")
    assert not over(saved)
    lost = play(position("91 92", "9", tops="90 98 2 2", deck="3"), "A92")
    assert over(lost)
    assert lost.left == 3
    assert lost.tops[0] == 92


@pytest.mark.rule("TG-9")
def test_from_the_minimum_on_nobody_is_stuck() -> None:
    state = play(position("91 92 50", "9 93", tops="90 98 2 2", deck="3"), "A91", "A92")
    assert legal(state) == "end"
    assert not over(state)


@pytest.mark.rule("TG-9", "TG-8")
def test_with_an_empty_deck_one_placed_card_is_enough() -> None:
    state = play(position("91 50", "92", tops="90 98 2 2"), "A91", "end")
    assert state.seat == 1
    state = position("91 50", "30", tops="90 98 2 2")
    assert over(play(state, "A91", "end"))
    assert last_events(state, 2) == ["seat 1 is stuck", "the game is over: 2 cards left"]


@pytest.mark.rule("TG-9")
def test_that_no_card_of_another_player_fits_ends_nothing() -> None:
    state = position("91 92 93", "50 51", tops="90 98 2 2", deck="3 4 5")
    play(state, "A91", "A92")
    assert not over(state)


@pytest.mark.rule("TG-10")
@pytest.mark.parametrize("players", range(1, 6))
def test_the_result_is_the_teams(players: int) -> None:
    hands = ["40", *["50 51"] * (players - 1)]
    state = position(*hands, tops="90 90 10 10", deck="3 4")
    left = 1 + 2 * (players - 1) + 2
    assert state.outcome() == Outcome((-left,) * players, (1,) * players)


@pytest.mark.rule("TG-10")
def test_points_as_they_stand() -> None:
    state = position("20 30 40", "9", deck="3 4")
    assert state.points() == (-6, -6)
    with pytest.raises(ValueError, match="not over"):
        state.outcome()
    assert play(state, "A20").points() == (-5, -5)


@pytest.mark.rule("TG-R7", "TG-9", "TG-10")
def test_the_very_last_card_ends_the_game() -> None:
    state = play(position("20 30", "", tops="1 1 100 100"), "A20", "A30")
    assert over(state)
    assert state.outcome() == Outcome((0, 0), (1, 1))
    assert last_events(state, 2) == ["seat 0 places 30 on A", "the game is over: 0 cards left"]


@pytest.mark.rule("TG-R7")
def test_a_players_last_card_does_not_end_the_game() -> None:
    state = play(position("20", "30"), "A20")
    assert legal(state) == "end"
    assert over(play(state, "end", "A30"))
    assert state.left == 0


@pytest.mark.rule("TG-R3")
def test_who_can_place_must() -> None:
    state = position("91 50", "9", tops="90 98 2 2", deck="3 4")
    assert legal(state) == "A91"
