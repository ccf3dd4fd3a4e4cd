"""Rounds: on every board the entrants part into groups anew; all meet about equally often."""

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
"""Partitions that are drawn for a board and made more even; the best one is taken. Exchanges from
a single draw can end where no exchange of two helps and another partition would be better."""

Group = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Round:
    """How the entrants part into groups on one board."""

    board: int
    groups: tuple[Group, ...]
    """Names in the order drawn, nobody twice; an entrant in no group sits out."""


def rounds(tournament: str, entrants: Mapping[str, int], size: int, boards: int) -> Iterator[Round]:
    """The rounds of boards 1 and up, in groups of `size`; entrants come with their first board.

    When they do not make whole groups, those who have played most sit out: among entrants of the
    same first board the numbers of rounds never differ by more than 1. The groups are of those who
    have met least, as far as exchanging two can bring it. More boards only add to the end.
    """
    met: Counter[tuple[str, str]] = Counter()
    played: Counter[str] = Counter()
    for board in range(1, boards + 1):
        # By name first, so that the stable second sort does not depend on the order given.
        here = sorted(name for name, first in entrants.items() if first <= board)
        here.sort(key=lambda name: played[name])
        playing = here[: len(here) - len(here) % size]
        drawn = [_draw([tournament, board, n], playing, size) for n in range(_DRAWS)]
        found = [_exchanged(groups, met) for groups in drawn]
        groups = min(found, key=lambda groups: sum(met[pair] for pair in _pairs(groups)))
        met.update(_pairs(groups))
        played.update(playing)
        yield Round(board, groups)


def in_rounds(
    tournament: str, entrants: Mapping[str, int], seats: int, boards: int
) -> Iterator[Fixture]:
    """One round on every board; a group plays it in all rotations of its seats.

    For games where all groups would be too many. Raises ValueError as `checked_names` does.
    """
    checked_names(list(entrants), seats, boards)
    for each in rounds(tournament, entrants, seats, boards):
        for group in each.groups:
            yield from block_fixtures(
                tournament, Block(each.board, tuple(sorted(group))), each.board
            )


def _draw(path: Sequence[object], names: Sequence[str], size: int) -> tuple[Group, ...]:
    """The names in groups, ordered by a hash of the path and the name, which any language has."""

    def chance(name: str) -> bytes:
        return hashlib.sha256(json.dumps([*path, name], separators=(",", ":")).encode()).digest()

    order = sorted(names, key=chance)
    return tuple(tuple(order[at : at + size]) for at in range(0, len(order), size))


def _exchanged(groups: Sequence[Group], met: Counter[tuple[str, str]]) -> tuple[Group, ...]:
    """The groups after exchanges of two entrants, each of which lowers the number of meetings."""
    # One pass over all pairs: quick, and the same everywhere. It need not be the best partition.
    made = [list(group) for group in groups]

    def meetings(name: str, group: Sequence[str], instead: str) -> int:
        others = (each for each in group if each != instead)
        return sum(met[min(name, each), max(name, each)] for each in others)

    for one, other in combinations(made, 2):
        for here, there in product(range(len(one)), range(len(other))):
            own, its = one[here], other[there]
            now = meetings(own, one, own) + meetings(its, other, its)
            if meetings(its, one, own) + meetings(own, other, its) < now:
                one[here], other[there] = its, own
    return tuple(map(tuple, made))


def _pairs(groups: Sequence[Group]) -> Iterator[tuple[str, str]]:
    for group in groups:
        yield from combinations(sorted(group), 2)


ROUNDS: Final = Format(
    "rounds",
    "on every board the entrants part into groups anew, and each plays all seatings",
    at_once(lambda f: in_rounds(f.tournament, f.entrants, f.seats, f.boards)),
    newcomers=Newcomers.FROM_THE_NEXT,
)
