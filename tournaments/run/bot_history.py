"""What a bot has done in all tournaments of a data folder: its versions, pool by pool."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.ratings.joined import JointPart, JointRating, rating_interval
from tournaments.ratings.scores import Interval
from tournaments.ratings.seat_scores import SeatScore, seat_scores
from tournaments.ratings.standings import Standing
from tournaments.run.known_bots import KnownBot
from tournaments.run.pools import KeptPlay, Pool


@dataclass(frozen=True, slots=True)
class TrackLine:
    """A version in one tournament, or over all tournaments of a part of a pool."""

    version: KnownBot
    standing: Standing
    field: int
    """How many entrants are ranked with it."""
    tournament: str = ""
    """Empty for the line over all of them."""
    complete: bool = True
    """Whether all matches of the tournament that are known count."""
    part: int = 0
    """The number of its part in the pool, from 0."""

    @property
    def interval(self) -> Interval | None:
        """95 % of its skill; None where there is no rating."""
        return rating_interval(self.standing)


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A version in one seat, over all tournaments of a pool."""

    version: KnownBot
    score: SeatScore


@dataclass(frozen=True, slots=True)
class PoolHistory:
    """What the versions did in the tournaments of one pool."""

    pool: Pool
    parts: tuple[JointPart, ...]
    """The parts that they are in; ratings of two parts do not compare."""
    left_out: int
    """Matches of the pool that the joint rating leaves out."""
    overall: tuple[TrackLine, ...]
    """A line for each version and part: on one scale within a part."""
    tournaments: tuple[TrackLine, ...]
    """A line for each version, tournament and name, by tournament: each on its own scale."""
    seats: tuple[SeatLine, ...]
    """By version and seat; none of teams."""


def histories(play: KeptPlay, versions: Sequence[KnownBot]) -> list[PoolHistory]:
    """The history of these versions in each pool in which they were entered."""
    found = []
    for pool in play.pools:
        lines = tuple(_in_tournaments(pool, versions))
        if lines:
            found.append(_history(pool, versions, lines))
    return found


def _history(pool: Pool, versions: Sequence[KnownBot], lines: tuple[TrackLine, ...]) -> PoolHistory:
    rating = pool.joint()
    # Parts without any of these versions say nothing of them, and are not shown.
    parts = _own_parts(rating, versions)
    overall = [
        TrackLine(version, part.by_identity[version.identity], len(part.by_identity), part=number)
        for number, part in enumerate(parts)
        for version in versions
        if version.identity in part.by_identity
    ]
    seats = [
        SeatLine(line.version, score)
        for line in overall
        for score in seat_scores(parts[line.part].matches, line.version.identity)
    ]
    return PoolHistory(pool, parts, rating.left_out, tuple(overall), lines, tuple(seats))


def _own_parts(rating: JointRating, versions: Sequence[KnownBot]) -> tuple[JointPart, ...]:
    own = {version.identity for version in versions}
    return tuple(part for part in rating.parts if own.intersection(part.by_identity))


def _in_tournaments(pool: Pool, versions: Sequence[KnownBot]) -> list[TrackLine]:
    by_identity = {version.identity: version for version in versions}
    return [
        TrackLine(
            by_identity[identity],
            standing,
            len(each.stand.table.standings),
            each.name,
            each.is_complete,
        )
        for each in pool.tournaments
        for standing in each.stand.table.standings
        if (identity := each.identities[standing.entrant]) in by_identity
    ]
