"""A public event is one unsigned 32-bit number, the same on the wire and in the record.

Bits 0-4 kind (each game names its own), 5-7 seat, 8-15, 16-23 and 24-31 the arguments a, b, c.
"""

from typing import NamedTuple


class Event(NamedTuple):
    """A public event, taken apart. What a, b and c mean is the kind's business."""

    kind: int
    seat: int
    a: int
    b: int
    c: int


def pack(kind: int, seat: int, a: int = 0, b: int = 0, c: int = 0) -> int:
    """The event as one number. Kind 0-31, seat 0-7, arguments 0-255."""
    return kind | seat << 5 | a << 8 | b << 16 | c << 24


def unpack(event: int) -> Event:
    """The event that the number stands for."""
    return Event(event & 31, event >> 5 & 7, event >> 8 & 255, event >> 16 & 255, event >> 24 & 255)
