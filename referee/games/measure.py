"""What is counted of a playing, for figures of many."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Protocol

from referee.games.events import Event, unpack
from referee.games.outcome import Outcome


class CountedPlaying(Protocol):
    """What is known of a playing that has ended."""

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
    """A figure's name, and its whole numbers in one playing."""

    name: str
    of: Callable[[CountedPlaying], Sequence[int]]
    share: bool = False
    """Whether the numbers are 0 and 1, so that their mean is a share."""
    values: range | None = None
    """If it is not the mean that matters but how often each of these occurs."""


def events_of(playing: CountedPlaying, kind: int) -> Iterator[Event]:
    """Those of one kind, taken apart."""
    return (unpack(event) for event in playing.events if event & 31 == kind)
