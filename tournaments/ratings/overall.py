"""The overall table of a competition's divisions: one line an entrant, over all games."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from itertools import zip_longest
from typing import Any

from tournaments.ratings.rating import Rating, better_probability, ranked
from tournaments.ratings.standings import StandingsTable, plain


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
    by_skill = ranked(means)
    # A mean over fewer divisions would reward whoever leaves out its worst game.
    whole = [(mu, name) for mu, name in by_skill if len(ratings[name]) == len(tables)]
    partly = [(mu, name) for mu, name in by_skill if len(ratings[name]) < len(tables)]
    order = [name for _, name in whole + partly]
    levels = [mu for mu, _ in whole]
    ranks = {name: 1 + levels.index(mu) for mu, name in whole}
    lines = []
    for name, following in zip_longest(order, order[1:]):
        mean = means[name]
        better = None
        if following:
            apart = _apart(tables, name, following)
            better = better_probability(mean, means[following], apart)
        lines.append(
            Overall(
                rank=ranks.get(name),
                entrant=name,
                mu=mean.mu,
                sigma=mean.sigma,
                low=mean.mu - 3 * mean.sigma,
                better_than_next=better,
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


def _apart(tables: Mapping[str, StandingsTable], one: str, other: str) -> float:
    """The standard deviation of the error of the difference of two means.

    Divisions are independent of one another; within one, errors go together.
    """
    known = [each.covariance for each in tables.values()]
    shares = {name: 1 / sum(name in each.names for each in known) for name in (one, other)}
    variance = math.fsum(
        sign * shares[a] * shares[b] * each.between(a, b)
        for each in known
        for a, b, sign in ((one, one, 1), (other, other, 1), (one, other, -2))
        if a in each.names and b in each.names
    )
    return math.sqrt(max(0.0, variance))
