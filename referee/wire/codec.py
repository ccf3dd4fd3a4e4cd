"""Which module of this room speaks for which game."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from google.protobuf.message import Message

from referee.wire import fox, korist, nase_hra, the_game


@dataclass(frozen=True, slots=True)
class Codec:
    """A game on the wire."""

    field: str
    """The game's field in MatchStart.options and Decision.observation."""
    options: Callable[[Any], Message]
    encode: Callable[[Any], Message]
    """An observation of the rules as the message that bots get."""
    decode: Callable[[Any], Any]
    """The inverse, for bots that use the rules. Raises ValueError for what is no observation.

    That the rules could lead to it, nobody checks.
    """
    fields: Callable[[Any], dict[str, Any]]
    """The fields of that message, for one that it becomes part of; they can be used again."""


_CODECS: Final = {
    "fox": Codec("fox", fox.options, fox.encode, fox.decode, fox.fields),
    "the-game": Codec(
        "the_game", the_game.options, the_game.encode, the_game.decode, the_game.fields
    ),
    "korist": Codec("korist", korist.options, korist.encode, korist.decode, korist.fields),
    "nase-hra": Codec(
        "nase_hra", nase_hra.options, nase_hra.encode, nase_hra.decode, nase_hra.fields
    ),
}


def codec(game: str) -> Codec:
    """The codec of the game with that id. Raises KeyError when it has none."""
    return _CODECS[game]


def option_values(message: Message) -> dict[str, Any]:
    """A game's options as `make_game` takes them, from the message in MatchStart."""
    fields = message.DESCRIPTOR.fields
    return {field.name: getattr(message, field.name) for field in fields}
