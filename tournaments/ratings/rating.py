"""TrueSkill ratings from all results at once, by expectation propagation (see `propagation`).

Ratings do not depend on the order of the results. There is no drift (TrueSkill's tau is 0): a
version of a bot does not learn, and with drift sigma would stop falling. A rating is relative to
the pool: the mean of mu over each connected part is 25 (docs/ratings.md).
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import TYPE_CHECKING

from tournaments.ratings.covariance import Covariance
from tournaments.ratings.draws import Draws
from tournaments.ratings.propagation import Fit, Ranking
from tournaments.ratings.rankings import BlockResult, Rankings

if TYPE_CHECKING:
    from tournaments.ratings.posterior import FieldPosterior

NORMAL_95 = NormalDist().inv_cdf(0.975)
"""1.96: within this many standard deviations of the mean lie 95 % of a normal distribution."""
RANK_DIGITS = 3
"""Decimal places of mu that decide a rank. Sweeps do not settle more places than these."""
# TrueSkill's default scale, so that ratings look like those of other programs.
MU = 25.0
# Most pools converge in 12 to 22 sweeps. Strict orders of many entrants may not converge in 200:
# then `last_change` is above CLOSE_ENOUGH, and the report says so.
MAX_SWEEPS = 200
CLOSE_ENOUGH = 1e-4
"""Sweeps end when no mu and no sigma changes by more than this share of sigma."""
_LEAST_APART = 1e-6
"""A lower bound of the standard deviation of a difference of mu."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A normal distribution of a skill: its mean and standard deviation."""

    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class Ratings:
    """The ratings of a pool, and how they were computed."""

    by_entrant: Mapping[str, Rating]
    """Sorted by name. The mean of mu over each connected part of the pool is 25."""
    covariance: Covariance
    """The covariance of the errors of mu; sigma is the square root of its diagonal."""
    draw_probability: float
    """The given probability of a draw, or the estimate from the results."""
    sweeps: int
    """The number of sweeps of propagation, at most MAX_SWEEPS."""
    last_change: float
    """The largest change of a mu or sigma in the last sweep, in sigmas; see CLOSE_ENOUGH."""
    parts: tuple[tuple[str, ...], ...]
    """The connected parts: entrants that results link with each other. The parts, and the
    names in each, are sorted."""

    @property
    def connected(self) -> bool:
        """Whether results link all entrants, so that all ratings can be compared."""
        return len(self.parts) <= 1

    def posterior(self) -> "FieldPosterior":
        """The joint distribution of all skills, given the ratings and their errors."""
        # Imported here: it loads numpy, which is slow.
        from tournaments.ratings.posterior import FieldPosterior

        mus = {name: rating.mu for name, rating in self.by_entrant.items()}
        return FieldPosterior(mus, self.covariance, self.parts)

    def better(self, one: str, other: str) -> float:
        """The probability, 0 to 1, that `one` is more skilled than `other`.

        For many pairs, call `posterior` once and ask its result.
        """
        return self.posterior().better(one, other)


def rate(
    entrants: Sequence[str],
    results: Iterable[BlockResult],
    draw_probability: float | None = None,
    pieces: Iterable[int] | None = None,
    rankings: Rankings | None = None,
) -> Ratings:
    """The ratings, the same to the last bit for any order of the entrants and the results.

    mu is the same as that of `believed`. Errors are relative to the mean of the connected part and
    are estimated from how much the pieces of evidence disagree (tournaments.ratings.sandwich).
    `pieces` gives the number of the piece that each result belongs to; without `pieces` each result
    is a piece. A caller that rates the same entrants again and again may pass the same
    `Rankings` of them each time: the cache saves time and does not change the ratings. An entrant
    without results has the prior (25, 25/3). Raises ValueError as `believed` does, and if `pieces`
    and `results` differ in length.
    """
    # Imported here: it loads numpy, which is slow, and scheduling does not need it.
    from tournaments.ratings.sandwich import sandwich

    rankings = Rankings(entrants) if rankings is None else rankings
    names = rankings.names
    counted, numbers = rankings.of(results)
    believed_ratings, fit, draws = _propagated(names, counted, draw_probability)
    groups: defaultdict[int, list[int]] = defaultdict(list)
    by_result = range(len(numbers)) if pieces is None else pieces
    for piece, number in zip(by_result, numbers, strict=True):
        groups[piece].append(number)
    clusters = Counter([tuple(sorted(group)) for group in groups.values()])
    errors = sandwich(fit, counted, clusters, draws).tolist()
    return replace(
        believed_ratings,
        by_entrant={
            name: Rating(rating.mu, math.sqrt(errors[i][i]))
            for i, (name, rating) in enumerate(believed_ratings.by_entrant.items())
        },
        covariance=Covariance(tuple(names), tuple(map(tuple, errors))),
    )


def believed(
    entrants: Sequence[str], results: Iterable[BlockResult], draw_probability: float | None = None
) -> Ratings:
    """The ratings with the sigmas of propagation itself, as if all errors were independent.

    This is faster than `rate`, and schedules depend on it: a change of these sigmas would change
    the further matches of tournaments under way. An entrant without results has the prior
    (25, 25/3).

    If `draw_probability` is not given, it is estimated from the results: (ties + 0.5) / (neighbours
    in the rankings + 1), limited to DRAW_PROBABILITIES; each result counts by its least weight.
    Raises ValueError for a draw probability outside DRAW_PROBABILITIES, a name that occurs twice in
    `entrants`, and a result with fewer than two teams, without a place for each team, with teams of
    different sizes, with an unknown or doubled entrant, or with a weight outside (0, 1].
    """
    rankings = Rankings(entrants)
    return _propagated(rankings.names, rankings.of(results)[0], draw_probability)[0]


def _propagated(
    names: Sequence[str], rankings: Mapping[Ranking, int], draw_probability: float | None
) -> tuple[Ratings, Fit, Draws]:
    draws = Draws.of(rankings, draw_probability)
    fit = Fit(len(names), rankings, draws.probability)
    sweeps, change = 0, math.inf
    while change > CLOSE_ENOUGH and sweeps < MAX_SWEEPS:
        change = fit.sweep()
        sweeps += 1
    ratings = [Rating(MU + mu, sigma) for mu, sigma in fit.moments()]
    rated = dict(zip(names, ratings, strict=True))
    covariance = Covariance.independent({name: each.sigma for name, each in rated.items()})
    parts = tuple(tuple(names[i] for i in sorted(part)) for part in sorted(fit.parts))
    return Ratings(rated, covariance, draws.probability, sweeps, change, parts), fit, draws


def ranked(ratings: Mapping[str, Rating]) -> list[tuple[float, str]]:
    """The rounded mu (RANK_DIGITS) and the name of each entrant: best first, equal ones by name."""
    order = sorted((-round(rating.mu, RANK_DIGITS), name) for name, rating in ratings.items())
    return [(-mu, name) for mu, name in order]


def better_probability(one: Rating, other: Rating, apart: float | None = None) -> float:
    """The probability, 0 to 1, that `one` is more skilled than `other`.

    `apart` is the standard deviation of the error of the difference of mu. Without `apart` the two
    errors are taken to be independent. This is no posterior of a field: see `Ratings.better`.
    """
    spread = math.hypot(one.sigma, other.sigma) if apart is None else apart
    # Where the two always have the same error, the deviation is 0, up to rounding.
    return NormalDist(0.0, max(spread, _LEAST_APART)).cdf(one.mu - other.mu)
