"""What a person is shown of a game, made from the seat's observation and nothing else.

So a person cannot be shown what a bot in the same seat could not know.
"""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from rich.console import Console, ConsoleOptions, JustifyMethod, RenderableType, RenderResult
from rich.text import Text

from referee.bare_table import BareTable, width_of
from referee.games.events import Event, unpack
from referee.text import printable

Names = Sequence[str]
"""What the seats are called on the screen, by seat; the person's own seat is "you"."""


# Functions for games that need none, and not None: so nobody has to ask whether there is one.
def _no_remark(seen: Any, action: int) -> Text:
    del seen, action
    return Text()


def _no_words(seen: Any, text: str) -> str | None:
    del seen, text
    return None


def _no_account(history: Sequence[int], names: Names) -> Iterable[Text]:
    del history, names
    return ()


def _no_deductions(seen: Any, names: Names) -> Iterable[Text]:
    del seen, names
    return ()


def _never(seen: Any) -> int | None:
    del seen
    return None


def _always(seen: Any) -> bool:
    del seen
    return True


@dataclass(frozen=True, slots=True)
class GameView:
    """One game on the screen. Every function takes the observation that the rules make."""

    summary: str
    """What `?` shows: how the game goes and how the screen is read."""
    table: Callable[[Any, Names], Iterable[RenderableType]]
    """The table as seen from the seat: points, what lies open, the own hand."""
    question: Callable[[Any], str]
    """What is to be decided, as a sentence."""
    remark: Callable[[Any, int], Text] = _no_remark
    """What is worth knowing of a legal action beside its notation; empty for nothing."""
    listed: Callable[[Any], bool] = _always
    """Whether the legal actions are listed with numbers; if not, the question says what to
    write."""
    words: Callable[[Any, str], str | None] = _no_words
    """The notation of an action that was said in words; None for any other text.

    Raises ValueError with a sentence for words that say nothing clear.
    """
    moot: Callable[[Any], int | None] = _never
    """The action that is taken unasked where no choice can change anything; else None.

    Only what everybody knows may decide that: so neither a quick answer nor the question that is
    not asked tells anybody anything.
    """
    account: Callable[[Sequence[int], Names], Iterable[Text]] = _no_account
    """How the points came about that the last of these events tells, a line for each player.

    The events are all public ones of the match up to it; of most there is nothing to say.
    """
    deductions: Callable[[Any, Names], Iterable[Text]] = _no_deductions
    """What the public facts exclude, a line each: certain, and never only likely."""


def last_trick(
    history: Iterable[int], plays: Collection[int], ends: Collection[int]
) -> tuple[Sequence[Event], Event] | None:
    """What was played to the last trick that is over, and the event that ended it.

    `plays` and `ends` are the kinds of events that play a card and end a trick.
    """
    found, played = None, list[Event]()
    # In order of play, since a trick that is under way has no end yet and must not be taken.
    for event in map(unpack, history):
        if event.kind in plays:
            played.append(event)
        elif event.kind in ends:
            found, played = (played, event), []
    return found


LONGEST_NAME: Final = 14
"""Characters of a name that are shown: five of them are side by side in 80 columns."""


def names(seats: int, own: int, known: Names = (), longest: int = LONGEST_NAME) -> Names:
    """The seats' names on the screen of the seat `own`: those that are `known` by seat, cut short.

    A seat is called by its number if its name is not known, or is not the only one like it.
    """
    short = [printable(name)[:longest] for name in known]
    if len(short) != seats:
        short = [""] * seats
    unclear = {name for name in short if short.count(name) > 1 or name in ("", "you")}
    shown = [f"seat {n}" if name in unclear else name for n, name in enumerate(short)]
    return [*shown[:own], "you", *shown[own + 1 :]]


def with_names(text: str, names: Names) -> str:
    """The text with the names of the seats that it speaks of as "seat 0"."""
    seats = range(len(names))
    return re.sub(
        r"\bseat (\d+)\b",
        lambda found: names[int(found[1])] if int(found[1]) in seats else found[0],
        text,
    )


class ScreenTable:
    """A table without lines: names to the left, then numbers, and at last words if there are any.

    Where a terminal has too little room it has smaller gaps, and then folded names and words:
    nothing is cut off.
    """

    def __init__(self, *heads: str, words: str = "") -> None:
        """`words` is the head of the last column, for words; "" for none."""
        self._heads = heads
        self._words = words
        self._rows: list[tuple[str | Text, ...]] = []

    def add_row(self, *cells: str | Text) -> None:
        """Add a row; cells that are left out at its end are empty."""
        self._rows.append(cells)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        # Only rich knows the width, when it draws. To measure it rich takes as long as to draw.
        columns = len(self._heads) + bool(self._words)
        rows = [(*self._heads, self._words)[:columns], *self._rows]
        widths = [max(_width(row[at]) for row in rows if at < len(row)) for at in range(columns)]
        room = options.max_width - sum(widths)
        gap = next((gap for gap in (2, 1) if gap * (columns - 1) <= room), 0)
        yield self._drawn(gap or 1, folded=not gap)

    def _drawn(self, gap: int, *, folded: bool) -> BareTable:
        shown = BareTable(gap=gap, header_style="dim")
        # Names alone are folded: half of a figure would be another figure.
        for number, head in enumerate((*self._heads, self._words) if self._words else self._heads):
            words = number == len(self._heads)
            wrapped = folded and (words or not number)
            justify: JustifyMethod = "right" if number and not words else "left"
            shown.add_column(
                head,
                justify=justify,
                no_wrap=not wrapped,
                overflow="fold",
            )
        for row in self._rows:
            shown.add_row(*row)
        return shown


def _width(cell: str | Text) -> int:
    return width_of(cell.plain if isinstance(cell, Text) else cell)


def lines(*rows: tuple[str, RenderableType]) -> BareTable:
    """A table of places and what lies there, a line for each; long lines go on below themselves."""
    shown = BareTable(header=False)
    shown.add_column(style="dim", no_wrap=True)
    shown.add_column()
    for place, there in rows:
        empty = isinstance(there, Text) and not there.plain
        shown.add_row(place, Text("nothing", style="dim") if empty else there)
    return shown


def spaced(parts: Iterable[Text], gap: str = " ") -> Text:
    """The parts as one text, with gaps between them."""
    return Text(gap).join(parts)


def grouped(
    cards: Iterable[int], group: Callable[[int], int], shown: Callable[[int], Text]
) -> Text:
    """The cards in their order, with a wider gap between groups such as suits."""
    groups = (spaced(map(shown, members)) for _, members in groupby(cards, group))
    return spaced(groups, "   ")
