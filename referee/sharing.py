"""Which matches share a deal, as the path of the deal says.

The first four parts of the path are the seed, the game, its options and the board. The parts after
them, `sharers` in this module, say which matches on the board share the deal:

    none                                      all matches on the board
    a JSON array of names, sorted             the rotations of the block of these entrants
    a JSON array of names by seat, "match"    the one match with these seats
"""

import json
from collections.abc import Sequence
from typing import Final

from referee.games.game import AnyGame

_JSON: Final = json.JSONEncoder(separators=(",", ":"))
_MATCH: Final = "match"


def deal_path(seed: str, game: AnyGame, board: int, *sharers: str) -> tuple[str, ...]:
    """The path from which a deal's key is derived.

    `sharers` are the parts that `of_block` or `of_match` returns. Without them all matches on the
    board share the deal.
    """
    # One part for each value, so that different values never give the same path.
    return (seed, game.id, game.options_text, str(board), *sharers)


def of_block(entrants: Sequence[str]) -> tuple[str, ...]:
    """The sharers of a block's deal: its rotations. They are the same for any order of entrants."""
    # JSON, since a name in a record that is checked may be any text: no separator would be safe.
    return (_JSON.encode(sorted(entrants)),)


def of_match(seats: Sequence[str]) -> tuple[str, ...]:
    """The sharers of a deal that one match has for itself, with these names by seat."""
    return (_JSON.encode(list(seats)), _MATCH)


def fits_match(sharers: Sequence[str], seats: Sequence[str], seating: int) -> bool:
    """Whether the deal of a match with these names by seat can have these `sharers` in its path.

    `seating` is the seating of the match. It matters only for the deal of a block, where it is the
    number of the rotation, from 0.
    """
    if not sharers:
        return True
    names = sorted(seats)
    rotated = names[seating % len(names) :] + names[: seating % len(names)]
    if tuple(sharers) == of_block(names):
        # In a block each entrant has one seat, and `seating` says by how much they were rotated.
        return len(set(names)) == len(names) > seating >= 0 and rotated == list(seats)
    return tuple(sharers) == of_match(seats)
