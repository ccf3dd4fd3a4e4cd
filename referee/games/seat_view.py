"""What a seat has seen of a match, in words, for a person or for a language model.

The words are made from the seat's observations and the public events. These may have been sent by a
referee on another machine, so an event can be any number.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, Protocol

from rich.columns import Columns
from rich.console import RenderableType
from rich.text import Text

from referee.games.game import AnyGame, NotationError
from referee.games.screen import GameView, Names, with_names
from referee.text import printable

MOST_NEWS: Final = 16
"""The most events that `news` shows when it leaves some out. It never leaves out only one."""


class SeatView(Protocol):
    """A match as one seat knows it."""

    @property
    def game(self) -> AnyGame:
        """The game under the options of the match."""

    @property
    def view(self) -> GameView:
        """The functions that show the game as text."""

    @property
    def seat(self) -> int:
        """The seat's number, from 0."""

    @property
    def history(self) -> Sequence[int]:
        """All public events that the seat was told so far, packed, oldest first."""

    @property
    def names(self) -> Names:
        """The names of the seats, as `screen.names` makes them; this seat is called "you"."""


def news(match: SeatView, events: Sequence[int], left_out: str) -> Iterator[Text]:
    """The last MOST_NEWS of `events` in words, after a line with the number of events left out.

    `events` must be the end of the match's history. The text `left_out` is added to that line. If
    only one event were left out, all are shown, without the line.
    """
    before = list(match.history[: len(match.history) - len(events)])
    more = len(events) - MOST_NEWS
    # A single event is not left out: the line about it would be as long as the event.
    if more > 1:
        yield Text(f"  ... {more} more before{left_out}", style="dim")
        before, events = [*before, *events[:more]], events[more:]
    yield from accounted(match, before, events)


def accounted(match: SeatView, before: Iterable[int], events: Iterable[int]) -> Iterator[Text]:
    """The events in words; an event with points is followed by lines that explain the points.

    `before` has all earlier events of the match; points may stay unexplained without these.
    """
    history = list(before)
    for event in events:
        history.append(event)
        yield event_line(match, event)
        yield from (Text("    ").append_text(line) for line in account(match, history))


def account(match: SeatView, events: Sequence[int]) -> Sequence[Text]:
    """The lines that explain the points of the last of `events`; empty if there is nothing to say.

    Also empty if the events cannot be read.
    """
    # After a lost connection earlier events may be missing, and a referee can send any numbers.
    try:
        return list(match.view.account(events, match.names))
    except (NotationError, ValueError, LookupError):
        return ()


def event_line(match: SeatView, event: int) -> Text:
    """The event in words, dim unless it is about this seat.

    An event that cannot be read is shown as its number.
    """
    try:
        words = match.game.event_text(event)
    except (NotationError, ValueError, LookupError):
        return Text(f"  event {event}, which this version cannot read", style="dim")
    mine = re.search(rf"\bseat {match.seat}\b", words)
    return Text(printable(f"  {named(match, words)}"), style="" if mine else "dim")


def named(match: SeatView, words: str) -> str:
    """The sentence with names in place of "seat 0" and so on; this seat becomes "seat 0 (you)"."""
    # Not "you" alone: the verbs of these sentences are in the third person, such as "plays".
    names = enumerate(match.names)
    return with_names(words, [f"seat {n} (you)" if name == "you" else name for n, name in names])


def choices(match: SeatView, legal: Sequence[int], seen: Any) -> Iterator[RenderableType]:
    """The question of the decision and, if the view lists them, the numbered legal actions."""
    yield Text(match.view.question(seen), style="bold")
    if match.view.listed(seen):
        yield Columns(
            [_choice(match, n, action, seen) for n, action in enumerate(legal)],
            padding=(0, 3),
            column_first=True,
        )


def _choice(match: SeatView, index: int, action: int, seen: Any) -> Text:
    shown = Text(f"{index + 1:>2}) ", style="dim")
    shown.append(match.game.action_text(action), style="not dim bold")
    remark = match.view.remark(seen, action)
    return shown.append(" ").append_text(remark) if remark.plain else shown
