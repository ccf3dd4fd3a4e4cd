"""How games write things."""

from collections.abc import Callable
from typing import NamedTuple

from referee.errors import InvalidError


class NotationError(InvalidError):
    """The text is not an action or card of this game."""


class Notation(NamedTuple):
    """How a game writes things."""

    action_text: Callable[[int], str]
    parse_action: Callable[[str], int]
    event_text: Callable[[int], str]
    card_text: Callable[[int], str]
