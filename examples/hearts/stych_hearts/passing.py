"""How many cards are passed, and to which seat (H-4)."""

from enum import IntEnum
from typing import Final

from stych_hearts.options import HeartsOptions

PASSED: Final = 3
"""The number of cards that each player passes."""


class HeartsDirection(IntEnum):
    """Where the cards of a round are passed to; the values are those of hearts.proto."""

    LEFT = 1
    RIGHT = 2
    ACROSS = 3
    HOLD = 4


_LEFT, _RIGHT = HeartsDirection.LEFT, HeartsDirection.RIGHT
_ACROSS, _HOLD = HeartsDirection.ACROSS, HeartsDirection.HOLD
_ROTATION: Final = {
    3: (_LEFT, _RIGHT, _HOLD),
    4: (_LEFT, _RIGHT, _ACROSS, _HOLD),
    5: (_LEFT, _RIGHT, _HOLD),
}
"""By number of players the directions of the rounds, which repeat."""


def direction_of(options: HeartsOptions, number: int) -> HeartsDirection:
    """The direction of passing in round `number`, which counts from 1."""
    if options.passing == "left":
        return _LEFT
    if options.passing == "none":
        return _HOLD
    rotation = _ROTATION[options.players]
    return rotation[(number - 1) % len(rotation)]


def receiver(seat: int, direction: HeartsDirection, players: int) -> int:
    """The seat that gets the cards of `seat`; with HOLD that is `seat` itself."""
    # The left neighbour is the seat that plays next.
    steps = {_LEFT: 1, _RIGHT: players - 1, _ACROSS: 2, _HOLD: 0}
    return (seat + steps[direction]) % players
