"""Reads the options and observations of games that the protocol has no messages for."""

import json
from typing import Any

from google.protobuf.descriptor_pool import Default
from google.protobuf.message_factory import GetMessageClass

from stych.v1.referee_pb2 import GameData


def read(data: GameData) -> Any:
    """The content of `data`: its JSON as a dict, or the game's own message.

    If this process has not imported the module that protoc made of the message's .proto, `data` is
    returned as it is. Raises ValueError or DecodeError for content that cannot be parsed.
    """
    if data.json:
        return json.loads(data.json)
    try:
        # A module that protoc made adds its message types to this pool when it is imported.
        message_type = Default().FindMessageTypeByName(data.type)
    except KeyError:
        return data
    return GetMessageClass(message_type).FromString(data.data)
