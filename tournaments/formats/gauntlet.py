"""The gauntlet: one entrant, the hero, plays in every match, with all others in turn."""

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from tournaments.core.fixtures import Block, Fixture, block_fixtures, checked_names
from tournaments.formats.field import Field
from tournaments.formats.format import Format, at_once


def gauntlet(field: Field) -> Iterator[Fixture]:
    """The fixtures: each board is played by every group that has the hero and fills the seats.

    Raises ValueError when the hero is no entrant, and as `checked_names` does.
    """
    names = checked_names(field.names, field.seats, field.boards)
    if field.hero not in names:
        raise ValueError(f"the hero of a gauntlet is one of {names}; received {field.hero!r}")
    others = [name for name in names if name != field.hero]
    for board in range(1, field.boards + 1):
        for number, rest in enumerate(combinations(others, field.seats - 1)):
            block = Block(board, tuple(sorted((field.hero, *rest))))
            # From block to block another seating comes first (see `block_fixtures`).
            yield from block_fixtures(field.tournament, block, number + board)


GAUNTLET: Final = Format(
    "gauntlet",
    "the hero meets all others on every board",
    at_once(gauntlet),
    keys=frozenset({"hero"}),
)
