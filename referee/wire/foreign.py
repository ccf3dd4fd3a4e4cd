"""Games that the protocol has no message for: what it carries of them is in GameData."""

import json
from typing import Any

from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass
from pydantic import TypeAdapter, ValidationError

from referee.games.game import Options
from referee.packing import ObservationPacker, Written
from stych.v1.referee_pb2 import GameData

FIELD = "other"
"""The field of all such games in MatchStart.options and Decision.observation."""


def options(chosen: Options) -> GameData:
    """The options as a match's start tells them."""
    return GameData(json=chosen.model_dump_json())


class JsonPacker(ObservationPacker):
    """Writes observations as JSON objects, by the names of their members."""

    def __init__(self, observation: type[Any]) -> None:
        """`observation` is a NamedTuple of numbers, texts, and tuples of such."""
        self._adapter = TypeAdapter(observation)

    def pack(self, seen: tuple[Any, ...], written: Written) -> bytes:
        """The bytes of a GameData with the observation as JSON."""
        del written
        # A packer is given plain tuples as well, which come out as a list.
        members = seen._asdict() if hasattr(seen, "_asdict") else seen
        text = json.dumps(members, separators=(",", ":"))
        # Deterministic here and below: checks compare what is sent, byte by byte.
        return GameData(json=text).SerializeToString(deterministic=True)

    def decode(self, message: GameData) -> Any:
        """The observation in a GameData. Raises ValueError for JSON that is none."""
        try:
            return self._adapter.validate_json(message.json)
        except ValidationError as error:
            raise ValueError(f"no observation: {error.errors()[0]['msg']}") from None


class MessagePacker(ObservationPacker):
    """Writes observations as messages of the game's own .proto."""

    def __init__(self, own: ObservationPacker) -> None:
        self._own = own
        self._type: type[Message] = GetMessageClass(own.message)

    def pack(self, seen: tuple[Any, ...], written: Written) -> bytes:
        """The bytes of a GameData with the game's own message in it."""
        name, data = self._own.message.full_name, self._own.pack(seen, written)
        return GameData(type=name, data=data).SerializeToString(deterministic=True)

    def parse(self, message: GameData | Message) -> Message:
        """The game's own message, which may be that already, as the SDK hands it over.

        Raises ValueError for bytes that are none.
        """
        if not isinstance(message, GameData):
            return message
        try:
            return self._type.FromString(message.data)
        except DecodeError as error:
            raise ValueError(f"no {self._own.message.full_name}: {error}") from None
