"""On Fire: TG-14, TG-R5."""

import pytest

from tests.games.the_game_positions import dealt, last_events, legal, over, play, position


@pytest.mark.rule("TG-14")
def test_a_fire_card_left_on_top_must_be_covered_next() -> None:
    state = position("21 22 23", "60 61 30", deck="50 51 52", fire=True)
    play(state, "A21", "A22", "end")
    assert state.observe(1).to_cover == (0,)
    assert last_events(state, 1) == ["seat 1 is to place 2 or more, covering A"]
    play(state, "A30")
    assert state.observe(1).to_cover == ()
    play(state, "B60", "end")
    assert not over(state)


@pytest.mark.rule("TG-14", "TG-R5")
def test_uncovered_the_game_is_lost_at_once_without_drawing() -> None:
    state = position("60 61 30", "2", tops="22 1 100 100", deck="50 51 52", fire=True)
    play(state, "B60", "B61", "end")
    assert over(state)
    assert state.hands[0] == [30]
    assert state.outcome().points == (-205, -205)
    assert state.outcome().places == (1, 1)
    assert last_events(state, 2) == [
        "seat 0 ends the turn and draws 0",
        "the game is lost by fire: 5 cards left",
    ]


@pytest.mark.rule("TG-14")
@pytest.mark.parametrize("fire", [True, False])
def test_it_is_an_option(fire: bool) -> None:
    state = position("60 61 30", "2", tops="22 1 100 100", deck="50 51 52", fire=fire)
    play(state, "B60", "B61", "end")
    assert over(state) is fire
    assert dealt("", "").terms.fire is False


@pytest.mark.rule("TG-14")
def test_a_fire_card_that_does_not_stay_on_top_is_harmless() -> None:
    state = position("21 22 23", "60 61 30", deck="50 51 52", fire=True)
    play(state, "A22", "A23", "end")
    assert state.to_cover == 0


@pytest.mark.rule("TG-R5")
def test_every_fire_must_be_covered_wherever_it_lies() -> None:
    state = position("60 61 30", "2 3", tops="22 55 44 100", deck="50 51 52", fire=True)
    assert state.observe(0).to_cover == (0, 1, 2)
    play(state, "A60", "C30")
    assert state.observe(0).to_cover == (1,)
    assert over(play(state, "end"))
    state = position("60 61 30", "2 3", tops="22 55 44 100", deck="50 51 52", fire=True)
    play(state, "A60", "C30", "B61", "end")
    assert not over(state)


@pytest.mark.rule("TG-R5")
def test_ones_own_new_fire_is_for_the_next() -> None:
    state = position("33 34 35", "60 61 30", tops="22 1 100 100", deck="50 51 52", fire=True)
    play(state, "A33", "B34", "end")
    assert not over(state)
    assert state.observe(1).to_cover == (0,)


@pytest.mark.rule("TG-R5")
def test_being_stuck_under_a_fire_loses_by_fire() -> None:
    stuck = position("40 41", "9", tops="90 77 10 10", deck="3", fire=True, mover=0)
    assert stuck.burnt
    assert stuck.points() == (-204, -204)
    covered = position("78 41", "9", tops="90 77 10 10", deck="3", fire=True)
    assert over(play(covered, "B78"))
    assert not covered.burnt
    assert covered.points() == (-3, -3)


@pytest.mark.rule("TG-R5", "TG-R3")
def test_nothing_left_to_do_but_to_end_the_turn_and_burn() -> None:
    state = position("91 92 40", "9", tops="90 77 10 10", deck="3", fire=True)
    play(state, "A91", "A92")
    assert legal(state) == "end"
    assert play(state, "end").burnt


@pytest.mark.rule("TG-R5", "TG-8")
def test_the_next_player_with_cards_must_cover() -> None:
    state = position("21 22", "", "30 60", tops="1 1 100 100", fire=True)
    play(state, "A21", "A22", "end")
    assert (state.seat, state.observe(2).to_cover) == (2, (0,))
    alone = position("22 30 60", "", tops="1 1 100 100", fire=True)
    play(alone, "A22", "end")
    assert (alone.seat, alone.observe(0).to_cover) == (0, (0,))
    assert play(alone, "B30", "end").burnt


@pytest.mark.rule("TG-R5", "TG-R7")
def test_with_no_card_left_nothing_need_be_covered() -> None:
    state = play(position("20 22", "", tops="1 33 100 100", fire=True), "A20", "A22")
    assert over(state)
    assert not state.burnt
    assert state.points() == (0, 0)


@pytest.mark.rule("TG-R5", "TG-10")
def test_a_loss_by_fire_ranks_behind_all_else() -> None:
    worst = position("40 41", "9", tops="90 90 10 10", fire=True)
    worst.left = 98
    best = position("60 61 62", "", tops="1 33 2 2", fire=True)
    play(best, "A60", "A61", "end")
    assert best.burnt
    assert best.left == 1
    assert best.points() < worst.points()
    more_left = position("40 41", "9", tops="90 77 10 10", fire=True)
    assert more_left.points() < best.points()
