"""The scores of an entrant, a pair or a seat, without ratings: counts, shares and intervals.

Sums are of integers, so the order of adding does not change a bit. They are stored by piece of
evidence, since intervals resample whole pieces (tournaments.ratings.bootstrap).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from tournaments.ratings.bootstrap import Piece, interval
from tournaments.ratings.contests import Contest, rank_points

Interval: TypeAlias = tuple[float, float]
"""The lower and the upper end."""


@dataclass(slots=True)
class Sums:
    """Integers that are summed over matches."""

    matches: int = 0
    halves: int = 0
    """Rank points, in halves of a point."""
    most: int = 0
    """The most that `halves` could have been."""
    points: int = 0
    """The game's own points."""
    perfect: int = 0
    """The number of matches with the best possible points."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The pieces with the worst and the best mean points: points and matches of each."""

    worst: Piece
    best: Piece


@dataclass(slots=True)
class ScoreStatistics:
    """The results of an entrant, a pair or a seat, counted and added up."""

    wins: int = 0
    draws: int = 0
    pieces: dict[int, Sums] = field(default_factory=dict)
    """The sums by the number of the piece of evidence."""
    # The last three are caches, which `add` empties.
    _total: Sums | None = None
    _ends: Bounds | None = None
    _intervals: dict[tuple[str, object], Interval | None] = field(default_factory=dict)

    @property
    def total(self) -> Sums:
        """The sums over all pieces, cached until the next call of `add`."""
        if self._total is None:
            self._total = self._added_up()
        return self._total

    def _added_up(self) -> Sums:
        total = Sums()
        for sums in self.pieces.values():
            total.matches += sums.matches
            total.halves += sums.halves
            total.most += sums.most
            total.points += sums.points
            total.perfect += sums.perfect
        return total

    @property
    def losses(self) -> int:
        """Matches that were neither won nor drawn."""
        return self.total.matches - self.wins - self.draws

    @property
    def share(self) -> float | None:
        """The share of all possible rank points, 0 to 1; None if no rank points were possible."""
        total = self.total
        return total.halves / total.most if total.most else None

    @property
    def mean_points(self) -> float | None:
        """The mean of the game's own points per match; None without matches."""
        total = self.total
        return total.points / total.matches if total.matches else None

    @property
    def perfect_share(self) -> float | None:
        """The share of matches with the best possible points, 0 to 1; None without matches."""
        total = self.total
        return total.perfect / total.matches if total.matches else None

    def add(
        self, piece: int, points: int, halves: int = 0, most: int = 0, perfect: int | None = None
    ) -> None:
        """Count a match that belongs to this piece of evidence.

        `points` are the game's own points of the match, and `perfect` the best possible ones, None
        if there is no best. `halves` are the rank points in halves, and `most` is the most that
        `halves` could have been. The caller counts `wins` and `draws`.
        """
        self._total = self._ends = None
        if self._intervals:
            self._intervals.clear()
        sums = self.pieces.get(piece)
        if sums is None:
            sums = self.pieces[piece] = Sums()
        sums.matches += 1
        sums.halves += halves
        sums.most += most
        sums.points += points
        if points == perfect:
            sums.perfect += 1

    def share_interval(self, teams: int = 1) -> Interval | None:
        """The 95 % interval of the share; None for fewer than 2 pieces.

        For an entrant in `teams` teams of each board, the added worst and best pieces have the size
        of a single team: the entrant's teams do not all win or lose together.
        """
        key = "share", teams
        if key not in self._intervals:
            # On a board of a single team no rank points are possible.
            pieces = [(each.halves, each.most) for each in self.pieces.values() if each.most]
            most = max((most for _, most in pieces), default=0)
            most = max(1, most // teams)
            self._intervals[key] = interval(pieces, (0, most), (most, most))
        return self._intervals[key]

    def points_interval(self, bounds: Bounds) -> Interval | None:
        """The 95 % interval of the mean points; None for fewer than 2 pieces.

        The least and the greatest possible points of a game are not known here, so `bounds` are the
        worst and the best piece of all entrants of the table, or of all pairs of partners.
        """
        key = "points", bounds
        if key not in self._intervals:
            pieces = [(each.points, each.matches) for each in self.pieces.values()]
            self._intervals[key] = interval(pieces, bounds.worst, bounds.best)
        return self._intervals[key]

    @property
    def ends(self) -> Bounds | None:
        """The pieces with the worst and the best mean points; None without matches."""
        if self._ends is None and self.pieces:
            # Equal means are ordered by the piece itself, not by the order of matches.
            pieces = {(sums.points, sums.matches) for sums in self.pieces.values()}
            by_mean = [(piece[0] / piece[1], piece) for piece in pieces]
            self._ends = Bounds(min(by_mean)[1], max(by_mean)[1])
        return self._ends

    def perfect_interval(self) -> Interval | None:
        """The 95 % interval of the share of perfect matches; None for fewer than 2 pieces."""
        pieces = [(each.perfect, each.matches) for each in self.pieces.values()]
        most = max((matches for _, matches in pieces), default=0)
        return interval(pieces, (0, most), (most, most))


def bounds(scores: Iterable[ScoreStatistics]) -> Bounds:
    """The pieces with the worst and the best mean points of all scores; without matches, (0, 1)."""
    ends = [bound for each in scores if (bound := each.ends)]
    pieces = [each.worst for each in ends] + [each.best for each in ends] or [(0, 1)]
    by_mean = [(piece[0] / piece[1], piece) for piece in pieces]
    return Bounds(min(by_mean)[1], max(by_mean)[1])


Pieces: TypeAlias = Iterable[tuple[int, Contest]]
"""Contests, each with the number of the piece of evidence that it belongs to."""


def unscored(entrants: Iterable[str]) -> dict[str, ScoreStatistics]:
    """By entrant: scores without a match."""
    return {name: ScoreStatistics() for name in entrants}


def score_entrants(
    scores: Mapping[str, ScoreStatistics], contests: Pieces, perfect: int | None
) -> None:
    """Count the contests for the entrants that are judged by them.

    `perfect` is as in `ScoreStatistics.add`.
    """
    for piece, contest in contests:
        places = [side.place for side in contest]
        best = min(places)
        tied = places.count(best) > 1
        most = 2 * (len(contest) - 1)
        halves = rank_points(contest)
        for i, side in enumerate(contest):
            for name in side.judged:
                statistics = scores[name]
                statistics.add(piece, side.points, halves[i], most, perfect)
                if side.place != best:
                    continue
                if tied:
                    statistics.draws += 1
                else:
                    statistics.wins += 1


def score_seats(seats: list[ScoreStatistics], contests: Pieces) -> None:
    """Count the contests for the seats of a game in which each seat plays for itself.

    Wins and draws are not counted. `seats` may be empty: then the first contest adds an element for
    each seat.
    """
    for piece, contest in contests:
        if not seats:
            seats.extend([ScoreStatistics() for _ in contest])
        halves, most = rank_points(contest), 2 * (len(contest) - 1)
        for i, side in enumerate(contest):
            seats[i].add(piece, side.points, halves[i], most)


def seat_intervals(seats: Sequence[ScoreStatistics]) -> tuple[Interval | None, ...]:
    """The 95 % interval of each seat's share; of two seats, the second mirrors the first."""
    # Two bootstraps could differ in the last digits, and the intervals would not fit together.
    if len(seats) == 2 and (first := seats[0].share_interval()):
        return first, (1 - first[1], 1 - first[0])
    return tuple(seat.share_interval() for seat in seats)
