"""The gain of duplicate boards: how many times the matches independent deals would need instead.

In a block each entrant holds each hand. Luck that helps an entrant in one match then harms it in
another match of the block, so the total of the block varies less than a sum of independent matches.
Both variances are estimated: those of the results by match, and that of the block's total. In a
cooperative game all teams of a board share the luck of the board, which their differences lack.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tournaments.ratings.bootstrap import Piece, interval
from tournaments.ratings.contests import Contest, rank_points

_SCALE = 10**6
"""Squares are rounded to multiples of 1 / `_SCALE` and added up as integers, so that the order of
adding does not matter."""

Blocks: TypeAlias = Iterable[Sequence[Contest]]
_Legs: TypeAlias = tuple[tuple[int, ...], ...]
"""By entrant, in the order of names: its rank points in each match, in halves, in the order of the
seats that it held. So the entries at one index are of the same seats in all blocks."""


@dataclass(frozen=True, slots=True)
class Gain:
    """How many times the matches independent deals would need for intervals of the same width."""

    times: float | None
    """Above 1 if duplicate boards save matches; None if totals do not vary: no finite number."""
    interval: tuple[float, float | None]
    """The 95 % interval, by a bootstrap of whole blocks; an upper end of None is infinite."""


def gain(blocks: Blocks) -> Gain | None:
    """The gain on these blocks, all with teams or all without; None if it cannot be estimated.

    Blocks of entrants that met only once say nothing about the gain, nor do blocks whose results
    never vary.
    """
    # A block of a single contest with a single side has no comparison.
    whole = [block for block in blocks if len(block) > 1 or len(block[0]) > 1]
    if whole and len(whole[0]) == 1:
        teams = len(whole[0][0])
        return _gain(Counter(_of_teams(whole)), teams / (teams - 1))
    luck = SeatLuck()
    luck.add(whole)
    return luck.gain()


def _gain(pieces: Mapping[Piece, int], greatest: float) -> Gain | None:
    """`greatest` is the greatest possible ratio of a piece's size to its amount."""
    # Where the amount is 0 nothing deviated from its expectation: the entrants met once, or their
    # results never varied.
    counted = Counter({piece: times for piece, times in pieces.items() if piece[0] and times})
    number = counted.total()
    amount = sum([piece[0] * times for piece, times in counted.items()])
    size = sum([piece[1] * times for piece, times in counted.items()])
    # The worst and the best piece that the bootstrap adds have the mean amount, rounded up so that
    # the amount is not 0. The total of the best piece does not vary at all.
    usual = -(-amount // max(1, number))
    ends = interval(counted, (usual, round(usual * greatest)), (usual, 0))
    if ends is None:
        return None
    return Gain(amount / size if size else None, (ends[0], _finite(ends[1])))


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


class SeatLuck:
    """Squared deviations in games in which each seat plays for itself; blocks can be added.

    For each block: the sum of the squared deviations of the results by match, and the squared
    deviation of the entrants' totals. A deviation is from the mean of the entrant in these seats
    over all blocks of the same entrants.
    """

    def __init__(self) -> None:
        self._groups: dict[tuple[str, ...], dict[_Legs, int]] = {}
        """By the entrants of blocks: how often each result occurred."""
        self._changed: set[tuple[str, ...]] = set()
        # Plain dictionaries, since a Counter takes long to make.
        self._pieces_of: dict[tuple[str, ...], dict[Piece, int]] = {}
        """The pieces of each group of entrants, as `gain` last computed them."""
        self._pieces: dict[Piece, int] = {}
        """The sum of `_pieces_of` over all groups."""
        self._matches = 1

    def add(self, blocks: Blocks) -> None:
        """Count further blocks, which need not be of the same entrants."""
        for block in blocks:
            # All blocks have the same number of matches.
            self._matches = len(block)
            names, legs = _legs(block)
            results = self._groups.get(names)
            if results is None:
                results = self._groups[names] = {}
            results[legs] = results.get(legs, 0) + 1
            self._changed.add(names)

    def gain(self) -> Gain | None:
        """The gain on all blocks so far, as the function `gain` returns it."""
        for names in self._changed:
            for piece, times in self._pieces_of.get(names, {}).items():
                self._pieces[piece] -= times
            self._pieces_of[names] = _deviations(self._groups[names])
            for piece, times in self._pieces_of[names].items():
                self._pieces[piece] = self._pieces.get(piece, 0) + times
        self._changed.clear()
        return _gain(self._pieces, self._matches)


def _deviations(results: Mapping[_Legs, int]) -> dict[Piece, int]:
    """The pieces of the blocks of one group of entrants, from the count of each result."""
    number, pieces = sum(results.values()), dict[Piece, int]()
    entrants, matches = len(next(iter(results))), len(next(iter(results))[0])
    sums = [[0] * matches for _ in range(entrants)]
    for legs, times in results.items():
        for entrant, halves in enumerate(legs):
            for leg, points in enumerate(halves):
                sums[entrant][leg] += times * points
    for legs, times in results.items():
        by_match = of_total = 0
        for entrant, halves in enumerate(legs):
            sum_of_legs = 0
            for leg, points in enumerate(halves):
                # `number` times the deviation from the mean, which makes it an integer.
                deviation = number * points - sums[entrant][leg]
                by_match += deviation * deviation
                sum_of_legs += deviation
            of_total += sum_of_legs * sum_of_legs
        piece = by_match * _SCALE // number**2, of_total * _SCALE // number**2
        pieces[piece] = pieces.get(piece, 0) + times
    return pieces


def _legs(block: Sequence[Contest]) -> tuple[tuple[str, ...], _Legs]:
    """The sorted names of the block's entrants, and their rank points by the seats that they held.

    In each match of a block an entrant holds other seats: one in a rotation, perhaps several in a
    duel of three seats or more. The points of seats that it held in one match are added up.
    """
    legs: dict[str, dict[tuple[int, ...], int]] = {}
    for contest in block:
        halves = rank_points(contest)
        seats: dict[str, tuple[int, ...]] = {}
        for seat, side in enumerate(contest):
            name = side.names[0]
            seats[name] = (*seats[name], seat) if name in seats else (seat,)
        for name, held in seats.items():
            points = halves[held[0]] if len(held) == 1 else sum([halves[seat] for seat in held])
            legs.setdefault(name, {})[held] = points
    names = sorted(legs)
    return tuple(names), tuple(
        [tuple([legs[name][held] for held in sorted(legs[name])]) for name in names]
    )


def _of_teams(blocks: Sequence[Sequence[Contest]]) -> Iterable[Piece]:
    """By board: the teams' summed squared deviations, with and without the luck of the board.

    The expected points of a team are the mean of all teams plus its members' effects. The effect of
    an entrant is the mean points of its teams, less the mean of all teams.
    """
    sides = [side for (contest,) in blocks for side in contest]
    mean = sum(side.points for side in sides) / len(sides)
    times, points = Counter[str](), Counter[str]()
    for side in sides:
        for name in side.names:
            times[name] += 1
            points[name] += side.points
    effects = {name: points[name] / times[name] - mean for name in times}
    for (contest,) in blocks:
        deviations = [
            side.points - mean - math.fsum(effects[n] for n in side.names) for side in contest
        ]
        # The luck of the board, which all its teams share, is estimated by the mean deviation.
        teams, luck = len(deviations), math.fsum(deviations) / len(deviations)
        # The factors make both sums unbiased: subtracting the mean takes one degree of freedom.
        with_luck = (teams - 1) * math.fsum(value * value for value in deviations)
        without_luck = teams * math.fsum((value - luck) ** 2 for value in deviations)
        yield round(with_luck * _SCALE), round(without_luck * _SCALE)
