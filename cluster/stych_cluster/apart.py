"""Finds machines that stand apart: bots have far more faults there than on other machines.

They are only reported. Their matches count, since to leave out unexpected results would make the
table show what was expected.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from stych_cluster.machine_end import MachineEnd

# A machine stands apart if all three conditions hold.
_FEWEST: Final = 5
"""The machine has at least this many faults."""
_TIMES: Final = 3.0
"""Its faults are at least this many times the expected number."""
_CHANCE: Final = 1e-4
"""The probability of as many faults or more by chance is below this."""


def standing_apart(machines: Sequence[MachineEnd]) -> list[tuple[MachineEnd, int, float]]:
    """The machines that stand apart, each with its number of faults and the expected number.

    Only bots that also played on other machines are compared.
    """
    all_matches, all_faults = Counter[str](), Counter[str]()
    for each in machines:
        all_matches.update(each.matches)
        all_faults.update(each.faults)
    apart = []
    for each in machines:
        mean = expected_faults(each.matches, all_matches - each.matches, all_faults - each.faults)
        faults = sum(
            each.faults[name] for name in each.matches if all_matches[name] > each.matches[name]
        )
        if faults >= _FEWEST and faults >= _TIMES * mean and at_least(faults, mean) < _CHANCE:
            apart.append((each, faults, mean))
    return apart


def expected_faults(
    matches: Mapping[str, int], elsewhere: Mapping[str, int], faults_elsewhere: Mapping[str, int]
) -> float:
    """How many faults a machine would have at the rates of faults on the other machines.

    All counts are by bot: `matches` on this machine, `elsewhere` the matches on the others. A bot
    without matches elsewhere is left out.
    """
    # Half a fault is added: no fault in a few matches does not mean a rate of 0.
    return sum(
        times * (faults_elsewhere.get(name, 0) + 0.5) / (elsewhere[name] + 1)
        for name, times in matches.items()
        if elsewhere.get(name)
    )


def at_least(times: int, expected: float) -> float:
    """The probability that a Poisson variable with the mean `expected` is `times` or more."""
    below, term = 0.0, math.exp(-expected)
    for number in range(times):
        below += term
        term *= expected / (number + 1)
    return max(0.0, 1.0 - below)
