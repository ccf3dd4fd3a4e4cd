"""The scores of an entrant, a pair or a seat, without ratings: counts, shares and intervals.

Sums are of whole numbers, so that no order of anything can change a bit. They are kept by piece of
evidence (tournaments.ratings.bootstrap), which is what intervals are made of.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from tournaments.ratings.bootstrap import Piece, interval
from tournaments.ratings.contests import Contest, rank_points

Interval: TypeAlias = tuple[float, float]


@dataclass(slots=True)
class Sums:
    """Whole numbers that add up over matches."""

    matches: int = 0
    halves: int = 0
    """Rank points, in halves of a point."""
    most: int = 0
    """The most that `halves` could have been."""
    points: int = 0
    """The game's own points."""
    perfect: int = 0
    """Matches whose points were the best there can be."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The worst and the best piece that anybody had: points over matches."""

    worst: Piece
    best: Piece


@dataclass(slots=True)
class ScoreStatistics:
    """The results of an entrant, a pair or a seat, counted and added up."""

    wins: int = 0
    draws: int = 0
    pieces: dict[int, Sums] = field(default_factory=dict)
    _total: Sums | None = None
    """What was asked for since the last match, as the next two."""
    _ends: Bounds | None = None
    _intervals: dict[tuple[str, object], Interval | None] = field(default_factory=dict)

    @property
    def total(self) -> Sums:
        """All pieces together, added up once for as long as nothing is counted."""
        if self._total is None:
            self._total = self._added_up()
        return self._total

    def _added_up(self) -> Sums:
        total = Sums()
        for own in self.pieces.values():
            total.matches += own.matches
            total.halves += own.halves
            total.most += own.most
            total.points += own.points
            total.perfect += own.perfect
        return total

    @property
    def losses(self) -> int:
        """Matches that were neither won nor drawn."""
        return self.total.matches - self.wins - self.draws

    @property
    def share(self) -> float | None:
        """The share of all rank points there were, 0 to 1; None if there were none to have."""
        total = self.total
        return total.halves / total.most if total.most else None

    @property
    def mean_points(self) -> float | None:
        """The game's own points for each match; None without matches."""
        total = self.total
        return total.points / total.matches if total.matches else None

    @property
    def perfect_share(self) -> float | None:
        """The share of matches with the best points there can be; None without matches."""
        total = self.total
        return total.perfect / total.matches if total.matches else None

    def add(
        self, piece: int, points: int, halves: int = 0, most: int = 0, perfect: int | None = None
    ) -> None:
        """Count a match that belongs to this piece of evidence; `wins` and `draws` are apart.

        It had so many points, where `perfect` is the best that there can be, and so many halves of
        a rank point, of at most so many.
        """
        self._total = self._ends = None
        if self._intervals:
            self._intervals.clear()
        own = self.pieces.get(piece)
        if own is None:
            own = self.pieces[piece] = Sums()
        own.matches += 1
        own.halves += halves
        own.most += most
        own.points += points
        if points == perfect:
            own.perfect += 1

    def share_interval(self, teams: int = 1) -> Interval | None:
        """95 % of the share; None for fewer than 2 pieces.

        For an entrant in `teams` teams of each board, the worst and the best there can be are those
        of one team: its teams do not all win or lose together.
        """
        key = "share", teams
        if key not in self._intervals:
            # A board of a single team has no rank points to give.
            pieces = [(each.halves, each.most) for each in self.pieces.values() if each.most]
            most = max((most for _, most in pieces), default=0)
            most = max(1, most // teams)
            self._intervals[key] = interval(pieces, (0, most), (most, most))
        return self._intervals[key]

    def points_interval(self, bounds: Bounds) -> Interval | None:
        """95 % of the mean points; None for fewer than 2 pieces.

        A game's points have no least and greatest that are known here, so the worst and the best
        are what anybody in the table had.
        """
        key = "points", bounds
        if key not in self._intervals:
            pieces = [(each.points, each.matches) for each in self.pieces.values()]
            self._intervals[key] = interval(pieces, bounds.worst, bounds.best)
        return self._intervals[key]

    @property
    def ends(self) -> Bounds | None:
        """The pieces with the worst and the best mean points; None without any."""
        if self._ends is None and self.pieces:
            # Equal means are ordered by the piece itself, so that no order of anything decides.
            pieces = {(own.points, own.matches) for own in self.pieces.values()}
            by_mean = [(piece[0] / piece[1], piece) for piece in pieces]
            self._ends = Bounds(min(by_mean)[1], max(by_mean)[1])
        return self._ends

    def perfect_interval(self) -> Interval | None:
        """95 % of the share of perfect matches; None for fewer than 2 pieces."""
        pieces = [(each.perfect, each.matches) for each in self.pieces.values()]
        most = max((matches for _, matches in pieces), default=0)
        return interval(pieces, (0, most), (most, most))


def bounds(scores: Iterable[ScoreStatistics]) -> Bounds:
    """The worst and the best mean points that any piece of these has."""
    ends = [own for each in scores if (own := each.ends)]
    pieces = [each.worst for each in ends] + [each.best for each in ends] or [(0, 1)]
    by_mean = [(piece[0] / piece[1], piece) for piece in pieces]
    return Bounds(min(by_mean)[1], max(by_mean)[1])


Pieces: TypeAlias = Iterable[tuple[int, Contest]]
"""Contests, each with the piece of evidence that it belongs to."""


def unscored(entrants: Iterable[str]) -> dict[str, ScoreStatistics]:
    """The scores of entrants who have played nothing."""
    return {name: ScoreStatistics() for name in entrants}


def score_entrants(
    scores: Mapping[str, ScoreStatistics], contests: Pieces, perfect: int | None
) -> None:
    """Count the contests for their entrants; `perfect` is the best that points can be."""
    for piece, contest in contests:
        places = [side.place for side in contest]
        best = min(places)
        shared = places.count(best) > 1
        most = 2 * (len(contest) - 1)
        halves = rank_points(contest)
        for i, side in enumerate(contest):
            for name in side.judged:
                own = scores[name]
                own.add(piece, side.points, halves[i], most, perfect)
                if side.place != best:
                    continue
                if shared:
                    own.draws += 1
                else:
                    own.wins += 1


def score_seats(seats: list[ScoreStatistics], contests: Pieces) -> None:
    """Count the contests for the seats, of a game in which each seat plays for itself.

    The seats are added to the list with the first contest.
    """
    for piece, contest in contests:
        if not seats:
            seats.extend([ScoreStatistics() for _ in contest])
        halves, most = rank_points(contest), 2 * (len(contest) - 1)
        for i, side in enumerate(contest):
            seats[i].add(piece, side.points, halves[i], most)


def seat_intervals(seats: Sequence[ScoreStatistics]) -> tuple[Interval | None, ...]:
    """95 % of the seats' shares; of two seats, the second's is the first's turned round."""
    # So that the two add up to 1 to the last digit, which two bootstraps would not.
    if len(seats) == 2 and (first := seats[0].share_interval()):
        return first, (1 - first[1], 1 - first[0])
    return tuple(seat.share_interval() for seat in seats)
