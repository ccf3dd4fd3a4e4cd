"""Finds machines that stand apart: bots have far more faults there than on other machines.

They are only reported. Their matches count, since to leave out unexpected results would make the
table show what was expected.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from stych_cluster.machine_handle import MachineHandle

# A machine stands apart if all three conditions hold.
_LEAST_FAULTS: Final = 5
"""The machine has at least this many faults."""
_LEAST_FACTOR: Final = 3.0
"""Its faults are at least this many times the expected number."""
_MOST_CHANCE: Final = 1e-4
"""The probability of as many faults or more by chance is below this."""


def standing_apart(machines: Sequence[MachineHandle]) -> list[tuple[MachineHandle, int, float]]:
    """The machines that stand apart, each with its number of faults and the expected number.

    Only bots that also played on other machines are compared. A fault is counted for each seat.
    """
    all_seats, all_faults = Counter[str](), Counter[str]()
    for each in machines:
        all_seats.update(each.seats)
        all_faults.update(each.faults)
    apart = []
    for each in machines:
        expected = expected_faults(each.seats, all_seats - each.seats, all_faults - each.faults)
        faults = sum(each.faults[name] for name in each.seats if all_seats[name] > each.seats[name])
        if (
            faults >= _LEAST_FAULTS
            and faults >= _LEAST_FACTOR * expected
            and poisson_tail(faults, expected) < _MOST_CHANCE
        ):
            apart.append((each, faults, expected))
    return apart


def expected_faults(
    seats: Mapping[str, int], elsewhere: Mapping[str, int], faults_elsewhere: Mapping[str, int]
) -> float:
    """How many faults a machine would have at the rates of faults on the other machines.

    All counts are by bot: `seats` that it played on this machine, `elsewhere` those on the others.
    A bot without seats elsewhere is left out.
    """
    # Half a fault in one more seat is added: no fault in a few seats does not mean a rate of 0.
    return sum(
        number * (faults_elsewhere.get(name, 0) + 0.5) / (elsewhere[name] + 1)
        for name, number in seats.items()
        if elsewhere.get(name)
    )


def poisson_tail(least: int, mean: float) -> float:
    """The probability that a Poisson variable with this mean is `least` or more."""
    below, term = 0.0, math.exp(-mean)
    for number in range(least):
        below += term
        term *= mean / (number + 1)
    return max(0.0, 1.0 - below)
