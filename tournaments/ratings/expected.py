"""The share of points that ratings expect against everybody alike.

Where some met stronger opponents than others, as in gauntlets, Swiss tournaments, ladders and
rankings that end when they are resolved, shares do not compare. The share of a pair is taken to be
the normal distribution of the difference of their mu; its scale is the likeliest one by all pairs
that met, since a rating is of whole blocks and a share of matches.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from tournaments.ratings.pairs import HeadToHead, Pair

ALIKE: Final = 0.005
"""Opponents are alike when nobody's expected share against its own differs by more from that
against everybody: half a point in a hundred."""
_STEEPEST: Final = 8.0
"""The greatest steepness: a difference of 1 in mu decides everything."""
_HALVINGS: Final = 60
_ROOT_2: Final = math.sqrt(2)
_PEAK: Final = 1 / math.sqrt(2 * math.pi)

_Met: TypeAlias = Sequence[tuple[float, float, int]]
"""Of each pair that met: the difference of mu, the share of the first, the number of matches."""


def expected_shares(mus: Mapping[str, float], cross: Mapping[Pair, HeadToHead]) -> dict[str, float]:
    """By entrant: the share expected against all others alike; empty where opponents are alike."""
    # One way round is enough: the other has the same information.
    met = [
        (mus[one] - mus[other], cell.points_share, cell.matches)
        for (one, other), cell in sorted(cross.items())
        if one < other
    ]
    if not met:
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
    # Nothing is said where it would only repeat the shares: a further column costs room.
    alike = all(abs(own[name] - everybody[name]) <= ALIKE for name in own)
    return {} if alike else everybody


def _steepness(met: _Met) -> float:
    """How much of a standard deviation a difference of 1 in mu is: the likeliest, by halving."""
    low, high = 0.0, _STEEPEST
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        # The likelihood of a probit has one peak, so its slope falls throughout.
        low, high = (middle, high) if _slope(met, middle) > 0 else (low, middle)
    return (low + high) / 2


def _slope(met: _Met, steepness: float) -> float:
    """The slope of the log likelihood of the shares, by the steepness."""
    return math.fsum(_pull(steepness * d, share) * d * matches for d, share, matches in met)


def _pull(lead: float, share: float) -> float:
    # Beyond 8 standard deviations there is nothing left to divide by.
    at = max(-8.0, min(8.0, lead))
    density = math.exp(-at * at / 2) * _PEAK
    return density * (share / _cdf(at) - (1 - share) / _cdf(-at))


def _cdf(x: float) -> float:
    # Of whole fields it is asked a hundred thousand times; `NormalDist` takes five times as long.
    return math.erfc(-x / _ROOT_2) / 2
