"""TrueSkill ratings of all results at once, by expectation propagation (see `propagation`).

They depend on the results alone, never on their order. There is no drift (tau is 0): a version does
not learn, and with drift sigma would stop falling. A rating is relative to the pool: the mean of
each connected part is 25 (docs/ratings.md).
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from statistics import NormalDist
from typing import TYPE_CHECKING

from tournaments.ratings.covariance import Covariance
from tournaments.ratings.draws import Draws
from tournaments.ratings.propagation import Fit, Ranking, in_order

if TYPE_CHECKING:
    from tournaments.ratings.posterior import FieldPosterior

NORMAL_95 = NormalDist().inv_cdf(0.975)
"""Standard deviations to both sides of the mean that hold 95 % of a normal distribution: 1.96."""
RANK_DIGITS = 3
"""The digits of mu that decide a rank: sweeps settle no more, and chance would order equals."""
# TrueSkill's own scale, on which ratings elsewhere are told as well.
MU = 25.0
# Usual pools settle in 12 to 22 sweeps, strict orders of many entrants not always in 200; then
# `last_change` tells the reader of the table.
MAX_SWEEPS = 200
CLOSE_ENOUGH = 1e-4
"""Sweeps end when no rating moves by more than this share of its sigma."""
_LEAST_APART = 1e-6


@dataclass(frozen=True, slots=True)
class BlockResult:
    """What one block came to: a place for each team (1 is best, ties share).

    All teams are of one size, so that a result speaks of nothing but differences of skill.
    """

    teams: tuple[tuple[str, ...], ...]
    places: tuple[int, ...]
    spared: frozenset[str] = frozenset()
    """Those who are not judged by it: a partner lost the match by a fault."""
    weights: tuple[tuple[str, float], ...] = ()
    """Entrant and weight, above 0 and up to 1, of those on whom it is less than a whole piece of
    evidence, because they repeat a game of another result in it."""

    @classmethod
    def of(cls, entrants: Sequence[str], places: Sequence[int]) -> "BlockResult":
        """The result of entrants who all play for themselves: each is a team of one."""
        return cls(tuple((name,) for name in entrants), tuple(places))

    @property
    def entrants(self) -> tuple[str, ...]:
        """The names of all entrants, team by team."""
        return tuple(chain(*self.teams))


@dataclass(frozen=True, slots=True)
class Rating:
    """A belief about skill: normal, with this mean and standard deviation."""

    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class Ratings:
    """The ratings of a pool, and how they came about."""

    by_entrant: Mapping[str, Rating]
    """In order of names. The mean of mu over each connected part of the pool is 25."""
    covariance: Covariance
    """That of the errors; sigma is the square root of its diagonal."""
    draw_probability: float
    """Given, or estimated from the results."""
    sweeps: int
    """How many it took, at most MAX_SWEEPS."""
    last_change: float
    """The largest move in the last sweep, in sigmas; above CLOSE_ENOUGH when sweeps ran out."""
    parts: tuple[tuple[str, ...], ...]
    """Those whom results link with one another, all in order of names."""

    @property
    def connected(self) -> bool:
        """Whether results link every entrant to every other; if not, ratings cannot be compared."""
        return len(self.parts) <= 1

    def posterior(self) -> "FieldPosterior":
        """What the ratings and their errors say of all skills together."""
        from tournaments.ratings.posterior import FieldPosterior

        mus = {name: own.mu for name, own in self.by_entrant.items()}
        return FieldPosterior(mus, self.covariance, self.parts)

    def better(self, one: str, other: str) -> float:
        """The probability, 0 to 1, that the one is more skilled than the other.

        Whoever asks about many pairs asks `posterior` once.
        """
        return self.posterior().better(one, other)


def rate(
    entrants: Sequence[str],
    results: Iterable[BlockResult],
    draw_probability: float | None = None,
    pieces: Iterable[int] | None = None,
) -> Ratings:
    """The ratings that results amount to, the same to the last bit for any order of anything.

    mu is that of `believed`. Errors are relative to the mean of the pool, and come from how much
    the pieces of evidence disagree (tournaments.ratings.sandwich). `pieces` has the number of each
    result's piece; each result is one by itself when not given. An entrant without results keeps
    the prior (25, 25/3). Raises ValueError as `believed` does.
    """
    # With numpy it takes long to load, and whoever only schedules matches does without.
    from tournaments.ratings.sandwich import sandwich

    names, rankings = _rankings(entrants, results)
    counted = Counter(rankings)
    made, fit, draws = _propagated(names, counted, draw_probability)
    groups: defaultdict[int, list[Ranking]] = defaultdict(list)
    numbers = range(len(rankings)) if pieces is None else pieces
    for piece, ranking in zip(numbers, rankings, strict=True):
        groups[piece].append(ranking)
    clusters = Counter(tuple(in_order(group)) for group in groups.values())
    errors = sandwich(fit, counted, clusters, draws).tolist()
    return replace(
        made,
        by_entrant={
            name: Rating(own.mu, math.sqrt(errors[i][i]))
            for i, (name, own) in enumerate(made.by_entrant.items())
        },
        covariance=Covariance(tuple(names), tuple(map(tuple, errors))),
    )


def believed(
    entrants: Sequence[str], results: Iterable[BlockResult], draw_probability: float | None = None
) -> Ratings:
    """The ratings with what propagation itself believes of each entrant, as if errors were apart.

    It is quicker than `rate`, and what the schedules of tournaments rest on: they would change if
    its sigma did. An entrant without results keeps the prior (25, 25/3). The draw probability is
    estimated from the results when not given: (ties + 0.5) / (neighbours in the rankings + 1),
    within DRAW_PROBABILITIES, a result counting by its least weight. Raises ValueError for a name
    that comes twice, a result that has fewer than two teams, teams of different sizes, an unknown
    or doubled entrant, a weight outside (0, 1] or not a place for each team, and for a draw
    probability outside DRAW_PROBABILITIES.
    """
    names, rankings = _rankings(entrants, results)
    return _propagated(names, Counter(rankings), draw_probability)[0]


def _rankings(
    entrants: Sequence[str], results: Iterable[BlockResult]
) -> tuple[list[str], list[Ranking]]:
    # Ties in a ranking are in the order of numbers, and TrueSkill rates a tie of three a little
    # differently in another order: so numbers follow the names, not the order of the call.
    names = sorted(entrants)
    if doubled := sorted(name for name, times in Counter(names).items() if times > 1):
        raise ValueError(f"every entrant needs a name of its own; more than once: {doubled}")
    index = {name: i for i, name in enumerate(names)}
    known: dict[BlockResult, Ranking] = {}
    rankings = []
    for result in results:
        # Most results of two have come about before.
        if result not in known:
            known[result] = _ranking(result, index)
        rankings.append(known[result])
    return names, rankings


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
    covariance = Covariance.independent({name: own.sigma for name, own in rated.items()})
    parts = tuple(tuple(names[i] for i in sorted(part)) for part in sorted(fit.parts))
    return Ratings(rated, covariance, draws.probability, sweeps, change, parts), fit, draws


def ranked(ratings: Mapping[str, Rating]) -> list[tuple[float, str]]:
    """By mu to RANK_DIGITS, best first, equals by name; each with that mu."""
    order = sorted((-round(own.mu, RANK_DIGITS), name) for name, own in ratings.items())
    return [(-mu, name) for mu, name in order]


def better_probability(one: Rating, other: Rating, apart: float | None = None) -> float:
    """The probability, 0 to 1, that `one` is more skilled than `other`.

    `apart` is the standard deviation of the error of their difference; when not given, their errors
    are taken for independent.
    """
    spread = math.hypot(one.sigma, other.sigma) if apart is None else apart
    # Two that always share their errors differ by rounding alone.
    return NormalDist(0.0, max(spread, _LEAST_APART)).cdf(one.mu - other.mu)


def _ranking(result: BlockResult, index: Mapping[str, int]) -> Ranking:
    teams, names = result.teams, result.entrants
    if len(teams) < 2 or len(result.places) != len(teams):
        raise ValueError(f"a result has two teams or more and a place for each, not {result}")
    if not all(teams) or len({len(team) for team in teams}) > 1:
        raise ValueError(f"the teams of a result are of one size, not {teams}")
    if len(set(names)) < len(names):
        raise ValueError(f"nobody comes twice in a result, not {result}")
    if strangers := sorted({*names, *result.spared, *dict(result.weights)} - index.keys()):
        raise ValueError(f"a result of entrants that are not in the pool: {strangers}")
    players = (tuple(sorted(index[name] for name in team)) for team in teams)
    order = sorted(zip(result.places, players, strict=True))
    # Numbered anew from 0 without gaps: places 1, 1, 3 and 1, 1, 2 are the same ranking.
    ranks = [0]
    for (place, _), (next_place, _) in pairwise(order):
        ranks.append(ranks[-1] + (next_place != place))
    teams_in_order = tuple(team for _, team in order)
    return Ranking(teams_in_order, tuple(ranks), _weights(result, index, chain(*teams_in_order)))


def _weights(
    result: BlockResult, index: Mapping[str, int], players: Iterable[int]
) -> tuple[float, ...]:
    if wrong := sorted(each for each in result.weights if not 0 < each[1] <= 1):
        raise ValueError(f"a weight is above 0 and up to 1, not {wrong}")
    known = {index[name]: weight for name, weight in result.weights}
    known |= dict.fromkeys((index[name] for name in result.spared), 0.0)
    return tuple(known.get(player, 1.0) for player in players)
