"""Flags, and how little can be said: TG-11, TG-R2."""

import pytest

from referee.deals import Deal, derive
from referee.games.the_game import TheGamePhase
from referee.games.the_game.actions import FLAG_ACTIONS, FLAGS_BY_CODE, GLAD_ACTIONS, parse_action
from tests.games.the_game_positions import (
    deciding,
    greedy,
    last_events,
    legal,
    over,
    play,
    position,
    the_game,
)


@pytest.mark.rule("TG-R2")
def test_every_other_player_sets_flags_before_each_turn() -> None:
    state = position("20 21 22", "30 31", "40 41", deck="50 51 52", mover=1, talk=True)
    assert deciding(state) == (2, TheGamePhase.FLAGS)
    play(state, "flags 0000")
    assert deciding(state) == (0, TheGamePhase.FLAGS)
    play(state, "flags 0000")
    assert deciding(state) == (1, TheGamePhase.TURN)
    play(state, "A30", "A31", "end")
    assert deciding(state) == (0, TheGamePhase.FLAGS)
    assert state.mover == 2


@pytest.mark.rule("TG-R2")
def test_four_flags_of_three_kinds() -> None:
    state = position("20 21", "30 31", deck="50", talk=True)
    assert state.legal_actions() == FLAG_ACTIONS
    assert len(set(FLAGS_BY_CODE)) == 3**4
    play(state, "flags 0120")
    assert last_events(state, 1) == ["seat 1 sets flags 0120"]
    for seat in (0, 1):
        assert state.observe(seat).flags == (0, 0, 0, 0, 0, 1, 2, 0)


@pytest.mark.rule("TG-R2")
def test_flags_stay_until_they_are_set_again() -> None:
    state = play(position("20 21", "30 31 32", deck="50 51", talk=True), "flags 2222", "A20", "A21")
    assert state.observe(0).flags[4:] == (2, 2, 2, 2)
    play(state, "end", "flags 1000")
    assert state.observe(1).flags == (1, 0, 0, 0, 2, 2, 2, 2)
    play(state, "A30", "A31", "end", "flags 0001")
    assert state.observe(1).flags == (1, 0, 0, 0, 0, 0, 0, 1)


@pytest.mark.rule("TG-R2")
def test_who_has_no_cards_is_not_asked() -> None:
    state = position("20 21", "", "30", talk=True)
    assert deciding(state) == (2, TheGamePhase.FLAGS)
    play(state, "flags 0000")
    assert deciding(state) == (0, TheGamePhase.TURN)
    assert deciding(position("20 21", "", "", talk=True)) == (0, TheGamePhase.TURN)


@pytest.mark.rule("TG-R2", "TG-9")
def test_flags_are_asked_for_though_the_mover_is_stuck() -> None:
    state = position("40 50", "9 8", tops="90 90 10 10", deck="3", talk=True)
    assert not over(state)
    assert deciding(state) == (1, TheGamePhase.FLAGS)
    assert over(play(state, "flags 0000"))


@pytest.mark.rule("TG-R2", "TG-R1")
@pytest.mark.parametrize("players", [1, 2, 5])
def test_with_talk_off_nobody_is_asked(players: int) -> None:
    state = the_game(players).new(Deal(derive("silent")))
    while not over(state):
        assert state.phase == TheGamePhase.TURN
        state.apply(state.legal_actions()[0])
    assert set(state.flags) == {0}


@pytest.mark.rule("TG-R1", "TG-R2")
def test_nothing_is_said_by_gladness_0_and_no_flags() -> None:
    """The table takes these for a seat that never talks; at any other decision it must ask."""
    game = the_game(3, talk=True)
    state = game.new(Deal(derive("says nothing")))
    said: dict[TheGamePhase, set[int | None]] = {}
    while not over(state):
        silence = state.silence()
        said.setdefault(state.phase, set()).add(silence)
        state.apply(greedy(state) if silence is None else silence)
    assert said == {
        TheGamePhase.GLADNESS: {parse_action("glad 0")},
        TheGamePhase.FLAGS: {parse_action("flags 0000")},
        TheGamePhase.TURN: {None},
    }
    assert state.silence() is None


@pytest.mark.rule("TG-11", "TG-R1")
def test_what_can_be_said_names_no_number() -> None:
    """What may be said is the same whatever one holds: 4 answers once, 81 settings of flags."""
    low = position("2 3", "4 5", deck="50", talk=True)
    high = position("2 3", "98 99", deck="50", talk=True)
    assert legal(low) == legal(high)
    assert len(low.legal_actions()) == 81
    assert len(GLAD_ACTIONS) == 4
