"""Results of pairs of entrants: against each other, and as partners in one team."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from tournaments.ratings.contests import Contest, Side
from tournaments.ratings.scores import Bounds, Interval, ScoreStatistics, bounds

Pair: TypeAlias = tuple[str, str]
Blocks: TypeAlias = Sequence[tuple[int, Sequence[Contest]]]
"""For each block: the number of the piece of evidence that it belongs to, and its contests."""


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """A cell of the cross table: the entrant of the row against the entrant of the column.

    It covers the counted matches in which both sat. In a cooperative game it covers the pairs of
    teams of a board with the one entrant only in the first team and the other only in the second,
    unless one of the two is spared (`Side.spared`).
    """

    matches: int
    """The number of comparisons; two seats of one entrant in a match are two comparisons."""
    wins: int
    draws: int
    losses: int
    points_share: float
    """(wins + draws / 2) / matches."""
    share_interval: Interval | None
    """The 95 % interval of that share, by a bootstrap; None for fewer than 2 pieces of evidence."""
    mean_points: float
    """The mean of the game's own points of the row's side, over the comparisons."""
    blocks: tuple[int, ...]
    """In a game of two seats that is not cooperative: how many blocks gave the row 0, 1/2, 1, 3/2
    and 2 rank points; else empty."""


@dataclass(frozen=True, slots=True)
class Partners:
    """Two entrants in one team of a cooperative game, over the matches that judge all members."""

    matches: int
    mean_points: float
    """The game's own points of the team, per match."""
    points_interval: Interval | None
    """The 95 % interval of `mean_points`; None for fewer than 2 pieces of evidence."""
    perfect_share: float | None
    """The share of these matches with the best possible points; None if there is no best."""
    perfect_interval: Interval | None
    """The 95 % interval of `perfect_share`; None if there is no best, and for fewer than 2 pieces
    of evidence."""


class Cross:
    """The cross table of every two entrants that met; blocks can be added.

    Where two sides have an entrant in common, that entrant is not compared: in a duel of more than
    two seats an entrant holds several seats, and where every team plays, two teams may share a
    member.
    """

    def __init__(self) -> None:
        self._scores: dict[Pair, ScoreStatistics] = {}
        self._totals: dict[Pair, list[int]] = {}
        """The pentanomial counts of each pair: `HeadToHead.blocks`."""
        self._cells: dict[Pair, HeadToHead] = {}
        """The result of the last call of `cells`; `_teams` is the argument of that call."""
        self._teams = 0

    def add(self, blocks: Blocks) -> None:
        """Count further blocks, each with the piece of evidence it belongs to."""
        for piece, block in blocks:
            for contest in block:
                for i, one in enumerate(contest):
                    for j in range(i + 1, len(contest)):
                        _compare(self._scores, piece, one, contest[j])
            # Only a block of two matches of two seats has a pentanomial score.
            if len(block) == 2 and len(block[0]) == len(block[1]) == 2:
                for pair, halves in _of_two(block).items():
                    counts = self._totals.get(pair)
                    if counts is None:
                        counts = self._totals[pair] = [0] * 5
                    counts[halves] += 1

    def cells(self, teams: int) -> dict[Pair, HeadToHead]:
        """By (row, column) in the order of names: the cell of every two entrants that met.

        `teams` is the number of teams of a board that an entrant is in, at most.
        """
        # A cell whose number of matches has not changed is taken from the last call.
        cached = self._cells if teams == self._teams else {}
        self._teams, self._cells = teams, {}
        for pair in sorted(self._scores):
            scores, cell = self._scores[pair], cached.get(pair)
            if cell is None or cell.matches != scores.total.matches:
                cell = self._cell(pair, scores)
            self._cells[pair] = cell
        return self._cells

    def _cell(self, pair: Pair, scores: ScoreStatistics) -> HeadToHead:
        # The second cell of a pair mirrors the interval of the first. Another bootstrap could
        # differ in its last digits, and the two intervals would not fit together.
        if pair[0] < pair[1]:
            interval = scores.share_interval(self._teams)
        elif mirrored := self._cells[pair[::-1]].share_interval:
            interval = 1 - mirrored[1], 1 - mirrored[0]
        else:
            interval = None
        total = scores.total
        return HeadToHead(
            total.matches,
            scores.wins,
            scores.draws,
            total.matches - scores.wins - scores.draws,
            total.halves / total.most,
            interval,
            total.points / total.matches,
            tuple(self._totals[pair]) if pair in self._totals else (),
        )


def _compare(scores: dict[Pair, ScoreStatistics], piece: int, one: Side, other: Side) -> None:
    halves = _halves(one, other)
    for name in one.judged:
        for rival in other.judged:
            # An entrant of both teams is not compared with anybody in them.
            if name not in other.names and rival not in one.names:
                _count(scores, (name, rival), piece, one.points, halves)
                _count(scores, (rival, name), piece, other.points, 2 - halves)


def _halves(one: Side, other: Side) -> int:
    """The rank points, in halves, that side `one` has from side `other`: 0, 1 or 2."""
    if one.place == other.place:
        return 1
    return 2 if one.place < other.place else 0


def _count(
    scores: dict[Pair, ScoreStatistics], pair: Pair, piece: int, points: int, halves: int
) -> None:
    statistics = scores.get(pair)
    if statistics is None:
        statistics = scores[pair] = ScoreStatistics()
    statistics.add(piece, points, halves, 2)
    if halves == 2:
        statistics.wins += 1
    elif halves == 1:
        statistics.draws += 1


def _of_two(block: Sequence[Contest]) -> dict[Pair, int]:
    """By pair, the rank points of its first entrant in a block of two seats, in halves."""
    total: dict[Pair, int] = {}
    for one, other in block:
        first, second, halves = one.names[0], other.names[0], _halves(one, other)
        pair, mirrored = (first, second), (second, first)
        total[pair] = total.get(pair, 0) + halves
        total[mirrored] = total.get(mirrored, 0) + 2 - halves
    return total


def partners(blocks: Blocks, perfect: int | None) -> dict[Pair, Partners]:
    """By (row, column) in the order of names, every two that sat in one team, in both orders.

    Two are left out if each of their matches was lost by a fault of some members and not of all.
    `perfect` is the best that points can be; None if there is no best.
    """
    scores: dict[Pair, ScoreStatistics] = {}
    for piece, block in blocks:
        # A match lost by the fault of a member says nothing about how the two play together.
        for side in (side for contest in block for side in contest if not side.spared):
            for pair in combinations(side.names, 2):
                statistics = scores.setdefault(pair, ScoreStatistics())
                statistics.add(piece, side.points, perfect=perfect)
    limits = bounds(scores.values())
    both = {pair: _partners(each, limits, perfect) for pair, each in scores.items()}
    both |= {(other, one): cell for (one, other), cell in both.items()}
    return {pair: both[pair] for pair in sorted(both)}


def _partners(scores: ScoreStatistics, limits: Bounds, perfect: int | None) -> Partners:
    has_best = perfect is not None
    return Partners(
        scores.total.matches,
        scores.total.points / scores.total.matches,
        scores.points_interval(limits),
        scores.perfect_share if has_best else None,
        scores.perfect_interval() if has_best else None,
    )
