"""What a flood sends in a connection: its beginning, then the same load again and again."""

from collections.abc import Iterator
from dataclasses import dataclass

from tests.floods.frames import (
    CONTINUATION,
    DATA,
    END_HEADERS,
    HEADERS,
    HELLO,
    PING,
    PREFACE,
    PRIORITY,
    RST_STREAM,
    SETTINGS,
    WINDOW_UPDATE,
    call,
    field,
    frame,
)

_PLAY = b"/stych.v1.RefereeService/Play"
_TOGETHER = 100
_LONG = field(b"x-filler", b"f" * 8000)
MOST_STREAMS = 1 << 30


@dataclass(frozen=True, slots=True)
class Kind:
    """A flood of one kind."""

    first: bytes
    """What a connection begins with."""
    load: bytes = b""
    """What it goes on with for ever; nothing: the next connection is made at once."""
    units: int = 1
    """How many frames are in one load; of calls, how many calls."""
    calls: bytes = b""
    """The header block of a call: the load is then calls on new streams."""
    ending: bytes = b""
    """The payload of the frame that resets each of these calls; nothing: none does."""
    held: int = 0
    """So many connections are held open, each sending one byte of `first` every 0.5 s; 0: none."""

    def loads(self) -> Iterator[bytes]:
        """What is sent after `first`, one load after another; nothing if the kind has no load.

        Loads come without end. Only calls end, when the next stream number would be too large.
        """
        if not self.calls:
            while self.load:
                yield self.load
        stream = 1
        while self.calls and stream < MOST_STREAMS:
            parts = []
            for _ in range(_TOGETHER):
                parts.append(frame(HEADERS, self.calls, END_HEADERS, stream))
                if self.ending:
                    parts.append(frame(RST_STREAM, self.ending, 0, stream))
                stream += 2
            yield b"".join(parts)


def _many(kind: int, payload: bytes = b"", stream: int = 0) -> bytes:
    return _TOGETHER * frame(kind, payload, 0, stream)


_CANCEL = bytes([0, 0, 0, 8])
_GUESS = call(_PLAY, (b"authorization", b"Bearer a-guess"))
_OPEN = HELLO + frame(HEADERS, _GUESS, END_HEADERS, 1)

KINDS = {
    "pings": Kind(HELLO, _many(PING, bytes(8)), _TOGETHER),
    "settings": Kind(HELLO, _many(SETTINGS, bytes([0, 4, 0, 0, 255, 255])), _TOGETHER),
    "resets": Kind(HELLO, calls=_GUESS, ending=_CANCEL, units=_TOGETHER),
    "calls": Kind(HELLO, calls=_GUESS, units=_TOGETHER),
    "long headers": Kind(HELLO, calls=_GUESS + _LONG, units=_TOGETHER),
    "headers without end": Kind(
        HELLO + frame(HEADERS, _GUESS, 0, 1), 20 * frame(CONTINUATION, _LONG, 0, 1), 20
    ),
    "window updates": Kind(_OPEN, _many(WINDOW_UPDATE, bytes([0, 0, 0, 1])), _TOGETHER),
    "priorities": Kind(HELLO, _many(PRIORITY, bytes([0, 0, 0, 3, 16]), 1), _TOGETHER),
    "empty data": Kind(_OPEN, _many(DATA, stream=1), _TOGETHER),
    "health": Kind(HELLO, calls=call(b"/grpc.health.v1.Health/Check"), units=_TOGETHER),
    "connections": Kind(b""),
    "connections with a call": Kind(_OPEN),
    "half-open": Kind(b"", held=300),
    "slow": Kind(PREFACE, held=300),
}
