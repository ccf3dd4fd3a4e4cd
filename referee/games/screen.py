"""What a person is shown of a game, made from the seat's observation and nothing else.

So a person cannot be shown what a bot in the same seat could not know.
"""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

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
    account: Callable[[Sequence[int], Names], Iterable[Text]] = _no_account
    """How the points came about that the last of these events tells, a line for each player.

    The events are all public ones of the match up to it; of most there is nothing to say.
    """


def last_trick(
    history: Iterable[int], plays: Collection[int], ends: Collection[int]
) -> tuple[Sequence[Event], Event] | None:
    """What was played to the last trick that is over, and the event that ended it.

    `plays` and `ends` are the kinds of events that play a card and end a trick.
    """
    found, played = None, list[Event]()
    for event in map(unpack, history):
        if event.kind in plays:
            played.append(event)
        elif event.kind in ends:
            found, played = (played, event), []
    return found


_LONGEST_NAME: Final = 14
"""Characters of a name that are shown: five of them are side by side in 80 columns."""


def names(seats: int, own: int, known: Names = ()) -> Names:
    """The seats' names on the screen of the seat `own`: those that are `known` by seat, cut short.

    A seat is called by its number if its name is not known, or is not the only one like it.
    """
    short = [printable(name)[:_LONGEST_NAME] for name in known]
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


def sheet(*heads: str) -> Table:
    """A table without lines: the first column to the left, the numbers to the right."""
    shown = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for number, head in enumerate(heads):
        shown.add_column(head, justify="right" if number else "left", no_wrap=True)
    return shown


def lines(*rows: tuple[str, Text]) -> Table:
    """A table of places and what lies there, a line for each; long lines go on below themselves."""
    shown = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    shown.add_column(style="dim", no_wrap=True)
    shown.add_column()
    for place, cards in rows:
        shown.add_row(place, cards if cards.plain else Text("nothing", style="dim"))
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
