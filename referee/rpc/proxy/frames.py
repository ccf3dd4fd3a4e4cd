"""Counts the frames of HTTP/2 (RFC 9113) in passing bytes, without looking at their payloads."""

from typing import Final, NamedTuple

from referee.errors import StychError

PREFACE: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
BAD_REQUEST: Final = b"HTTP/1.1 400 Bad Request\r\n\r\n"
"""The answer to bytes that are not HTTP/2.

A client that begins with TLS gets it as well. It learns from the plain text that this port does not
speak TLS; a connection that was closed without an answer could also be a failure of the network.
"""
_DATA, _HEADERS, _SETTINGS, _GOAWAY = 0, 1, 4, 7
"""Types of frames (RFC 9113, section 6)."""
_HEADER_SIZE = 9
"""Bytes of a frame's header: length 3, type 1, flags 1, stream 4 (RFC 9113, section 4.1)."""
_KIB = 1024
_ENHANCE_YOUR_CALM = 11
"""An error code (RFC 9113, section 7): the peer causes too much load."""


class NotHttp2Error(StychError):
    """The bytes are not HTTP/2. It has no text, since the client is answered BAD_REQUEST alone."""


class Counts(NamedTuple):
    """The counts for some bytes. A frame counts where its header becomes complete."""

    weight: int
    """1 for each frame, and 1 more for each full KiB of its payload."""
    calls: int = 0
    """The number of HEADERS frames: each begins a call, or ends one with trailers."""
    data_frames: int = 0
    """The number of DATA frames, which carry the messages."""
    data_bytes: int = 0
    """The bytes in the payloads of the DATA frames, as the frames' headers announce them."""


class Frames:
    """Counts the frames in one direction of a connection.

    `count` takes the bytes in their order, in pieces of any size, and remembers where the last
    piece ended. It must not be called again after it has raised NotHttp2Error.
    """

    def __init__(self, preface: bytes = b"") -> None:
        """The bytes have to begin with the `preface`, if there is one; then frames follow."""
        self._preface = preface
        """The part of the preface that is still to come."""
        self._header = b""
        """The part of the next frame's header that has come."""
        self._left = 0
        """Bytes of the last frame's payload that are still to come."""
        self.begun = False
        """Whether the first frame's header has come whole."""

    @property
    def is_between_frames(self) -> bool:
        """Whether the bytes so far end with a whole frame, so that a frame may be inserted here."""
        return not (self._left or self._header or self._preface)

    def count(self, data: bytes) -> Counts:
        """Count the frames whose headers are completed by these bytes.

        Raises NotHttp2Error when the preface is another, or the first frame is not SETTINGS.
        """
        weight = calls = data_frames = data_bytes = 0
        i, end = self._skip_preface(data), len(data)
        while i < end:
            if self._left:
                step = min(self._left, end - i)
                self._left -= step
                i += step
                continue
            header = self._header + data[i : i + _HEADER_SIZE - len(self._header)]
            i += len(header) - len(self._header)
            if len(header) < _HEADER_SIZE:
                self._header = header
                break
            self._header = b""
            self._left = length = int.from_bytes(header[:3], "big")
            kind = header[3]
            if not self.begun and kind != _SETTINGS:
                raise NotHttp2Error
            self.begun = True
            # Otherwise a flood of large frames would count no more than one of empty frames.
            weight += 1 + length // _KIB
            if kind == _DATA:
                data_frames += 1
                data_bytes += length
            elif kind == _HEADERS:
                calls += 1
        return Counts(weight, calls, data_frames, data_bytes)

    def _skip_preface(self, data: bytes) -> int:
        """Compare the data with the rest of the preface. Returns the index at which frames begin.

        Raises NotHttp2Error when they differ.
        """
        if not self._preface:
            return 0
        given = data[: len(self._preface)]
        if not self._preface.startswith(given):
            raise NotHttp2Error
        self._preface = self._preface[len(given) :]
        return len(given)


def goaway(words: str) -> bytes:
    """A GOAWAY frame whose text, `words`, tells a client why its connection ends.

    Its error code is ENHANCE_YOUR_CALM.
    """
    # Last stream 0, error code, text; in the header also flags and stream 0 (sections 6.8, 4.1).
    payload = bytes(4) + _ENHANCE_YOUR_CALM.to_bytes(4, "big") + words.encode()
    return len(payload).to_bytes(3, "big") + bytes([_GOAWAY, 0]) + bytes(4) + payload
