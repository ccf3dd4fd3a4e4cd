"""The scores of one entrant by seat, in games in which each seat plays for itself."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.core.results import PlayedMatch
from tournaments.ratings.contests import by_block, contests, rank_points
from tournaments.ratings.repeats import Repeats
from tournaments.ratings.scores import Interval, ScoreStatistics


@dataclass(frozen=True, slots=True)
class SeatScore:
    """The score of an entrant in one of the seats."""

    seat: int
    """The number of the seat, from 0."""
    matches: int
    points_share: float
    """The share of all possible rank points of these matches, 0 to 1."""
    share_interval: Interval | None
    """The 95 % interval of that share, by a bootstrap; None for fewer than 2 pieces of evidence."""
    mean_points: float
    """The mean of the game's own points per match."""


def seat_scores(matches: Iterable[PlayedMatch], entrant: str) -> list[SeatScore]:
    """The entrant's scores in the seats that it held, sorted by seat.

    `matches` must be those of whole blocks. Blocks of teams are skipped: a team gets its points
    together. Raises ValueError as `by_block` does.
    """
    whole = by_block(matches)
    seats: dict[int, ScoreStatistics] = {}
    # Pieces are determined over all blocks, not only over the entrant's, as for the table.
    for piece, (block, group) in zip(Repeats(whole).pieces(), whole.items(), strict=True):
        if block.teams or entrant not in block.entrants:
            continue
        for contest in contests(block, group):
            for seat, (side, halves) in enumerate(zip(contest, rank_points(contest), strict=True)):
                # In a duel of three seats or more an entrant may hold several seats of a match.
                if side.names == (entrant,):
                    scores = seats.setdefault(seat, ScoreStatistics())
                    scores.add(piece, side.points, halves, 2 * (len(contest) - 1))
    return [_score(seat, scores) for seat, scores in sorted(seats.items())]


def _score(seat: int, scores: ScoreStatistics) -> SeatScore:
    total = scores.total
    return SeatScore(
        seat,
        total.matches,
        total.halves / total.most,
        scores.share_interval(),
        total.points / total.matches,
    )
