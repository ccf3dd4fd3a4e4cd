"""Public events: each is one unsigned 32-bit number, the same on the wire and in the record.

Bits 0-4 are the kind (each game defines its kinds), 5-7 the seat, 8-15, 16-23 and 24-31 the
arguments a, b and c. One decision may cause several events. Events are plain numbers, since numbers
are made, copied and sent faster than objects.
"""

from typing import NamedTuple


class Event(NamedTuple):
    """The parts of a public event; the meaning of a, b and c depends on the kind."""

    kind: int
    seat: int
    a: int
    b: int
    c: int


def pack(kind: int, seat: int, a: int = 0, b: int = 0, c: int = 0) -> int:
    """The event as one number; kind 0-31, seat 0-7, arguments 0-255.

    The ranges are not checked: a check would cost time at every decision.
    """
    return kind | seat << 5 | a << 8 | b << 16 | c << 24


def unpack(event: int) -> Event:
    """The parts of an event that `pack` made."""
    return Event(event & 31, event >> 5 & 7, event >> 8 & 255, event >> 16 & 255, event >> 24 & 255)
