"""Messages to the runner beside matches: most are from a worker, about its lobby."""

from dataclasses import dataclass
from typing import TypeAlias

from referee.rpc.proxy.refusals import Refusals


@dataclass(frozen=True, slots=True)
class LobbyOpened:
    """The lobby is open, and play waits to begin for these entrants."""

    entrants: tuple[str, ...]
    places: int
    """How many streams of each entrant are awaited: 1, or in self-play one for each seat."""


@dataclass(frozen=True, slots=True)
class Presence:
    """A stream of an entrant came or was lost."""

    entrant: str
    streams: int
    """How many streams of the entrant are open now."""


@dataclass(frozen=True, slots=True)
class PlayBegins:
    """Play begins: all awaited entrants are connected, or the time to wait is over."""

    missing: tuple[str, ...]
    """The awaited entrants that are not connected; play begins without them."""


@dataclass(frozen=True, slots=True)
class LobbyFailed:
    """The worker ends, as nobody can dial in any more. A new worker could not mend that.

    The runner acts on this message, and does not pass it on.
    """

    why: str
    """The reason, in one sentence."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """No match of the worker has ended for a while, and bots are waited for."""

    seconds: float
    """Seconds since its last match ended; before the first end, since the worker began."""
    entrants: tuple[tuple[str, float], ...]
    """Pairs (entrant that is waited for, for how many seconds)."""


@dataclass(frozen=True, slots=True)
class ClusterNews:
    """A machine of a cluster joined or left, or something else happened to it."""

    text: str
    """What happened, as a sentence."""


Notice: TypeAlias = LobbyOpened | Presence | PlayBegins | Waiting | Refusals | ClusterNews
"""The messages that the runner passes on, to be shown to the user."""
