"""The format of rounds: every board has a new partition of the entrants into groups.

All entrants meet about equally often.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Final

from tournaments.core.fixtures import Block, Fixture, block_fixtures, checked_names
from tournaments.formats.format import Format, Newcomers, at_once

_DRAWS: Final = 4
"""How many partitions are drawn for a board and improved by exchanges; the best one is taken. From
a single draw, exchanges of two more often end at a partition that is not the best."""

Group = tuple[str, ...]
"""The names of entrants that meet on a board."""


@dataclass(frozen=True, slots=True)
class Round:
    """The partition of the entrants into groups on one board."""

    board: int
    groups: tuple[Group, ...]
    """Names in the order of the draw and exchanges, none twice. Who is in no group sits out."""


def rounds(tournament: str, entrants: Mapping[str, int], size: int, boards: int) -> Iterator[Round]:
    """One round for each board from 1 to `boards`, in groups of `size`.

    `entrants` has the first board of each entrant by name. If they do not make whole groups, those
    that have played most sit out: among entrants with the same first board the numbers of rounds
    never differ by more than 1. Groups are made of entrants that have met least, as far as
    exchanges of two achieve it. More boards only add to the end.
    """
    met: Counter[tuple[str, str]] = Counter()
    played: Counter[str] = Counter()
    for board in range(1, boards + 1):
        # Sorted by name first: the second sort is stable, and must not depend on the order given.
        joined = sorted(name for name, first in entrants.items() if first <= board)
        joined.sort(key=lambda name: played[name])
        playing = joined[: len(joined) - len(joined) % size]
        drawn = [_draw([tournament, board, n], playing, size) for n in range(_DRAWS)]
        improved = [_exchanged(groups, met) for groups in drawn]
        groups = min(improved, key=lambda groups: sum(met[pair] for pair in _pairs(groups)))
        met.update(_pairs(groups))
        played.update(playing)
        yield Round(board, groups)


def in_rounds(
    tournament: str, entrants: Mapping[str, int], seats: int, boards: int
) -> Iterator[Fixture]:
    """The fixtures of one round on every board; each group plays all rotations of its seats.

    This suits games in which a round robin would have too many groups. Ids of matches are derived
    from `tournament`. Raises ValueError as `checked_names` does.
    """
    checked_names(list(entrants), seats, boards)
    for each in rounds(tournament, entrants, seats, boards):
        for group in each.groups:
            yield from block_fixtures(
                tournament, Block(each.board, tuple(sorted(group))), each.board
            )


def _draw(path: Sequence[object], names: Sequence[str], size: int) -> tuple[Group, ...]:
    """The names in groups of `size`, in the order of a hash of the path and the name."""
    # SHA-256 of JSON, so that a program in any language can draw the same groups.

    def chance(name: str) -> bytes:
        return hashlib.sha256(json.dumps([*path, name], separators=(",", ":")).encode()).digest()

    order = sorted(names, key=chance)
    return tuple(tuple(order[i : i + size]) for i in range(0, len(order), size))


def _exchanged(groups: Sequence[Group], met: Counter[tuple[str, str]]) -> tuple[Group, ...]:
    """The groups after exchanges of two entrants; each lowers their number of earlier meetings."""
    # One pass over all pairs of entrants is quick. It need not find the best partition.
    exchanged = [list(group) for group in groups]

    def meetings(name: str, group: Sequence[str], instead: str) -> int:
        """How often `name` has met the group, if it were there in the place of `instead`."""
        others = (each for each in group if each != instead)
        return sum(met[min(name, each), max(name, each)] for each in others)

    for first, second in combinations(exchanged, 2):
        for i, k in product(range(len(first)), range(len(second))):
            one, other = first[i], second[k]
            now = meetings(one, first, one) + meetings(other, second, other)
            if meetings(other, first, one) + meetings(one, second, other) < now:
                first[i], second[k] = other, one
    return tuple(map(tuple, exchanged))


def _pairs(groups: Sequence[Group]) -> Iterator[tuple[str, str]]:
    for group in groups:
        yield from combinations(sorted(group), 2)


ROUNDS: Final = Format(
    "rounds",
    "on every board the entrants part into groups anew, and each plays all seatings",
    at_once(lambda f: in_rounds(f.tournament, f.entrants, f.seats, f.boards)),
    newcomers=Newcomers.FROM_THE_NEXT,
)
