"""The history of a bot, for the terminal: its versions on one scale, and in each tournament."""

from collections.abc import Iterator
from typing import Final

from rich.console import RenderableType
from rich.text import Text

from tournaments.present.columns import used
from tournaments.present.history import newest_in_words, sentences
from tournaments.present.history_columns import FIGURES, PART, SEATS, TOURNAMENT, VERSION
from tournaments.present.terminal.fitted import Fitted
from tournaments.present.terminal.text import plain
from tournaments.run.bot_history import PoolHistory

LEGEND: Final = (
    "Rating: TrueSkill mu and 95 %. Above it is over all tournaments and compares; below it is of"
    " one tournament, whose mean is 25, and compares only within it."
)


def show_history(own: PoolHistory, *, seats: bool) -> Iterator[RenderableType]:
    """One pool: its versions over all tournaments, then in each, then by seat if wanted."""
    rules = f", rules {own.pool.definition.rules_version}"
    first = [*([PART] if len(own.parts) > 1 else []), VERSION]
    if said := newest_in_words(own):
        yield plain(said)
        yield Text()
    if own.overall:
        yield Fitted(f"{own.pool.title}{rules}", used([*first, *FIGURES], own.overall), own.overall)
    else:
        yield plain(f"{own.pool.title}{rules}", "bold")
    for sentence in sentences(own):
        yield plain(sentence)
    yield Text()
    columns = [*TOURNAMENT, VERSION, *FIGURES]
    yield Fitted("by tournament", used(columns, own.tournaments), own.tournaments)
    if seats and own.seats:
        yield Fitted("by seat, over all tournaments", SEATS, own.seats)
    elif seats:
        yield plain("By seat: nothing, as no seat has a share of its own here.")
