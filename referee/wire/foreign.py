"""Games that the protocol has no messages for: they are carried in GameData."""

import json
from typing import Any

from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass
from pydantic import TypeAdapter, ValidationError

from referee.games.game import Options
from referee.packing import ObservationPacker, Written
from stych.v1.referee_pb2 import GameData

FIELD = "other"
"""The field of all these games in MatchStart.options and Decision.observation."""


def options(chosen: Options) -> GameData:
    """The message of the options, for MatchStart."""
    return GameData(json=chosen.model_dump_json())


class JsonPacker(ObservationPacker):
    """Writes observations as JSON objects, by the names of their members."""

    def __init__(self, observation: type[Any]) -> None:
        """`observation` is the class: a NamedTuple of numbers, texts, and tuples of these."""
        self._adapter = TypeAdapter(observation)

    def pack(self, seen: tuple[Any, ...], written: Written) -> bytes:
        """The bytes of a GameData with the observation as JSON."""
        del written
        # A plain tuple has no names for its members, so it is written as a list.
        members = seen._asdict() if hasattr(seen, "_asdict") else seen
        text = json.dumps(members, separators=(",", ":"))
        # Deterministic here and below, since checks compare the bytes that are sent.
        return GameData(json=text).SerializeToString(deterministic=True)

    def decode(self, message: GameData) -> Any:
        """The observation in a GameData. Raises ValueError for JSON that is no observation."""
        try:
            return self._adapter.validate_json(message.json)
        except ValidationError as error:
            raise ValueError(f"no observation: {error.errors()[0]['msg']}") from None


class MessagePacker(ObservationPacker):
    """Writes observations as messages of the game's own .proto."""

    def __init__(self, packer: ObservationPacker) -> None:
        """`packer` writes the game's own message."""
        self._packer = packer
        self._type: type[Message] = GetMessageClass(packer.message)

    def pack(self, seen: tuple[Any, ...], written: Written) -> bytes:
        """The bytes of a GameData with the game's own message in it."""
        name, data = self._packer.message.full_name, self._packer.pack(seen, written)
        return GameData(type=name, data=data).SerializeToString(deterministic=True)

    def parse(self, message: GameData | Message) -> Message:
        """The game's own message in a GameData.

        Any other message is returned as it is: the SDK passes the game's own message. Raises
        ValueError for bytes that are no such message.
        """
        if not isinstance(message, GameData):
            return message
        try:
            return self._type.FromString(message.data)
        except DecodeError as error:
            raise ValueError(f"no {self._packer.message.full_name}: {error}") from None
