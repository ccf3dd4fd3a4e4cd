"""The state machines as rounds of the long run."""

from collections.abc import Callable, Mapping
from typing import Final

from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from tests.fuzz.sessions import Good, Rogue

_COURSES = 25


def _round(machine: type[RuleBasedStateMachine]) -> Callable[[int], int]:
    """Other courses every time, whatever the number; what fails is printed step by step."""

    def play(number: int) -> int:
        del number
        effort = settings(
            max_examples=_COURSES,
            stateful_step_count=50,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        run_state_machine_as_test(machine, settings=effort)
        return _COURSES

    return play


MACHINES: Final[Mapping[str, Callable[[int], int]]] = {
    "session with a rogue": _round(Rogue),
    "session with a good bot": _round(Good),
}
