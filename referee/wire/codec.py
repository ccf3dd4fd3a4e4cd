"""Games on the wire: a module `wire` in a game's folder has its messages.

A game of the protocol's own names its field there (FIELD). Others are carried in GameData: as the
message of the game's own .proto that `wire.OBSERVATIONS` writes, or as JSON without that module.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from google.protobuf.message import Message

from referee.games.registry import GAMES, part_of
from referee.packing import ObservationPacker, Written
from referee.text import shown
from referee.wire import foreign
from referee.wire.decisions import DecisionPacker
from referee.wire.foreign import JsonPacker, MessagePacker
from stych.v1.referee_pb2 import Decision, GameData


@dataclass(frozen=True, slots=True)
class Codec:
    """How one game is written and read."""

    field: str
    """The game's field in MatchStart.options and Decision.observation."""
    options: Callable[[Any], Message]
    decisions: DecisionPacker
    """Writes decisions with observations of the rules, as bytes."""
    decode: Callable[[Any], Any]
    """Reads an observation from its message, for bots that use the rules.

    Raises ValueError for what is no observation. That the rules could lead to it, nobody checks."""

    def encode(self, seen: Any) -> Message:
        """An observation as the message that bots get, for whoever needs more than its bytes."""
        # By way of the bytes, so that there is one way only in which an observation is written.
        decision = Decision.FromString(self.decisions.pack(0, (), (), seen, Written()))
        observation: Message = getattr(decision, self.field)
        return observation


# One codec for each game: making it goes through the message's descriptors.
@cache
def codec(game: str) -> Codec:
    """The codec of the game with that id. Raises KeyError when there is no such game."""
    module = part_of(game, "wire")
    if module is None:
        packer = JsonPacker(GAMES[game].observation_type)
        return _foreign(packer, packer.decode)
    if hasattr(module, "FIELD"):
        decisions = DecisionPacker(module.FIELD, module.OBSERVATIONS)
        return Codec(module.FIELD, module.options, decisions, module.decode)
    own = MessagePacker(module.OBSERVATIONS)
    return _foreign(own, lambda data: module.decode(own.parse(data)))


def _foreign(packer: ObservationPacker, decode: Callable[[GameData], Any]) -> Codec:
    return Codec(foreign.FIELD, foreign.options, DecisionPacker(foreign.FIELD, packer), decode)


def option_values(message: Message) -> dict[str, Any]:
    """A game's options as `make_game` takes them, from the message in MatchStart.

    Raises ValueError for options in JSON that are no object.
    """
    if isinstance(message, GameData):
        values = json.loads(message.json)
        if not isinstance(values, dict):
            raise ValueError(f"options are a JSON object; received {shown(message.json)}")
        return values
    fields = message.DESCRIPTOR.fields
    return {field.name: getattr(message, field.name) for field in fields}
