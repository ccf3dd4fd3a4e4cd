"""Round robin: every group of as many entrants as there are seats plays every board."""

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
    """Every board played by every group of as many entrants as there are seats.

    The order of `entrants` does not matter. All boards are alike but for the seating that comes
    first in a block, which alternates; more boards only add to the end. In every prefix the numbers
    of blocks of two entrants differ by no more than 1 (2 seats, an even number of entrants),
    2 (2 seats, an odd number) or `seats` (more seats); after a whole board by nothing.
    Raises ValueError for fewer than 2 seats, fewer entrants than seats, a name that comes twice,
    or boards below 1.
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
    """One board of a round robin; the names are in order."""
    for group in groups(len(names), seats):
        block = Block(board, tuple(names[i] for i in group))
        # Berger's rule (i + j odd: the lower index begins), turned once more for each board: so
        # nobody begins more often than another when a tournament is stopped between seatings.
        yield from block_fixtures(tournament, block, sum(group) + board)


def groups(entrants: int, seats: int) -> Iterator[tuple[int, ...]]:
    """All groups of so many indices below `entrants`, once each, in a balanced order."""
    return _circle(entrants) if seats == 2 else _orbits(entrants, seats)


def _circle(entrants: int) -> Iterator[tuple[int, ...]]:
    """All pairs, in rounds by the circle method; in an odd field one sits out each round."""
    # Plain nested loops would be balanced only after a whole board.
    even = entrants + entrants % 2
    for turn in range(even - 1):
        circle = [0, *((i + turn) % (even - 1) + 1 for i in range(even - 1))]
        for one, other in zip(circle[: even // 2], reversed(circle), strict=False):
            if max(one, other) < entrants:
                yield min(one, other), max(one, other)


def _orbits(entrants: int, seats: int) -> Iterator[tuple[int, ...]]:
    """All combinations, as cycles: a group, then the same with every index raised by 1, and so on.

    In a whole cycle every entrant comes equally often, as all are shifted through all places.
    """
    for tail in combinations(range(1, entrants), seats - 1):
        places = (0, *tail)
        # A cycle is known by the gaps between its indices, in the least of their rotations: of all
        # groups of a cycle exactly one is taken to begin it.
        gaps = tuple(b - a for a, b in zip(places, (*tail, entrants), strict=True))
        turned = [gaps[turn:] + gaps[:turn] for turn in range(1, seats + 1)]
        if gaps == min(turned):
            # A symmetric group comes back to itself before a whole turn, and must not come twice.
            length = sum(gaps[: turned.index(gaps) + 1])
            for shift in range(length):
                yield tuple(sorted((place + shift) % entrants for place in places))


def _resolving(field: Field) -> Stages:
    """A round robin in which a group that is in no doubt plays no further boards.

    Its fixtures are some of those of the whole round robin.
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
