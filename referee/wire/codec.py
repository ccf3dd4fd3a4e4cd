"""The codec of each game: how its options and observations are written and read.

If the protocol has messages for a game, a module `wire` in the game's folder names their field
(FIELD). Other games are carried in GameData: options as JSON, observations as the message of the
game's own .proto, which `OBSERVATIONS` of its module `wire` writes, or as JSON if it has none.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from google.protobuf.message import Message

from referee.games.registry import GAMES, part_of
from referee.packing import ObservationPacker, SentHistory
from referee.text import quoted
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
    """Makes the message of the game's options, for MatchStart."""
    decisions: DecisionPacker
    """Writes decisions as bytes, with observations as the rules give them."""
    decode: Callable[[Any], Any]
    """Reads an observation from its message, for bots that use the rules.

    Raises ValueError if the message holds none. Whether the rules allow it is not checked."""

    def encode(self, seen: Any) -> Message:
        """The observation as the message that bots get, for callers that need more than bytes."""
        # Made from the bytes, so that observations are written by one piece of code alone.
        decision = Decision.FromString(self.decisions.pack(0, (), (), seen, SentHistory()))
        observation: Message = getattr(decision, self.field)
        return observation


# One codec for each game, since making it walks through the descriptors of the messages.
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
    messages = MessagePacker(module.OBSERVATIONS)
    return _foreign(messages, lambda data: module.decode(messages.parse(data)))


def _foreign(packer: ObservationPacker, decode: Callable[[GameData], Any]) -> Codec:
    return Codec(foreign.FIELD, foreign.options, DecisionPacker(foreign.FIELD, packer), decode)


def option_values(message: Message) -> dict[str, Any]:
    """A game's options as `make_game` takes them, from the message in MatchStart.

    Raises ValueError for a GameData that holds no JSON object.
    """
    if isinstance(message, GameData):
        values = json.loads(message.json)
        if not isinstance(values, dict):
            raise ValueError(f"options are a JSON object; received {quoted(message.json)}")
        return values
    fields = message.DESCRIPTOR.fields
    return {field.name: getattr(message, field.name) for field in fields}
