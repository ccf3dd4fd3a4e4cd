"""What the options of The Game come to, in plain values.

In a module of its own, as states are compiled and options, which are pydantic's, are not.
"""

from typing import NamedTuple


class Terms(NamedTuple):
    """What the options of The Game come to (TG-2, TG-6, TG-12, TG-13)."""

    players: int
    hand_limit: int
    minimum: int
    """The least number of cards for a turn while the deck lasts; then it is 1 (TG-R4)."""
    talk: bool
    fire: bool
