"""One bot under two names: what differs between the two is chance alone (docs/ratings.md)."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from tournaments.ratings.rating import NORMAL_95
from tournaments.ratings.scores import Interval
from tournaments.ratings.standings import Standing, StandingsTable


@dataclass(frozen=True, slots=True)
class NullPair:
    """Two names of one bot, and what seems to lie between them."""

    names: tuple[str, str]
    """The two names, in order."""
    mu: float | None
    """How much higher the first is rated than the second; None where there are no ratings."""
    mu_95: float | None
    """What the difference of mu stays within 95 times in 100, when there is none in skill; None
    where there are no ratings."""
    points_share: float | None
    """Of the first against the second; None if they did not meet."""
    share_interval: Interval | None


def null_pairs(table: StandingsTable, digests: Mapping[str, str]) -> list[NullPair]:
    """Every two entrants of the table with the same digest of their bot, in order of names."""
    # Digests and not only the file's `null_pair`: the same contents under two names are twins too.
    lines = {standing.entrant: standing for standing in table.standings}
    return [
        _pair(table, lines[one], lines[other])
        for one, other in combinations(sorted(lines), 2)
        if digests.get(one) and digests.get(one) == digests.get(other)
    ]


def _pair(table: StandingsTable, one: Standing, other: Standing) -> NullPair:
    met = table.cross.get((one.entrant, other.entrant))
    mu, mu_95 = _apart(table, one, other)
    return NullPair(
        names=(one.entrant, other.entrant),
        mu=mu,
        mu_95=mu_95,
        points_share=met.points_share if met else None,
        share_interval=met.share_interval if met else None,
    )


def _apart(
    table: StandingsTable, one: Standing, other: Standing
) -> tuple[float, float] | tuple[None, None]:
    if one.mu is None or other.mu is None:
        return None, None
    apart = table.covariance.apart(one.entrant, other.entrant)
    return one.mu - other.mu, NORMAL_95 * apart
