"""What a bot gets of a game that the protocol has no message for."""

import json
from typing import Any

from google.protobuf.descriptor_pool import Default
from google.protobuf.message_factory import GetMessageClass

from stych.v1.referee_pb2 import GameData


def read(data: GameData) -> Any:
    """The JSON as a dict, or the game's own message where the bot has imported its module.

    A message of a type that the bot has not imported stays in its GameData.
    """
    if data.json:
        return json.loads(data.json)
    try:
        # Importing a generated module enters its messages here; nothing else can be read.
        own = Default().FindMessageTypeByName(data.type)
    except KeyError:
        return data
    return GetMessageClass(own).FromString(data.data)
