"""How one entrant did in each seat, where each seat plays for itself."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.core.results import PlayedMatch
from tournaments.ratings.contests import by_block, contests, rank_points
from tournaments.ratings.repeats import Repeats
from tournaments.ratings.scores import Interval, ScoreStatistics


@dataclass(frozen=True, slots=True)
class SeatScore:
    """An entrant in one of the seats."""

    seat: int
    matches: int
    points_share: float
    """Of the rank points that there were to have in these matches, 0 to 1."""
    share_interval: Interval | None
    """95 %, by a bootstrap of whole blocks; None for fewer than 2."""
    mean_points: float
    """The game's own points for each of these matches."""


def seat_scores(matches: Iterable[PlayedMatch], entrant: str) -> list[SeatScore]:
    """The entrant's scores in all seats that it held, by seat, over whole blocks.

    Of teams there are none: a team gets its points together.
    """
    whole = by_block(matches)
    seats: dict[int, ScoreStatistics] = {}
    # Pieces are found over all blocks, and not the entrant's own alone, as a table has them.
    for piece, (block, group) in zip(Repeats(whole).pieces(), whole.items(), strict=True):
        if block.teams or entrant not in block.entrants:
            continue
        for contest in contests(block, group):
            for seat, (side, halves) in enumerate(zip(contest, rank_points(contest), strict=True)):
                # In a duel of three seats or more an entrant may hold several seats of a match.
                if side.names == (entrant,):
                    own = seats.setdefault(seat, ScoreStatistics())
                    own.add(piece, side.points, halves, 2 * (len(contest) - 1))
    return [_score(seat, own) for seat, own in sorted(seats.items())]


def _score(seat: int, own: ScoreStatistics) -> SeatScore:
    total = own.total
    return SeatScore(
        seat,
        total.matches,
        total.halves / total.most,
        own.share_interval(),
        total.points / total.matches,
    )
