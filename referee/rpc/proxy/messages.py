"""What the referee and the proxy tell each other: a line of JSON for each message."""

import json
from dataclasses import dataclass

from referee.rpc.proxy.refusals import Refusals


@dataclass(frozen=True, slots=True)
class Message:
    """An order or a report about one connection."""

    word: str
    """To the proxy: `known` (it has shown a token), `done` (its last stream with a token has
    ended), `refused` (it was, or one of its streams). To the referee: `flooded` (it sent too much
    with a token)."""
    connection: int
    """The number of the connection; 0 for one that did not come through the proxy."""
    why: str = ""
    """Why the connection, or a stream of it, was refused; "" if `word` is not `refused`."""
    entrant: str = ""
    """The entrant whose token the client showed; "" if it was nobody's."""

    def line(self) -> bytes:
        """The message as it is sent, with a line break at its end."""
        words = [self.why, self.entrant] if self.why else []
        return json.dumps([self.word, self.connection, *words]).encode() + b"\n"

    @classmethod
    def read(cls, line: bytes) -> "Message":
        """The message from its line. Raises ValueError for a line that was cut."""
        word, connection, *words = json.loads(line)
        return cls(str(word), int(connection), *map(str, words))


def read_report(line: bytes) -> Message | Refusals:
    """A message of the proxy to the referee. Raises ValueError for a line that was cut."""
    return Refusals.read(line) if line.startswith(b"[[") else Message.read(line)
