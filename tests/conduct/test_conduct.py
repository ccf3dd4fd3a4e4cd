"""The outcome of a match for seats at fault and for the others; faults in records; Conduct."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from referee.conduct import Conduct, Fault, FaultKind, FaultStage, final_outcome
from referee.deals import Deal, derive
from referee.evidence import Evidence
from referee.games.game import NOBODY
from tests.conduct.outcomes import assert_fair
from tests.conduct.toy import ToyState, hands, toy
from tests.games.profiles import fast


def somewhere(seats: int, hand: int, seed: int, actions: int) -> ToyState:
    """A state of some match after so many actions, or at its end if it has fewer."""
    state = toy(seats, hand).new(Deal(derive(str(seed))))
    random = Random(seed)
    for _ in range(min(actions, seats * hand)):
        state.apply(random.choice(state.legal_actions()))
    return state


positions = st.builds(
    somewhere, st.integers(1, 6), st.integers(1, 4), st.integers(0, 999), st.integers(0, 24)
)


@pytest.mark.slow
@given(positions, st.data())
@fast(150)
def test_points_stay_and_faults_come_last(state: ToyState, data: st.DataObject) -> None:
    seats = len(state.hands)
    # A match whose game is not over ends when at most one seat is without a fault.
    least = 0 if state.seat == NOBODY else seats - 1
    at_fault = data.draw(st.sets(st.sampled_from(range(seats)), min_size=max(least, 1)))
    outcome = final_outcome(state, at_fault)
    assert outcome.points == state.points()
    assert_fair(outcome, at_fault)


@given(st.builds(somewhere, st.integers(1, 6), st.just(3), st.integers(0, 999), st.just(24)))
@fast(60)
def test_without_faults_the_outcome_is_the_games_own(state: ToyState) -> None:
    assert final_outcome(state, ()) == state.outcome()


@pytest.mark.slow
@given(
    st.builds(somewhere, st.integers(2, 6), st.just(3), st.integers(0, 999), st.just(24)),
    st.data(),
)
@fast(100)
def test_the_honest_keep_their_order(state: ToyState, data: st.DataObject) -> None:
    at_fault = data.draw(st.sets(st.sampled_from(range(len(state.hands))), min_size=1))
    before, after = state.outcome().places, final_outcome(state, at_fault).places
    for one, other in combinations(set(range(len(before))) - at_fault, 2):
        assert (before[one] < before[other]) == (after[one] < after[other])
        assert (before[one] == before[other]) == (after[one] == after[other])


def test_a_fault_decides_a_match_whose_game_is_not_over() -> None:
    state = toy(2).new(hands((0, 1, 2), (3, 4, 5)))
    assert final_outcome(state, [1]).places == (1, 2)


def test_evidence_is_no_part_of_what_is_recorded() -> None:
    fault = Fault(
        kind=FaultKind.CRASHED,
        stage=FaultStage.PLAY,
        text="it fell",
        evidence=Evidence(words="Traceback"),
    )
    again = Fault.model_validate_json(fault.model_dump_json())
    assert (again.kind, again.text, again.evidence) == (FaultKind.CRASHED, "it fell", Evidence())


@pytest.mark.parametrize(
    "wrong",
    [
        {"decision_ms": -1},
        {"bank_ms": 86_400_001},
        {"grace_ms": 0.5},
        {"start_ms": "30000"},
        {"faults_in_a_row": 0},
        {"patience": 3},
    ],
)
def test_values_that_make_no_sense_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError, match=next(iter(wrong))):
        Conduct.model_validate(wrong)
