"""The overall table of all divisions of a competition: a line for each entrant with a rating."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from tournaments.ratings.covariance import Covariance
from tournaments.ratings.rating import Rating, ranked
from tournaments.ratings.standings import StandingsTable, plain

if TYPE_CHECKING:
    from tournaments.ratings.posterior import FieldPosterior


@dataclass(frozen=True, slots=True)
class OverallLine:
    """One entrant's line in the overall table."""

    rank: int | None
    """From 1, among the entrants that are in all divisions with ratings; None for the others, which
    are listed last."""
    entrant: str
    mu: float
    """The mean of the entrant's mu over its divisions. In each division the mean mu is 25."""
    sigma: float
    """The standard deviation of the error of that mean; divisions are taken to be independent."""
    low: float
    """mu - 3 sigma."""
    better_than_next: float | None
    """The probability of being more skilled than the next entrant; None in the last line."""
    divisions: Mapping[str, float]
    """The entrant's mu by the name of the division."""


def overall(tables: Mapping[str, StandingsTable]) -> list[OverallLine]:
    """The lines, best first, from the table of each division.

    Entrants that are not in all divisions with ratings come last, best first among themselves.

    All divisions have the same weight, whatever their numbers of matches. A division in which all
    matches were forfeits does not count.
    """
    # Such a division has no ratings.
    tables = {name: table for name, table in tables.items() if not table.forfeits_only}
    ratings: dict[str, dict[str, Rating]] = {}
    for division, table in tables.items():
        for standing in table.standings:
            if rating := standing.rating:
                ratings.setdefault(standing.entrant, {})[division] = rating
    means = {name: _mean(list(by_division.values())) for name, by_division in ratings.items()}
    # It may be that no division has ratings.
    if not means:
        return []
    by_skill = ranked(means)
    # If means over fewer divisions were ranked, an entrant could gain by leaving out its worst one.
    whole = [(mu, name) for mu, name in by_skill if len(ratings[name]) == len(tables)]
    partly = [(mu, name) for mu, name in by_skill if len(ratings[name]) < len(tables)]
    order = [name for _, name in whole + partly]
    levels = [mu for mu, _ in whole]
    ranks = {name: 1 + levels.index(mu) for mu, name in whole}
    posterior = _posterior(tables.values(), means)
    lines = []
    for name, following in zip_longest(order, order[1:]):
        mean = means[name]
        lines.append(
            OverallLine(
                rank=ranks.get(name),
                entrant=name,
                mu=mean.mu,
                sigma=mean.sigma,
                low=mean.mu - 3 * mean.sigma,
                better_than_next=posterior.better(name, following) if following else None,
                divisions={each: rating.mu for each, rating in ratings[name].items()},
            )
        )
    return lines


def as_json(lines: Iterable[OverallLine]) -> list[dict[str, Any]]:
    """The lines as plain JSON, with the attributes as keys and numbers to 6 decimal places."""
    return [{key: plain(each) for key, each in asdict(line).items()} for line in lines]


def _mean(ratings: list[Rating]) -> Rating:
    """The mean of independent ratings; the variance of their sum is the sum of their variances."""
    spread = math.sqrt(math.fsum(each.sigma**2 for each in ratings))
    return Rating(math.fsum(each.mu for each in ratings) / len(ratings), spread / len(ratings))


def _posterior(tables: Iterable[StandingsTable], means: Mapping[str, Rating]) -> "FieldPosterior":
    """The joint distribution of all skills, given the means over the divisions."""
    # Imported here: it loads numpy, which is slow. Most tournaments have no overall table.
    from tournaments.ratings.posterior import FieldPosterior

    mus = {name: mean.mu for name, mean in means.items()}
    return FieldPosterior(mus, _covariance(tables, sorted(means)), [means])


def _covariance(tables: Iterable[StandingsTable], names: Sequence[str]) -> Covariance:
    """The covariance of the errors of the means over divisions, which are independent."""
    covariances = [table.covariance for table in tables]
    # The weight of a division in an entrant's mean is one over the number of its divisions.
    share = {name: 1 / sum(name in each.names for each in covariances) for name in names}
    sums: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    for each in covariances:
        for one, row in zip(each.names, each.rows, strict=True):
            for other, value in zip(each.names, row, strict=True):
                sums[one, other].append(share[one] * share[other] * value)
    return Covariance(
        tuple(names),
        tuple(tuple(math.fsum(sums[one, other]) for other in names) for one in names),
    )
