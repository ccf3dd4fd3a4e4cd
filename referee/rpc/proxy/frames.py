"""Frames of HTTP/2 (RFC 9113), counted as their bytes go by; what they carry is not looked at."""

from typing import Final, NamedTuple

from referee.errors import StychError

PREFACE: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
BAD_REQUEST: Final = b"HTTP/1.1 400 Bad Request\r\n\r\n"
"""The answer to what is no HTTP/2.

A client that begins with TLS learns from bytes in plain text that none is spoken here; from a
connection that ends in silence it could not tell that from a network that fails.
"""
_DATA, _HEADERS, _SETTINGS, _GOAWAY = 0, 1, 4, 7
# Length in 3 bytes, type, flags, stream in 4 bytes (RFC 9113, section 4.1).
_HEAD = 9
_UNIT = 1024
_ENHANCE_YOUR_CALM = 11


class NotHttp2Error(StychError):
    """The bytes are not HTTP/2; there is no text, since BAD_REQUEST is all that is answered."""


class Counted(NamedTuple):
    """What was counted of the frames that begin in some bytes."""

    size: int
    """The sum over all frames of one, and one for each full KiB of the frame."""
    calls: int = 0
    """How many frames begin a call, or end one with words: those of type HEADERS."""
    data: int = 0
    """How many frames carry messages: those of type DATA."""
    length: int = 0
    """Bytes that the frames of type DATA carry."""


class Frames:
    """The frames of one direction of a connection, after an optional preface."""

    def __init__(self, preface: bytes = b"") -> None:
        self._preface = preface
        self._head = b""
        """The beginning of the next frame's head, as far as it has come."""
        self._left = 0
        """Bytes of the last frame that are still to come."""
        self.begun = False
        """Whether a whole head was seen; the first one has to be that of SETTINGS."""

    @property
    def between(self) -> bool:
        """Whether the last frame is whole and no other has begun, so that one can be put in."""
        return not (self._left or self._head or self._preface)

    def count(self, data: bytes) -> Counted:
        """Count the frames that begin in the data. Raises NotHttp2Error."""
        size = calls = number = length_of_data = 0
        at = self._past_preface(data)
        end = len(data)
        while at < end:
            if self._left:
                step = min(self._left, end - at)
                self._left -= step
                at += step
                continue
            head = self._head + data[at : at + _HEAD - len(self._head)]
            at += len(head) - len(self._head)
            if len(head) < _HEAD:
                self._head = head
                break
            self._head = b""
            self._left = length = int.from_bytes(head[:3], "big")
            if not self.begun and head[3] != _SETTINGS:
                raise NotHttp2Error
            self.begun = True
            # A large frame counts as several small ones, or its bytes would cost a flood nothing.
            size += 1 + length // _UNIT
            if head[3] == _DATA:
                number += 1
                length_of_data += length
            elif head[3] == _HEADERS:
                calls += 1
        return Counted(size, calls, number, length_of_data)

    def _past_preface(self, data: bytes) -> int:
        """Where in the data frames begin. Raises NotHttp2Error for another preface."""
        if not self._preface:
            return 0
        given = data[: len(self._preface)]
        if not self._preface.startswith(given):
            raise NotHttp2Error
        self._preface = self._preface[len(given) :]
        return len(given)


def goaway(words: str) -> bytes:
    """A frame GOAWAY that tells a client why its connection ends (ENHANCE_YOUR_CALM)."""
    payload = bytes(4) + _ENHANCE_YOUR_CALM.to_bytes(4, "big") + words.encode()
    return len(payload).to_bytes(3, "big") + bytes([_GOAWAY, 0]) + bytes(4) + payload
