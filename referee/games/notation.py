"""The notation of games: actions, events and cards as text."""

from collections.abc import Callable
from typing import NamedTuple

from referee.errors import InvalidError


class NotationError(InvalidError):
    """The text or number is not an action, event or card of this game.

    The text says what would be.
    """


class Notation(NamedTuple):
    """How a game writes actions, events and cards; each function raises NotationError."""

    action_text: Callable[[int], str]
    parse_action: Callable[[str], int]
    event_text: Callable[[int], str]
    card_text: Callable[[int], str]
