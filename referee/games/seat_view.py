"""What a seat has seen of a match, in words: the same for a person, and for a language model.

All of it is made from the seat's observations and the public events. A referee of another machine
may have sent them, so an event may be any number.
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
"""How many events `news` shows at most."""


class SeatView(Protocol):
    """A match as one seat knows it."""

    @property
    def game(self) -> AnyGame:
        """The game with its options."""

    @property
    def view(self) -> GameView:
        """How the game is shown to people."""

    @property
    def seat(self) -> int:
        """The seat's number, from 0."""

    @property
    def history(self) -> Sequence[int]:
        """All public events that the seat was told so far."""

    @property
    def names(self) -> Names:
        """The names of the seats, as `screen.names` makes them: the seat's own is "you"."""


def news(match: SeatView, events: Sequence[int], left_out: str) -> Iterator[Text]:
    """The last MOST_NEWS of these events in words; a line before them counts those left out.

    `events` must be the end of the match's history. `left_out` is added to the line that counts.
    """
    before = list(match.history[: len(match.history) - len(events)])
    more = len(events) - MOST_NEWS
    # A single event takes no more room than the line that would say it is left out.
    if more > 1:
        yield Text(f"  ... {more} more before{left_out}", style="dim")
        before, events = [*before, *events[:more]], events[more:]
    yield from accounted(match, before, events)


def accounted(match: SeatView, before: Iterable[int], events: Iterable[int]) -> Iterator[Text]:
    """The events in words, each followed by how its points came about.

    `before` are all earlier events of the match: without them points may stay unexplained.
    """
    known = list(before)
    for event in events:
        known.append(event)
        yield told(match, event)
        yield from (Text("    ").append_text(line) for line in account(match, known))


def account(match: SeatView, events: Sequence[int]) -> Sequence[Text]:
    """How the points of the last of these events came about; empty if the rules cannot say."""
    # After a lost connection the earlier events may be missing, and a referee may send any number.
    try:
        return list(match.view.account(events, match.names))
    except (NotationError, ValueError, LookupError):
        return ()


def told(match: SeatView, event: int) -> Text:
    """The event in words, dim unless it names the seat itself."""
    try:
        words = match.game.event_text(event)
    except (NotationError, ValueError, IndexError):
        return Text(f"  event {event}, which this version cannot read", style="dim")
    mine = re.search(rf"\bseat {match.seat}\b", words)
    return Text(printable(f"  {named(match, words)}"), style="" if mine else "dim")


def named(match: SeatView, words: str) -> str:
    """The sentence with the names of its seats. The own one stays "seat 0 (you)"."""
    # The sentence has a verb for "seat 0", such as "plays", which does not fit after "you".
    names = enumerate(match.names)
    return with_names(words, [f"seat {n} (you)" if name == "you" else name for n, name in names])


def choices(match: SeatView, legal: Sequence[int], seen: Any) -> Iterator[RenderableType]:
    """The question; then, if the view lists them, the legal actions, numbered from 1."""
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
