"""The notation of games: actions, events and cards as text."""

from collections.abc import Callable
from typing import NamedTuple

from referee.errors import InvalidError


class NotationError(InvalidError):
    """The text or number is not an action, event or card of this game.

    The error's text says what a right one looks like.
    """


class Notation(NamedTuple):
    """The functions that write a game's actions, events and cards, and read its actions.

    Each raises NotationError for a number or text that it does not know.
    """

    action_text: Callable[[int], str]
    parse_action: Callable[[str], int]
    event_text: Callable[[int], str]
    card_text: Callable[[int], str]
