"""What the referee and the proxy tell each other, one line of JSON each."""

import json
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Message:
    """A word about a connection, which has a number."""

    word: str
    """To the proxy: `known`, `done`. To the referee: `flooded`."""
    connection: int

    def line(self) -> bytes:
        """As it is sent."""
        return json.dumps([self.word, self.connection]).encode() + b"\n"

    @classmethod
    def read(cls, line: bytes) -> "Message":
        """From what was sent."""
        word, connection = json.loads(line)
        return cls(str(word), int(connection))
