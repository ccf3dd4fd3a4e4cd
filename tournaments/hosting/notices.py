"""What a worker tells the runner beside matches: mostly who is in its lobby."""

from dataclasses import dataclass
from typing import TypeAlias

from referee.rpc.proxy.refusals import Refusals


@dataclass(frozen=True, slots=True)
class Awaited:
    """The lobby is open, and play waits to begin for these entrants."""

    entrants: tuple[str, ...]
    places: int
    """Streams of each that are awaited: one, or in self-play one for each seat."""


@dataclass(frozen=True, slots=True)
class Presence:
    """A stream of an entrant came or was lost."""

    entrant: str
    here: int
    """How many of its streams are there now."""


@dataclass(frozen=True, slots=True)
class Begun:
    """Play begins, without the entrants that are missing, if there are any."""

    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Broken:
    """Nobody can dial in any more, and a new worker would not help; this one ends."""

    why: str
    """The reason, in one sentence."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """No match has ended for a while."""

    seconds: float
    """Seconds since the last match ended."""
    entrants: tuple[tuple[str, float], ...]
    """Pairs of an entrant that is waited for, and for how many seconds."""


@dataclass(frozen=True, slots=True)
class ClusterNews:
    """A machine of a cluster came, left, or did something worth telling."""

    text: str


Notice: TypeAlias = Awaited | Presence | Begun | Waiting | Refusals | ClusterNews
