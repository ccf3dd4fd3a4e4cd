"""What the options of The Game come to, in plain values."""

from typing import NamedTuple


class Terms(NamedTuple):
    """What the options come to."""

    players: int
    hand_limit: int
    minimum: int
    """While the deck lasts."""
    talk: bool
    fire: bool
