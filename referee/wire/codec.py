"""Which module of this room speaks for which game."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from google.protobuf.message import Message

from referee.wire import fox, korist, nase_hra, the_game
from referee.wire.decisions import DecisionPacker
from referee.wire.packing import Written
from stych.v1.referee_pb2 import Decision


@dataclass(frozen=True, slots=True)
class Codec:
    """A game on the wire."""

    field: str
    """The game's field in MatchStart.options and Decision.observation."""
    options: Callable[[Any], Message]
    decisions: DecisionPacker
    """Writes decisions with observations of the rules."""
    decode: Callable[[Any], Any]
    """From that message back, for bots that use the rules.

    Raises ValueError for what is no observation. That the rules could lead to it, nobody checks.
    """

    def encode(self, seen: Any) -> Message:
        """An observation as the message that bots get."""
        decision = Decision.FromString(self.decisions.pack(0, (), (), seen, Written()))
        observation: Message = getattr(decision, self.field)
        return observation


def _codec(module: Any) -> Codec:
    field = module.__name__.rpartition(".")[2]
    decisions = DecisionPacker(field, module.OBSERVATIONS)
    return Codec(field, module.options, decisions, module.decode)


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
