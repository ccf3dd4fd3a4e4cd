"""Frames of HTTP/2 as a client sends them, made by hand: also those that no library would send."""

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PING, WINDOW_UPDATE, CONTINUATION = (
    *range(5),
    6,
    8,
    9,
)
ACK, END_STREAM, END_HEADERS = 1, 1, 4


def frame(kind: int, payload: bytes = b"", flags: int = 0, stream: int = 0) -> bytes:
    """One frame."""
    head = len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big")
    return head + payload


HELLO = PREFACE + frame(SETTINGS)
"""All that it takes to be a connection."""


def field(name: bytes, value: bytes) -> bytes:
    """A header field as HPACK writes it plainly: it goes into no table."""
    return b"\0" + _text(name) + _text(value)


def _text(text: bytes) -> bytes:
    rest = len(text) - 127
    if rest < 0:
        return bytes([len(text)]) + text
    length = bytearray([127])
    while rest >= 128:
        length.append(rest % 128 + 128)
        rest //= 128
    return bytes([*length, rest]) + text


def call(path: bytes, *more: tuple[bytes, bytes]) -> bytes:
    """The header block of a gRPC call."""
    fields = [(b":method", b"POST"), (b":scheme", b"http"), (b":path", path), (b":authority", b"a")]
    fields += [(b"te", b"trailers"), (b"content-type", b"application/grpc"), *more]
    return b"".join(field(*each) for each in fields)
