"""The overall table of a competition's divisions: one line an entrant, over all games."""

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
    """From 1, of those who are in all divisions; None for the others, who come after."""
    entrant: str
    mu: float
    """The mean over the divisions: in each the mean of all is 25, and what is above it skill."""
    sigma: float
    low: float
    """mu - 3 sigma."""
    better_than_next: float | None
    """The probability of being more skilled than the next in the table; None for the last."""
    divisions: Mapping[str, float]
    """mu by division."""


def overall(tables: Mapping[str, StandingsTable]) -> list[Overall]:
    """The lines, best first, those who are not in all divisions last; a pure function.

    Divisions count alike, however many matches they have; those of forfeits alone do not.
    """
    # Nothing was played there, so the ratings rest on nothing.
    tables = {name: each for name, each in tables.items() if not each.forfeits_only}
    ratings: dict[str, dict[str, Rating]] = {}
    for division, table in tables.items():
        for each in table.standings:
            if rating := each.rating:
                ratings.setdefault(each.entrant, {})[division] = rating
    means = {name: _mean(list(own.values())) for name, own in ratings.items()}
    # Where every match of every division was a forfeit, there is nothing to take a mean of.
    if not means:
        return []
    by_skill = ranked(means)
    # A mean over fewer divisions would reward whoever leaves out its worst game.
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
    """Plain JSON, the keys of Overall; numbers rounded to 6 decimal places."""
    return [{key: plain(each) for key, each in asdict(line).items()} for line in lines]


def _mean(ratings: list[Rating]) -> Rating:
    """The mean of independent ratings, as a rating: variances add up."""
    spread = math.sqrt(math.fsum(each.sigma**2 for each in ratings))
    return Rating(math.fsum(each.mu for each in ratings) / len(ratings), spread / len(ratings))


def _posterior(tables: Iterable[StandingsTable], means: Mapping[str, Rating]) -> "FieldPosterior":
    """What the means over the divisions say of all skills together."""
    # With numpy it takes long to load, and a tournament of one game has no overall table.
    from tournaments.ratings.posterior import FieldPosterior

    mus = {name: own.mu for name, own in means.items()}
    return FieldPosterior(mus, _covariance(tables, sorted(means)), [means])


def _covariance(tables: Iterable[StandingsTable], names: Sequence[str]) -> Covariance:
    """That of the errors of means. Divisions are independent; within one, errors go together."""
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
