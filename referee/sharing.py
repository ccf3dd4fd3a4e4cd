"""Which matches share a deal: what a deal's path says of them.

The first four parts are the seed, the game, its options and the board. What follows says whose deal
of the board it is:

    nothing                                one deal for all who play the board
    a JSON array of names, sorted          one deal for the block of these entrants
    a JSON array of names by seat, "match" a deal of the match's own
"""

import json
from collections.abc import Sequence
from typing import Final

from referee.games.game import AnyGame

_JSON: Final = json.JSONEncoder(separators=(",", ":"))
_MATCH: Final = "match"


def deal_path(seed: str, game: AnyGame, board: int, *whose: str) -> tuple[str, ...]:
    """The path from which a deal's key is derived.

    Without `whose`, all who play the board share it.
    """
    # Every part is a text of its own, so that no two paths can be written alike (referee/deals.py).
    return (seed, game.id, game.options_text, str(board), *whose)


def of_block(entrants: Sequence[str]) -> tuple[str, ...]:
    """The end of the path of a deal that belongs to a block of these entrants, in all rotations."""
    # As JSON: a name may have any character in it that could part the names. Sorted, since all
    # rotations of a block share the deal.
    return (_JSON.encode(sorted(entrants)),)


def of_match(seats: Sequence[str]) -> tuple[str, ...]:
    """The end of the path of a deal that belongs to one match, with these names by seat."""
    return (_JSON.encode(list(seats)), _MATCH)


def fits(whose: Sequence[str], seats: Sequence[str], seating: int) -> bool:
    """Whether the end of a path can be that of a match with these names by seat.

    `seating` is the number of the rotation, from 0. Whoever checks a record asks this.
    """
    if not whose:
        return True
    names = sorted(seats)
    rotated = names[seating % len(names) :] + names[: seating % len(names)]
    if tuple(whose) == of_block(names):
        # In a block every entrant has one seat, and the seating says by how much they were rotated.
        return len(set(names)) == len(names) > seating >= 0 and rotated == list(seats)
    return tuple(whose) == of_match(seats)
