"""The share of points that the ratings expect if everybody met everybody equally often.

The shares that were reached cannot be compared where some met stronger opponents than others: in
gauntlets, Swiss tournaments, ladders, and tournaments that end when the ranking is resolved. The
expected share of a pair is a probit of the difference of their mus. Its steepness is the likeliest
one, given the shares of all pairs that met: ratings are about blocks, but shares about matches.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from tournaments.ratings.pairs import HeadToHead, Pair

ALIKE: Final = 0.005
"""Opponents are alike if no entrant's expected share against those it met differs by more than this
from its expected share against everybody: half a percentage point."""
_STEEPEST: Final = 8.0
"""The upper bound of the steepness: with it, a lead of 1 in mu wins everything."""
_BISECTIONS: Final = 60
_ROOT_2: Final = math.sqrt(2)
_PEAK: Final = 1 / math.sqrt(2 * math.pi)

_Met: TypeAlias = Sequence[tuple[float, float, int]]
"""For each pair that met: the difference of mu, the share of the first, the number of matches."""


def expected_shares(mus: Mapping[str, float], cross: Mapping[Pair, HeadToHead]) -> dict[str, float]:
    """By entrant: the expected share if it met all others equally often, from 0 to 1.

    Empty where opponents are alike, so that the shares that were reached can be compared.
    """
    # `cross` has every pair in both orders.
    met = [
        (mus[one] - mus[other], cell.points_share, cell.matches)
        for (one, other), cell in sorted(cross.items())
        if one < other
    ]
    if not met or _is_even(mus, cross):
        return {}
    steepness = _steepness(met)
    everybody, own = dict[str, float](), dict[str, float]()
    for name in sorted(mus):
        others = [other for other in sorted(mus) if other != name]
        shares = {each: _cdf(steepness * (mus[name] - mus[each])) for each in others}
        times = {each: cross[name, each].matches for each in others if (name, each) in cross}
        everybody[name] = math.fsum(shares.values()) / len(others)
        if times:
            weighed = math.fsum(shares[each] * number for each, number in times.items())
            own[name] = weighed / sum(times.values())
    # Without a difference to show, the table is spared a column.
    alike = all(abs(own[name] - everybody[name]) <= ALIKE for name in own)
    return {} if alike else everybody


def _is_even(mus: Mapping[str, float], cross: Mapping[Pair, HeadToHead]) -> bool:
    """Whether all pairs met equally often."""
    times = {cell.matches for cell in cross.values()}
    return len(times) == 1 and len(cross) == len(mus) * (len(mus) - 1)


def _steepness(met: _Met) -> float:
    """How many standard deviations a difference of 1 in mu is: the likeliest, by bisection."""
    low, high = 0.0, _STEEPEST
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        # The log likelihood of a probit is concave, so its slope only decreases.
        low, high = (middle, high) if _slope(met, middle) > 0 else (low, middle)
    return (low + high) / 2


def _slope(met: _Met, steepness: float) -> float:
    """The derivative of the log likelihood of the shares by the steepness."""
    return math.fsum(_pull(steepness * d, share) * d * matches for d, share, matches in met)


def _pull(lead: float, share: float) -> float:
    # The tail is divided by, and far beyond 8 standard deviations a float has it as 0.
    at = max(-8.0, min(8.0, lead))
    density = math.exp(-at * at / 2) * _PEAK
    return density * (share / _cdf(at) - (1 - share) / _cdf(-at))


def _cdf(x: float) -> float:
    # A large field calls it 100,000 times, and `NormalDist` takes five times as long.
    return math.erfc(-x / _ROOT_2) / 2
