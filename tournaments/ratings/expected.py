"""The share of points that the ratings expect if all entrants met each other equally often.

Observed shares cannot be compared where some entrants met stronger opponents than others: in
gauntlets, Swiss tournaments, ladders, and tournaments that end when the ranking is resolved. The
expected share of a pair is a probit model of the difference of their mus. Its slope is the maximum
likelihood estimate from the shares of all pairs that met. It is estimated anew because ratings are
about blocks, but shares about matches.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from tournaments.ratings.pairs import HeadToHead, Pair

ALIKE: Final = 0.005
"""Opponents are alike if no entrant's expected share against the opponents that it met differs by
more than half a percentage point from its expected share against all others."""
_GREATEST_SLOPE: Final = 8.0
"""The upper bound of the slope: with this slope, a lead of 1 in mu wins every match."""
_BISECTIONS: Final = 60
"""Each halves the interval of the slope: 60 leave nothing but rounding."""
_ROOT_2: Final = math.sqrt(2)
_PEAK: Final = 1 / math.sqrt(2 * math.pi)

_Met: TypeAlias = Sequence[tuple[float, float, int]]
"""For each pair that met: the difference of mu, the share of the first entrant, their matches."""


def expected_shares(mus: Mapping[str, float], cross: Mapping[Pair, HeadToHead]) -> dict[str, float]:
    """By entrant: the expected share if it met all others equally often, from 0 to 1.

    Empty where opponents are alike (`ALIKE`), so that observed shares can be compared, and where no
    two entrants met.
    """
    # `cross` has every pair in both orders.
    met = [
        (mus[one] - mus[other], cell.points_share, cell.matches)
        for (one, other), cell in sorted(cross.items())
        if one < other
    ]
    if not met or _is_even(mus, cross):
        return {}
    slope = _slope(met)
    against_all, against_met = dict[str, float](), dict[str, float]()
    for name in sorted(mus):
        others = [other for other in sorted(mus) if other != name]
        shares = {each: _cdf(slope * (mus[name] - mus[each])) for each in others}
        times = {each: cross[name, each].matches for each in others if (name, each) in cross}
        against_all[name] = math.fsum(shares.values()) / len(others)
        if times:
            weighted = math.fsum(shares[each] * number for each, number in times.items())
            against_met[name] = weighted / sum(times.values())
    # Without a difference to show, the table has no column for it.
    alike = all(abs(against_met[name] - against_all[name]) <= ALIKE for name in against_met)
    return {} if alike else against_all


def _is_even(mus: Mapping[str, float], cross: Mapping[Pair, HeadToHead]) -> bool:
    """Whether all pairs met equally often."""
    times = {cell.matches for cell in cross.values()}
    return len(times) == 1 and len(cross) == len(mus) * (len(mus) - 1)


def _slope(met: _Met) -> float:
    """The maximum likelihood estimate of the probit slope, per 1 in mu, by bisection."""
    low, high = 0.0, _GREATEST_SLOPE
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        # The log likelihood of a probit model is concave, so its derivative only decreases.
        low, high = (middle, high) if _derivative(met, middle) > 0 else (low, middle)
    return (low + high) / 2


def _derivative(met: _Met, slope: float) -> float:
    """The derivative of the log likelihood of the shares with respect to the slope."""
    return math.fsum(_score(slope * d, share) * d * matches for d, share, matches in met)


def _score(lead: float, share: float) -> float:
    """The derivative of the log likelihood of one match with respect to `lead`."""
    # Both tail probabilities are divisors, and a float underflows to 0 far beyond 8.
    z = max(-8.0, min(8.0, lead))
    density = math.exp(-z * z / 2) * _PEAK
    return density * (share / _cdf(z) - (1 - share) / _cdf(-z))


def _cdf(x: float) -> float:
    # Called 100,000 times for a large field; `NormalDist` takes five times as long.
    return math.erfc(-x / _ROOT_2) / 2
