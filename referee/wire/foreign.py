"""Writes and reads, as GameData, games that the protocol has no messages for."""

import json
from typing import Any, cast

from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass
from pydantic import TypeAdapter, ValidationError

from referee.games.game import Options
from referee.packing import ObservationPacker, SentHistory
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

    def pack(self, seen: tuple[Any, ...], sent: SentHistory) -> bytes:
        """The bytes of a GameData with the observation as JSON."""
        # JSON is written as a whole each time.
        del sent
        members = cast("Any", seen)._asdict()  # `seen` is a NamedTuple, as the class is.
        text = json.dumps(members, separators=(",", ":"))
        # Deterministic, since checks of games compare the bytes that are sent.
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

    def pack(self, seen: tuple[Any, ...], sent: SentHistory) -> bytes:
        """The bytes of a GameData with the game's own message. Raises ValueError as its packer."""
        name, data = self._packer.message.full_name, self._packer.pack(seen, sent)
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
