"""Who passes cards to whom (H-4)."""

from enum import IntEnum
from typing import Final

from stych_hearts.options import HeartsOptions

PASSED: Final = 3
"""So many cards are passed."""


class HeartsDirection(IntEnum):
    """Where the cards of a round are passed to."""

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


def direction_of(options: HeartsOptions, number: int) -> HeartsDirection:
    """The direction of the round of that number, from 1 on."""
    if options.passing == "left":
        return _LEFT
    if options.passing == "none":
        return _HOLD
    rotation = _ROTATION[options.players]
    return rotation[(number - 1) % len(rotation)]


def receiver(seat: int, direction: HeartsDirection, players: int) -> int:
    """The seat that gets the cards; the left neighbour is the one that plays next."""
    steps = {_LEFT: 1, _RIGHT: players - 1, _ACROSS: 2, _HOLD: 0}
    return (seat + steps[direction]) % players
