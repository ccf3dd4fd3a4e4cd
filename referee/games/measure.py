"""Measures: numbers that are counted in one playing, for statistics over many playings."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Protocol

from referee.games.events import Event, unpack
from referee.games.outcome import Outcome


class CountedPlaying(Protocol):
    """The data of a finished playing that measures are computed from."""

    @property
    def actions(self) -> Sequence[int]:
        """All actions of the playing in order, forced moves included."""

    @property
    def events(self) -> Sequence[int]:
        """All public events of the playing in order, packed."""

    @property
    def outcome(self) -> Outcome:
        """The result of the playing."""

    @property
    def asked(self) -> int:
        """The number of actions that were chosen among two or more legal ones."""


class Measure(NamedTuple):
    """A figure that is counted in each playing, such as the points of a round."""

    name: str
    compute: Callable[[CountedPlaying], Sequence[int]]
    """Gives the numbers of the figure in a playing: a single one, or one by round or player."""
    share: bool = False
    """Whether all numbers are 0 or 1, so that their mean is a share."""
    values: range | None = None
    """The numbers whose frequencies are printed in place of the mean; None to print the mean."""


def events_of(playing: CountedPlaying, kind: int) -> Iterator[Event]:
    """The playing's events of the kind `kind`, in order, unpacked."""
    # The kind is compared before unpacking, since most events are of other kinds.
    return (unpack(event) for event in playing.events if event & 31 == kind)
