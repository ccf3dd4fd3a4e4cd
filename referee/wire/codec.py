"""Which module of this room speaks for which game."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from google.protobuf.message import Message

from referee.wire import fox, korist, nase_hra, the_game
from referee.wire.packing import framed, tag_of
from stych.v1.referee_pb2 import Decision


@dataclass(frozen=True, slots=True)
class Codec:
    """A game on the wire."""

    field: str
    """The game's field in MatchStart.options and Decision.observation."""
    options: Callable[[Any], Message]
    pack: Callable[[Any], bytes]
    """An observation of the rules as the bytes of the message that bots get."""
    decode: Callable[[Any], Any]
    """From that message back, for bots that use the rules.

    Raises ValueError for what is no observation. That the rules could lead to it, nobody checks.
    """
    tag: bytes
    """What comes before an observation within a Decision."""

    def encode(self, seen: Any) -> Message:
        """An observation as a message."""
        decision = Decision.FromString(self.in_decision(seen))
        observation: Message = getattr(decision, self.field)
        return observation

    def in_decision(self, seen: Any) -> bytes:
        """An observation as the field of a Decision."""
        return framed(self.tag, self.pack(seen))


def _codec(module: Any) -> Codec:
    field = module.__name__.rpartition(".")[2]
    tag = tag_of(Decision.DESCRIPTOR, field)
    return Codec(field, module.options, module.pack, module.decode, tag)


_CODECS: Final = {
    "fox": _codec(fox),
    "the-game": _codec(the_game),
    "korist": _codec(korist),
    "nase-hra": _codec(nase_hra),
}


def codec(game: str) -> Codec:
    """The codec of the game with that id. Raises KeyError when it has none."""
    return _CODECS[game]


def option_values(message: Message) -> dict[str, Any]:
    """A game's options as `make_game` takes them, from the message in MatchStart."""
    fields = message.DESCRIPTOR.fields
    return {field.name: getattr(message, field.name) for field in fields}
