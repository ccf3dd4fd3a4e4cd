"""What the referee and the proxy tell each other: a line of JSON for each message."""

import json
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Message:
    """A word about a connection, which has a number."""

    word: str
    """To the proxy: `known`, `done`. To the referee: `flooded`."""
    connection: int

    def line(self) -> bytes:
        """The message as it is sent, with the end of its line."""
        return json.dumps([self.word, self.connection]).encode() + b"\n"

    @classmethod
    def read(cls, line: bytes) -> "Message":
        """The message from its line. Raises ValueError for a line that was cut."""
        word, connection = json.loads(line)
        return cls(str(word), int(connection))
