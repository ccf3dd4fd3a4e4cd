"""Null pairs: one bot under two names, whose results differ by chance alone (docs/ratings.md)."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from tournaments.ratings.rating import NORMAL_95
from tournaments.ratings.scores import Interval
from tournaments.ratings.standings import Standing, StandingsTable


@dataclass(frozen=True, slots=True)
class NullPair:
    """Two names of one bot, and the observed difference between the two."""

    names: tuple[str, str]
    """The two names, sorted."""
    mu: float | None
    """The mu of the first less the mu of the second; None where there are no ratings."""
    mu_95: float | None
    """By chance alone, the size of this difference is within this bound 95 times in 100; None where
    there are no ratings."""
    points_share: float | None
    """The share of the first against the second, 0 to 1; None if the two did not meet."""
    share_interval: Interval | None
    """The 95 % interval of that share; None for fewer than 2 pieces of evidence."""


def null_pairs(table: StandingsTable, digests: Mapping[str, str]) -> list[NullPair]:
    """All pairs of entrants whose bots have the same digest, in the order of names.

    `digests` maps names to digests; an entrant without a digest, or with an empty one, has no pair.
    """
    # By digest, and not only the `null_pair` of the tournament file: any two entrants with the
    # same contents are one bot.
    lines = {standing.entrant: standing for standing in table.standings}
    return [
        _pair(table, lines[one], lines[other])
        for one, other in combinations(sorted(lines), 2)
        if digests.get(one) and digests.get(one) == digests.get(other)
    ]


def _pair(table: StandingsTable, one: Standing, other: Standing) -> NullPair:
    cell = table.cross.get((one.entrant, other.entrant))
    mu, mu_95 = _difference(table, one, other)
    return NullPair(
        names=(one.entrant, other.entrant),
        mu=mu,
        mu_95=mu_95,
        points_share=cell.points_share if cell else None,
        share_interval=cell.share_interval if cell else None,
    )


def _difference(
    table: StandingsTable, one: Standing, other: Standing
) -> tuple[float, float] | tuple[None, None]:
    """The difference of mu, and the half width of its 95 % interval around 0."""
    if one.mu is None or other.mu is None:
        return None, None
    apart = table.covariance.apart(one.entrant, other.entrant)
    return one.mu - other.mu, NORMAL_95 * apart
