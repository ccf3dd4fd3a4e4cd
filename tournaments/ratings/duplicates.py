"""What duplicate boards are worth: how many more matches on independent deals would tell as much.

In a block each entrant holds each hand. Luck that goes one way in one match then goes the other way
in the next, and the total of the block varies less than a sum of independent matches would. Both
variances are measured: that of each seat's results, and that of the blocks' totals. In a
cooperative game it is the luck of the board that all teams share, and that their differences lack.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tournaments.ratings.bootstrap import Piece, interval
from tournaments.ratings.contests import Contest, rank_points

_SCALE = 10**6
"""Squares are rounded to whole numbers of this fraction: then no order of adding can matter."""

Blocks: TypeAlias = Iterable[Sequence[Contest]]
_Legs: TypeAlias = tuple[tuple[int, ...], ...]
"""By entrant, in order of names: the rank points in each seat, in halves."""


@dataclass(frozen=True, slots=True)
class Gain:
    """How many times as many matches independent deals would need for intervals as narrow."""

    times: float | None
    """Above 1 duplicate boards save matches; None when blocks do not differ at all."""
    interval: tuple[float, float | None]
    """95 %, by a bootstrap of whole blocks; the upper end is None when there is none."""


def gain(blocks: Blocks) -> Gain | None:
    """The gain on these blocks, all of one kind; None when they say nothing of it.

    Blocks of entrants who met only once say nothing, nor do those without any luck.
    """
    # A block of a single contest with a single side compares nobody.
    whole = [block for block in blocks if len(block) > 1 or len(block[0]) > 1]
    if whole and len(whole[0]) == 1:
        teams = len(whole[0][0])
        return _gain(Counter(_of_teams(whole)), teams / (teams - 1))
    luck = SeatLuck()
    luck.add(whole)
    return luck.gain()


def _gain(pieces: Mapping[Piece, int], greatest: float) -> Gain | None:
    # Nothing unexpected happened where the first is 0: entrants who met once, or no luck.
    counted = Counter({piece: times for piece, times in pieces.items() if piece[0] and times})
    number = counted.total()
    amount = sum([piece[0] * times for piece, times in counted.items()])
    size = sum([piece[1] * times for piece, times in counted.items()])
    # The worst and best pieces that the bootstrap adds are of the usual size, rounded up so that
    # it is never 0; the best has no variance left in its totals.
    usual = -(-amount // max(1, number))
    reach = interval(counted, (usual, round(usual * greatest)), (usual, 0))
    if reach is None:
        return None
    return Gain(amount / size if size else None, (reach[0], _finite(reach[1])))


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


class SeatLuck:
    """What was unexpected in games in which each seat plays for itself; blocks can be added.

    By block: the squares of what was unexpected in each match, and that of their sum. Expected is
    the mean, in that seat, over the blocks of the same entrants.
    """

    def __init__(self) -> None:
        self._groups: dict[tuple[str, ...], dict[_Legs, int]] = {}
        self._changed: set[tuple[str, ...]] = set()
        # Plain dictionaries: those who count by themselves take long to make.
        self._known: dict[tuple[str, ...], dict[Piece, int]] = {}
        """What each group came to when it was asked for; `_pieces`: all of them together."""
        self._pieces: dict[Piece, int] = {}
        self._seats = 1

    def add(self, blocks: Blocks) -> None:
        """Count further blocks, after all that were counted before."""
        for block in blocks:
            # All have as many seats.
            self._seats = len(block[0])
            names, legs = _legs(block)
            results = self._groups.get(names)
            if results is None:
                results = self._groups[names] = {}
            results[legs] = results.get(legs, 0) + 1
            self._changed.add(names)

    def gain(self) -> Gain | None:
        """As `gain` of all blocks so far."""
        for names in self._changed:
            for piece, times in self._known.get(names, {}).items():
                self._pieces[piece] -= times
            self._known[names] = _unexpected(self._groups[names])
            for piece, times in self._known[names].items():
                self._pieces[piece] = self._pieces.get(piece, 0) + times
        self._changed.clear()
        return _gain(self._pieces, self._seats)


def _unexpected(results: Mapping[_Legs, int]) -> dict[Piece, int]:
    """Of the blocks of one group of entrants, by how often they came out like this."""
    number, pieces = sum(results.values()), dict[Piece, int]()
    entrants, seats = len(next(iter(results))), len(next(iter(results))[0])
    sums = [[0] * seats for _ in range(entrants)]
    for legs, times in results.items():
        for entrant, halves in enumerate(legs):
            for seat, own in enumerate(halves):
                sums[entrant][seat] += times * own
    for legs, times in results.items():
        each = total = 0
        for entrant, halves in enumerate(legs):
            whole = 0
            for seat, own in enumerate(halves):
                # `number` times the deviation from the mean, which keeps it whole.
                off = number * own - sums[entrant][seat]
                each += off * off
                whole += off
            total += whole * whole
        piece = each * _SCALE // number**2, total * _SCALE // number**2
        pieces[piece] = pieces.get(piece, 0) + times
    return pieces


def _legs(block: Sequence[Contest]) -> tuple[tuple[str, ...], _Legs]:
    """The names of the block's entrants, and what they had."""
    legs: dict[str, list[int]] = {}
    for contest in block:
        halves = rank_points(contest)
        for seat, side in enumerate(contest):
            own = legs.get(side.names[0])
            if own is None:
                own = legs[side.names[0]] = [0] * len(contest)
            own[seat] = halves[seat]
    names = sorted(legs)
    return tuple(names), tuple([tuple(legs[name]) for name in names])


def _of_teams(blocks: Sequence[Sequence[Contest]]) -> Iterable[Piece]:
    """By board: the squares of what was unexpected of each team, with and without the board's luck.

    Expected is what its members' other teams lead to expect.
    """
    sides = [side for (contest,) in blocks for side in contest]
    mean = sum(side.points for side in sides) / len(sides)
    times, points = Counter[str](), Counter[str]()
    for side in sides:
        for name in side.names:
            times[name] += 1
            points[name] += side.points
    above = {name: points[name] / times[name] - mean for name in times}
    for (contest,) in blocks:
        off = [side.points - mean - math.fsum(above[n] for n in side.names) for side in contest]
        # The board's luck is the mean of what was unexpected: all its teams share it.
        teams, luck = len(off), math.fsum(off) / len(off)
        # The factors make both sums unbiased: subtracting the mean takes one degree of freedom.
        each = (teams - 1) * math.fsum(value * value for value in off)
        left = teams * math.fsum((value - luck) ** 2 for value in off)
        yield round(each * _SCALE), round(left * _SCALE)
