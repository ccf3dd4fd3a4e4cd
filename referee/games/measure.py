"""What is counted of a playing, for figures of many playings."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Protocol

from referee.games.events import Event, unpack
from referee.games.outcome import Outcome


class CountedPlaying(Protocol):
    """A playing that has ended, as measures see it."""

    @property
    def actions(self) -> Sequence[int]:
        """All actions of the playing, the forced ones too."""

    @property
    def events(self) -> Sequence[int]:
        """All public events of the playing, packed."""

    @property
    def outcome(self) -> Outcome:
        """The places and points in the end."""

    @property
    def asked(self) -> int:
        """How many of the actions were chosen among several."""


class Measure(NamedTuple):
    """A figure's name, and the function that gives its whole numbers in one playing."""

    name: str
    of: Callable[[CountedPlaying], Sequence[int]]
    share: bool = False
    """Whether the numbers are 0 and 1, so that their mean is a share."""
    values: range | None = None
    """The numbers whose frequencies are told, where these matter; None where the mean does."""


def events_of(playing: CountedPlaying, kind: int) -> Iterator[Event]:
    """The playing's events of one kind, in order, taken apart."""
    # The kind is read first, as most events are of another one and need not be taken apart.
    return (unpack(event) for event in playing.events if event & 31 == kind)
