"""The options of The Game as plain values.

They are in a module of their own since states are compiled, and the options, a pydantic model, are
not.
"""

from typing import NamedTuple


class Terms(NamedTuple):
    """The values that follow from the options of The Game (TG-2, TG-6, TG-12, TG-13)."""

    players: int
    hand_limit: int
    """The number of cards to which a hand is filled up."""
    minimum: int
    """The least number of cards of a turn while the deck lasts; after that 1 is enough (TG-R4)."""
    talk: bool
    fire: bool
