"""What a worker tells the process that runs it, beside matches; most is about its lobby."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Awaited:
    """The lobby is open; for these play waits to begin."""

    entrants: tuple[str, ...]
    places: int
    """So many streams of each: one, or in self-play one a seat."""


@dataclass(frozen=True, slots=True)
class Presence:
    """Somebody came or was lost: so many places of the entrant are taken now."""

    entrant: str
    here: int


@dataclass(frozen=True, slots=True)
class Begun:
    """Play begins, without these."""

    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Broken:
    """Nobody can dial in any more, nor will with another worker; this one ends."""

    why: str
    """One sentence."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """No match has ended for a while."""

    seconds: float
    """Since the last one did."""
    entrants: tuple[tuple[str, float], ...]
    """Who is waited for, and for how many seconds."""


Notice: TypeAlias = Awaited | Presence | Begun | Waiting
