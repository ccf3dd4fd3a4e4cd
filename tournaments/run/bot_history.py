"""The results of a bot's versions in all tournaments of a data folder, pool by pool.

A pool has tournaments that can be rated together (tournaments.run.pools); a part of a pool has the
bots that results connect (tournaments.ratings.joined).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.ratings.joined import JointPart, JointRating, rating_interval
from tournaments.ratings.scores import Interval
from tournaments.ratings.seat_scores import SeatScore, seat_scores
from tournaments.ratings.standings import Standing
from tournaments.run.known_bots import KnownBot
from tournaments.run.pools import Pool, StoredPlay


@dataclass(frozen=True, slots=True)
class TrackLine:
    """The standing of a version: in one tournament, or over all tournaments of a part of a pool."""

    version: KnownBot
    standing: Standing
    field: int
    """The number of entrants in the ranking, the version itself included."""
    tournament: str = ""
    """The name of the tournament; empty for the line over all of them."""
    complete: bool = True
    """Whether the tournament is finished and all its matches count; True for the line over all."""
    part: int = 0
    """The index in `PoolHistory.parts` of the part; 0 for the line of one tournament."""

    @property
    def interval(self) -> Interval | None:
        """The 95 % interval of the version's rating; None where there is no rating."""
        return rating_interval(self.standing)


@dataclass(frozen=True, slots=True)
class SeatLine:
    """The score of a version in one seat, over all tournaments of a pool."""

    version: KnownBot
    score: SeatScore


@dataclass(frozen=True, slots=True)
class PoolHistory:
    """The results of the versions in the tournaments of one pool."""

    pool: Pool
    versions: tuple[KnownBot, ...]
    """The versions in the order of `known_bots`; also those without a match that counts."""
    parts: tuple[JointPart, ...]
    """The parts that have one of the versions; ratings of different parts cannot be compared."""
    left_out: int
    """How many matches of the pool the joint rating leaves out (`JointRating.left_out`)."""
    overall: tuple[TrackLine, ...]
    """One line for each version whose matches count, part by part."""
    tournaments: tuple[TrackLine, ...]
    """One line for each name of a version in each tournament. Ratings of different tournaments
    cannot be compared."""
    seats: tuple[SeatLine, ...]
    """One line for each version and each seat that it held; empty where teams play."""


def histories(play: StoredPlay, versions: Sequence[KnownBot]) -> list[PoolHistory]:
    """The history of `versions` in each pool in which one of them was entered.

    `versions` must have the order of `known_bots`.
    """
    by_pool = []
    for pool in play.pools:
        lines = tuple(_in_tournaments(pool, versions))
        if lines:
            by_pool.append(_history(pool, versions, lines))
    return by_pool


def _history(pool: Pool, versions: Sequence[KnownBot], lines: tuple[TrackLine, ...]) -> PoolHistory:
    rating = pool.joint()
    # The other parts of the rating say nothing about these versions.
    parts = _parts_with(rating, versions)
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
    return PoolHistory(
        pool, tuple(versions), parts, rating.left_out, tuple(overall), lines, tuple(seats)
    )


def _parts_with(rating: JointRating, versions: Sequence[KnownBot]) -> tuple[JointPart, ...]:
    identities = {version.identity for version in versions}
    return tuple(part for part in rating.parts if identities.intersection(part.by_identity))


def _in_tournaments(pool: Pool, versions: Sequence[KnownBot]) -> list[TrackLine]:
    by_identity = {version.identity: version for version in versions}
    return [
        TrackLine(
            by_identity[identity],
            standing,
            len(tournament.stand.table.standings),
            tournament.name,
            tournament.is_complete,
        )
        for tournament in pool.tournaments
        for standing in tournament.stand.table.standings
        if (identity := tournament.identities[standing.entrant]) in by_identity
    ]
