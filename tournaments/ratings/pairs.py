"""Two entrants at a time: how they did against each other, and with each other."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from tournaments.ratings.contests import Contest, Side
from tournaments.ratings.scores import Bounds, Interval, ScoreStatistics, bounds

Pair: TypeAlias = tuple[str, str]
Blocks: TypeAlias = Sequence[tuple[int, Sequence[Contest]]]
"""The contests of each block, with the piece of evidence that it belongs to."""


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """A row against a column, over the counted matches in which both sat.

    In a cooperative game: over the boards that both played, not in the same team.
    """

    matches: int
    wins: int
    draws: int
    losses: int
    points_share: float
    """(wins + draws / 2) / matches."""
    share_interval: Interval | None
    """95 %, by a bootstrap of whole blocks; None for fewer than 2."""
    mean_points: float
    """The row's own game points for each of these matches."""
    blocks: tuple[int, ...]
    """In a game of two: blocks in which the row had 0, 1/2, 1, 3/2 and 2 points; else empty."""


@dataclass(frozen=True, slots=True)
class Partners:
    """Two in the same team of a cooperative game, over the matches that judge both."""

    matches: int
    mean_points: float
    """The team's own points for each match."""
    points_interval: Interval | None
    """95 %, by a bootstrap of whole boards; None for fewer than 2."""
    perfect_share: float | None
    """Of these matches, those with the best points there can be; None if there is no best."""
    perfect_interval: Interval | None


class Cross:
    """How every two that met did against each other; blocks can be added.

    Of two sides that have an entrant in common, nothing is said of that one: in a duel of more than
    two seats one holds several of them, and where every team plays, two teams may share a member.
    """

    def __init__(self) -> None:
        self._found: dict[Pair, ScoreStatistics] = {}
        self._totals: dict[Pair, list[int]] = {}
        self._cells: dict[Pair, HeadToHead] = {}
        """As they were asked for the last time."""
        self._teams = 0

    def add(self, blocks: Blocks) -> None:
        """Count further blocks, after all that were counted before."""
        for piece, block in blocks:
            for contest in block:
                for i, one in enumerate(contest):
                    for j in range(i + 1, len(contest)):
                        _compare(self._found, piece, one, contest[j])
            # Pentanomial counts of duplicate pairs: only a block of two matches of two has them.
            if len(block) == 2 and len(block[0]) == len(block[1]) == 2:
                for pair, halves in _of_two(block).items():
                    own = self._totals.get(pair)
                    if own is None:
                        own = self._totals[pair] = [0] * 5
                    own[halves] += 1

    def cells(self, teams: int) -> dict[Pair, HeadToHead]:
        """(row, column) for every two that met, in order of names.

        `teams` is the number of teams of a board that an entrant is in.
        """
        known = self._cells if teams == self._teams else {}
        self._teams, self._cells = teams, {}
        for pair in sorted(self._found):
            own, cell = self._found[pair], known.get(pair)
            if cell is None or cell.matches != own.total.matches:
                cell = self._cell(pair, own)
            self._cells[pair] = cell
        return self._cells

    def _cell(self, pair: Pair, own: ScoreStatistics) -> HeadToHead:
        # The interval of the mirrored cell is turned round: another bootstrap could differ in its
        # last digits, and the two shares would not add up.
        if pair[0] < pair[1]:
            interval = own.share_interval(self._teams)
        elif other := self._cells[pair[::-1]].share_interval:
            interval = 1 - other[1], 1 - other[0]
        else:
            interval = None
        total = own.total
        return HeadToHead(
            total.matches,
            own.wins,
            own.draws,
            total.matches - own.wins - own.draws,
            total.halves / total.most,
            interval,
            total.points / total.matches,
            tuple(self._totals[pair]) if pair in self._totals else (),
        )


def _compare(found: dict[Pair, ScoreStatistics], piece: int, one: Side, other: Side) -> None:
    halves = _halves(one, other)
    for name in one.judged:
        for its in other.judged:
            # Those whom two teams have in common are compared with nobody in them.
            if name not in other.names and its not in one.names:
                _count(found, (name, its), piece, one.points, halves)
                _count(found, (its, name), piece, other.points, 2 - halves)


def _halves(one: Side, other: Side) -> int:
    """The halves of a rank point that the one has from the other."""
    return 1 if one.place == other.place else 2 if one.place < other.place else 0


def _count(
    found: dict[Pair, ScoreStatistics], pair: Pair, piece: int, points: int, halves: int
) -> None:
    own = found.get(pair)
    if own is None:
        own = found[pair] = ScoreStatistics()
    own.add(piece, points, halves, 2)
    if halves == 2:
        own.wins += 1
    elif halves == 1:
        own.draws += 1


def _of_two(block: Sequence[Contest]) -> dict[Pair, int]:
    total: dict[Pair, int] = {}
    for one, other in block:
        first, second, halves = one.names[0], other.names[0], _halves(one, other)
        pair, mirrored = (first, second), (second, first)
        total[pair] = total.get(pair, 0) + halves
        total[mirrored] = total.get(mirrored, 0) + 2 - halves
    return total


def partners(blocks: Blocks, perfect: int | None) -> dict[Pair, Partners]:
    """Every two that sat in one team, both ways round, in order of names."""
    found: dict[Pair, ScoreStatistics] = {}
    for piece, block in blocks:
        # A team that lost by a fault says how one of the two failed, not how they play together.
        for side in (side for contest in block for side in contest if not side.spared):
            for pair in combinations(side.names, 2):
                own = found.setdefault(pair, ScoreStatistics())
                own.add(piece, side.points, perfect=perfect)
    limits = bounds(found.values())
    both = {pair: _partners(own, limits, perfect) for pair, own in found.items()}
    both |= {(other, one): own for (one, other), own in both.items()}
    return {pair: both[pair] for pair in sorted(both)}


def _partners(own: ScoreStatistics, limits: Bounds, perfect: int | None) -> Partners:
    known = perfect is not None
    return Partners(
        own.total.matches,
        own.total.points / own.total.matches,
        own.points_interval(limits),
        own.perfect_share if known else None,
        own.perfect_interval() if known else None,
    )
