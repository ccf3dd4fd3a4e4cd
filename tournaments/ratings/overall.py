"""The overall table of a competition's divisions: one line for each entrant, over all games."""

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
class Overall:
    """One entrant's line in the overall table."""

    rank: int | None
    """The rank, from 1, among entrants of all divisions; None for others, who are listed last."""
    entrant: str
    mu: float
    """The mean of the entrant's mu over its divisions, in each of which the average bot has 25."""
    sigma: float
    low: float
    """mu - 3 sigma."""
    better_than_next: float | None
    """The probability of being more skilled than the next in the table; None for the last."""
    divisions: Mapping[str, float]
    """mu by division."""


def overall(tables: Mapping[str, StandingsTable]) -> list[Overall]:
    """The lines, best first; entrants that are not in all divisions are last.

    All divisions have the same weight, however many matches they have. A division in which all
    matches were forfeits does not count.
    """
    # Without a played match, ratings say nothing of skill.
    tables = {name: each for name, each in tables.items() if not each.forfeits_only}
    ratings: dict[str, dict[str, Rating]] = {}
    for division, table in tables.items():
        for each in table.standings:
            if rating := each.rating:
                ratings.setdefault(each.entrant, {})[division] = rating
    means = {name: _mean(list(own.values())) for name, own in ratings.items()}
    # All divisions may have nothing but forfeits.
    if not means:
        return []
    by_skill = ranked(means)
    # If means over fewer divisions were ranked, leaving out one's worst game would be rewarded.
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
            Overall(
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


def as_json(lines: Iterable[Overall]) -> list[dict[str, Any]]:
    """The lines as plain JSON with the attributes as keys; numbers have 6 decimal places."""
    return [{key: plain(each) for key, each in asdict(line).items()} for line in lines]


def _mean(ratings: list[Rating]) -> Rating:
    """The mean of independent ratings, whose variances add up."""
    spread = math.sqrt(math.fsum(each.sigma**2 for each in ratings))
    return Rating(math.fsum(each.mu for each in ratings) / len(ratings), spread / len(ratings))


def _posterior(tables: Iterable[StandingsTable], means: Mapping[str, Rating]) -> "FieldPosterior":
    """The joint distribution of all skills, given the means over the divisions."""
    # Imported here: it loads numpy, which is slow, and a single division has no overall table.
    from tournaments.ratings.posterior import FieldPosterior

    mus = {name: own.mu for name, own in means.items()}
    return FieldPosterior(mus, _covariance(tables, sorted(means)), [means])


def _covariance(tables: Iterable[StandingsTable], names: Sequence[str]) -> Covariance:
    """The covariance of the errors of the means, where divisions are independent of each other."""
    known = [each.covariance for each in tables]
    share = {name: 1 / sum(name in each.names for each in known) for name in names}
    sums: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    for each in known:
        for one, row in zip(each.names, each.rows, strict=True):
            for other, own in zip(each.names, row, strict=True):
                sums[one, other].append(share[one] * share[other] * own)
    return Covariance(
        tuple(names),
        tuple(tuple(math.fsum(sums[one, other]) for other in names) for one in names),
    )
