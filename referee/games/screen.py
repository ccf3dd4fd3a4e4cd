"""The text screen of a game for a person, made from the seat's observation and public events.

So a person is never shown anything that a bot in the same seat could not know.
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
"""The names of the seats on the screen, by seat; the person's own seat is called "you"."""


# The defaults of GameView are functions and not None, so that callers need not check for None.
def _no_remark(seen: Any, action: int) -> Text:
    del seen, action
    return Text()


def _no_reading(seen: Any, text: str) -> str | None:
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
    """One game on the screen, as functions.

    An argument of type Any is the seat's observation, as `State.observe` makes it. An action is one
    of the legal actions.
    """

    summary: str
    """The text that `?` shows: the rules in short, and how to read the screen."""
    table: Callable[[Any, Names], Iterable[RenderableType]]
    """The table as the seat sees it: points, open cards and the seat's hand."""
    question: Callable[[Any], str]
    """The question of the decision, as a sentence."""
    remark: Callable[[Any, int], Text] = _no_remark
    """A note to print beside the notation of a legal action; empty for none."""
    listed: Callable[[Any], bool] = _always
    """Whether the legal actions are listed with numbers. If not, the question tells what to
    write."""
    read_words: Callable[[Any, str], str | None] = _no_reading
    """Translates a text in words into an action's notation; None for a text to be read as it is.

    Raises ValueError with a sentence for a text that is wrong or ambiguous.
    """
    moot: Callable[[Any], int | None] = _never
    """The action to take without asking, where no choice can change anything; None anywhere else.

    It must follow from public facts alone. Otherwise a quick answer, or a question that is not
    asked, would tell the other seats something.
    """
    account: Callable[[Sequence[int], Names], Iterable[Text]] = _no_account
    """Explains the points of the last of the given events, with a line for each player.

    The events are all public events of the match so far. Empty if the last one scores nothing.
    """
    deductions: Callable[[Any, Names], Iterable[Text]] = _no_deductions
    """Conclusions about hidden cards that are certain from what the seat knows, a line each.

    A game need not draw all that are possible.
    """


def last_trick(
    history: Iterable[int], plays: Collection[int], ends: Collection[int]
) -> tuple[Sequence[Event], Event] | None:
    """The events of the last finished trick: the cards played to it, and the event that ended it.

    `plays` and `ends` are the kinds of events that play a card and end a trick. None if no trick
    of the history is finished.
    """
    trick, played = None, list[Event]()
    # From the oldest event on: cards count as a trick only when its end follows, so those of the
    # trick in progress are left out.
    for event in map(unpack, history):
        if event.kind in plays:
            played.append(event)
        elif event.kind in ends:
            trick, played = (played, event), []
    return trick


LONGEST_NAME: Final = 14
"""The most characters of a name that are shown, so that five names fit in 80 columns."""


def names(seats: int, viewer: int, known: Names = (), longest: int = LONGEST_NAME) -> Names:
    """The names of all seats on the screen of the seat `viewer`, which is called "you".

    `known` has the players' names by seat, which are cut to `longest` characters. Another seat is
    called by its number, such as "seat 2", if its cut name is empty, "you", or the name of a second
    seat too. All other seats are called by their numbers if `known` does not have exactly one name
    for each seat.
    """
    short = [printable(name)[:longest] for name in known]
    if len(short) != seats:
        short = [""] * seats
    unclear = {name for name in short if short.count(name) > 1 or name in ("", "you")}
    shown = [f"seat {n}" if name in unclear else name for n, name in enumerate(short)]
    return [*shown[:viewer], "you", *shown[viewer + 1 :]]


def with_names(text: str, names: Names) -> str:
    """The text with each "seat 0", "seat 1" and so on replaced by the name of the seat."""
    seats = range(len(names))
    return re.sub(
        r"\bseat (\d+)\b",
        lambda match: names[int(match[1])] if int(match[1]) in seats else match[0],
        text,
    )


class ScreenTable:
    """A table without lines: a column of names, columns of numbers, and perhaps one of words.

    In a narrow terminal the gaps between columns become smaller, and then names and words are
    folded. Nothing is cut off.
    """

    def __init__(self, *heads: str, words: str = "") -> None:
        """`heads` are the heads of the columns of names and numbers.

        `words` is the head of the column of words, which is the last; "" for no such column.
        """
        self._heads = heads
        self._words = words
        self._rows: list[tuple[str | Text, ...]] = []

    def add_row(self, *cells: str | Text) -> None:
        """Add a row; cells that are left out at the end of the row are empty."""
        self._rows.append(cells)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        # The width of the terminal is known only here, where rich draws the table. The cells are
        # measured by `_width`, since rich takes as long to measure a table as to draw it.
        columns = len(self._heads) + bool(self._words)
        rows = [(*self._heads, self._words)[:columns], *self._rows]
        widths = [max(_width(row[n]) for row in rows if n < len(row)) for n in range(columns)]
        room = options.max_width - sum(widths)
        gap = next((gap for gap in (2, 1) if gap * (columns - 1) <= room), 0)
        yield self._drawn(gap or 1, folded=not gap)

    def _drawn(self, gap: int, *, folded: bool) -> BareTable:
        shown = BareTable(gap=gap, header_style="dim")
        # Only names and words are folded: half of a number would be another number.
        for number, head in enumerate((*self._heads, self._words) if self._words else self._heads):
            has_text = number in (0, len(self._heads))
            wrapped = folded and has_text
            justify: JustifyMethod = "left" if has_text else "right"
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
    """A table with a line for each place: its name, and its content, which is folded if long.

    An empty text is shown as "nothing".
    """
    shown = BareTable(header=False)
    shown.add_column(style="dim", no_wrap=True)
    shown.add_column()
    for place, content in rows:
        empty = isinstance(content, Text) and not content.plain
        shown.add_row(place, Text("nothing", style="dim") if empty else content)
    return shown


def spaced(parts: Iterable[Text], gap: str = " ") -> Text:
    """The parts as one text, with `gap` between them."""
    return Text(gap).join(parts)


def grouped(
    cards: Iterable[int], group: Callable[[int], int], shown: Callable[[int], Text]
) -> Text:
    """The cards in the given order, each as `shown` makes it, with a wider gap between groups.

    `group` gives the group of a card, such as its suit.
    """
    groups = (spaced(map(shown, members)) for _, members in groupby(cards, group))
    return spaced(groups, "   ")
