"""What duplicate boards are worth: how many more matches on independent deals would tell as much.

In a block each entrant holds each hand. Luck that goes one way in one match then goes the other way
in the next, and the total of the block varies less than a sum of independent matches would. Both
variances are measured: that of each seat's results, and that of the blocks' totals. In a
cooperative game it is the luck of the board that all teams share, and that their differences lack.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tournaments.ratings.bootstrap import Piece, interval
from tournaments.ratings.contests import Contest, rank_points

_SCALE = 10**6
"""Squares are rounded to whole numbers of this fraction: then no order of adding can matter."""

Blocks: TypeAlias = Iterable[Sequence[Contest]]
_Legs: TypeAlias = dict[str, list[int]]
"""By entrant: the rank points in each seat, in halves."""


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
    if not whole:
        return None
    of_teams = len(whole[0]) == 1
    pieces = list(_of_teams(whole) if of_teams else _of_seats(whole))
    # Nothing unexpected happened there: entrants who met once, or results without any luck.
    pieces = [piece for piece in pieces if piece[0]]
    alike = len(whole[0][0])
    return _gain(pieces, alike / (alike - 1) if of_teams else alike)


def _gain(pieces: Sequence[Piece], greatest: float) -> Gain | None:
    amount, size = (sum(each) for each in zip(*pieces, strict=True)) if pieces else (0, 0)
    # The worst and best pieces that the bootstrap adds are of the usual size, rounded up so that
    # it is never 0; the best has no variance left in its totals.
    usual = -(-amount // max(1, len(pieces)))
    reach = interval(pieces, (usual, round(usual * greatest)), (usual, 0))
    if reach is None:
        return None
    return Gain(amount / size if size else None, (reach[0], _finite(reach[1])))


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _of_seats(blocks: Sequence[Sequence[Contest]]) -> Iterable[Piece]:
    """By block: the squares of what was unexpected in each match, and that of their sum.

    Expected is the mean, in that seat, over the blocks of the same entrants.
    """
    groups: defaultdict[tuple[str, ...], list[_Legs]] = defaultdict(list)
    for block in blocks:
        legs = _legs(block)
        groups[tuple(sorted(legs))].append(legs)
    for results in groups.values():
        yield from _unexpected(results)


def _unexpected(results: Sequence[_Legs]) -> Iterable[Piece]:
    """The same of the blocks of one group of entrants."""
    number = len(results)
    sums = {
        name: list(map(sum, zip(*(legs[name] for legs in results), strict=True)))
        for name in results[0]
    }
    for legs in results:
        each = total = 0
        for name, halves in legs.items():
            # `number` times the deviation from the mean, which keeps it whole.
            off = [number * own - s for own, s in zip(halves, sums[name], strict=True)]
            each += sum([value * value for value in off])
            total += sum(off) ** 2
        yield each * _SCALE // number**2, total * _SCALE // number**2


def _legs(block: Sequence[Contest]) -> _Legs:
    legs: _Legs = {}
    for contest in block:
        for seat, (side, halves) in enumerate(zip(contest, rank_points(contest), strict=True)):
            legs.setdefault(side.names[0], [0] * len(contest))[seat] = halves
    return legs


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
