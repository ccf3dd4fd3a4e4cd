"""The round robin: every group of as many entrants as there are seats plays every board."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from tournaments.core.fixtures import Block, Fixture, block_fixtures, checked_names
from tournaments.formats.field import Field, Pair, Stages
from tournaments.formats.format import Format, at_once, until_resolved
from tournaments.formats.resolving import resolving


def round_robin(
    tournament: str, entrants: Sequence[str], seats: int, boards: int
) -> Iterator[Fixture]:
    """All fixtures of a round robin, board by board.

    Ids of matches are derived from `tournament`. The order of `entrants` does not matter. Boards
    differ only in the seatings that come first in their blocks. More boards only add to the end. In
    every prefix the numbers of blocks that any two entrants have each played differ by at most 1 (2
    seats, an even number of entrants), 2 (2 seats, an odd number) or `seats` (more seats); after a
    whole board they are equal.

    Raises ValueError for fewer than 2 seats, and as `checked_names` does.
    """
    if seats < 2:
        raise ValueError(f"a round robin needs 2 seats or more, not {seats}")
    names = checked_names(entrants, seats, boards)
    return (
        fixture
        for board in range(1, boards + 1)
        for fixture in board_round_robin(tournament, names, seats, board)
    )


def board_round_robin(
    tournament: str, names: Sequence[str], seats: int, board: int
) -> Iterator[Fixture]:
    """The fixtures of one board of a round robin; `names` must be sorted."""
    for group in groups(len(names), seats):
        block = Block(board, tuple(names[i] for i in group))
        # For 2 seats this is Berger's rule (the lower index begins if i + j is odd), shifted by one
        # for each board: after whole boards, any two have begun about as many blocks.
        yield from block_fixtures(tournament, block, sum(group) + board)


def groups(entrants: int, seats: int) -> Iterator[tuple[int, ...]]:
    """All groups of `seats` indices below `entrants`, each once and sorted, in a balanced order."""
    return _circle(entrants) if seats == 2 else _orbits(entrants, seats)


def _circle(entrants: int) -> Iterator[tuple[int, ...]]:
    """All pairs, in rounds by the circle method; of an odd number one sits out in each round."""
    # Plain nested loops would be balanced only after a whole board.
    places = entrants + entrants % 2
    for turn in range(places - 1):
        circle = [0, *((i + turn) % (places - 1) + 1 for i in range(places - 1))]
        for one, other in zip(circle[: places // 2], reversed(circle), strict=False):
            # With an odd number the index `entrants` is nobody, whose opponent sits out.
            if max(one, other) < entrants:
                yield min(one, other), max(one, other)


def _orbits(entrants: int, seats: int) -> Iterator[tuple[int, ...]]:
    """All groups, in cycles: a group, then the group with every index raised by 1, and so on.

    Indices are counted modulo `entrants`. In a whole cycle every entrant comes equally often.
    """
    for tail in combinations(range(1, entrants), seats - 1):
        first = (0, *tail)
        # The groups of a cycle have the same gaps between their indices, up to rotation. The cycle
        # begins with the group whose gaps are the least rotation, so that it comes only once.
        gaps = tuple(b - a for a, b in zip(first, (*tail, entrants), strict=True))
        rotations = [gaps[turn:] + gaps[:turn] for turn in range(1, seats + 1)]
        if gaps == min(rotations):
            # A symmetric group repeats after fewer than `entrants` shifts, and must not come twice.
            length = sum(gaps[: rotations.index(gaps) + 1])
            for shift in range(length):
                yield tuple(sorted((index + shift) % entrants for index in first))


def _resolving(field: Field) -> Stages:
    """A round robin whose later boards are played only by groups with a pair in doubt.

    All its fixtures are fixtures of the whole round robin as well.
    """
    names = checked_names(field.names, field.seats, field.boards)

    def board(number: int, doubted: set[Pair]) -> Iterator[Fixture]:
        for fixture in board_round_robin(field.tournament, names, field.seats, number):
            if not doubted.isdisjoint(combinations(fixture.block.entrants, 2)):
                yield fixture

    return resolving(field, board)


ROUND_ROBIN: Final = Format(
    "round-robin",
    "every board is played by every group of entrants in all seatings",
    until_resolved(
        at_once(lambda f: round_robin(f.tournament, f.names, f.seats, f.boards)), _resolving
    ),
    keys=frozenset({"stop.resolved"}),
)
