"""Public events: each is one unsigned 32-bit number, the same on the wire and in the record.

Bits 0-4 are the kind (each game names its own), 5-7 the seat, 8-15, 16-23 and 24-31 the arguments
a, b and c. A number needs no class to be made, copied or sent, and a game makes several for each
decision.
"""

from typing import NamedTuple


class Event(NamedTuple):
    """A public event, taken apart; what a, b and c mean depends on the kind."""

    kind: int
    seat: int
    a: int
    b: int
    c: int


def pack(kind: int, seat: int, a: int = 0, b: int = 0, c: int = 0) -> int:
    """The event as one number; kind 0-31, seat 0-7, arguments 0-255.

    These are not checked, since the rules make events at every decision.
    """
    return kind | seat << 5 | a << 8 | b << 16 | c << 24


def unpack(event: int) -> Event:
    """The event that the number stands for."""
    return Event(event & 31, event >> 5 & 7, event >> 8 & 255, event >> 16 & 255, event >> 24 & 255)
