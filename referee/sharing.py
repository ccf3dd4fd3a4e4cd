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
    """What a deal's key is derived from; without `whose`, all who play the board share it."""
    return (seed, game.id, game.options_text, str(board), *whose)


def of_block(entrants: Sequence[str]) -> tuple[str, ...]:
    """Whose deal it is: that of a block of these entrants, in all its rotations."""
    return (_JSON.encode(sorted(entrants)),)


def of_match(seats: Sequence[str]) -> tuple[str, ...]:
    """Whose deal it is: that of one match, with these names by seat."""
    return (_JSON.encode(list(seats)), _MATCH)


def fits(whose: Sequence[str], seats: Sequence[str], seating: int) -> bool:
    """Whether this can be said of the deal of a match with these names by seat."""
    if not whose:
        return True
    names = sorted(seats)
    rotated = names[seating % len(names) :] + names[: seating % len(names)]
    if tuple(whose) == of_block(names):
        return len(set(names)) == len(names) > seating >= 0 and rotated == list(seats)
    return tuple(whose) == of_match(seats)
