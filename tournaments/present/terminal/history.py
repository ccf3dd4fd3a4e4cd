"""The history of a bot for the terminal: its versions on one scale, and in each tournament."""

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
    "Rating: TrueSkill mu with its 95 % interval. The first table is over all tournaments, so its"
    " ratings compare within a part. In the table by tournament the mean of each tournament is 25,"
    " so ratings of different tournaments do not compare."
)


def show_history(history: PoolHistory, *, seats: bool) -> Iterator[RenderableType]:
    """One pool: the versions over all its tournaments, then in each; with `seats` also by seat."""
    rules = f", rules {history.pool.definition.rules_version}"
    # The column of parts says which ratings compare; with a single part all of them do.
    leading = [*([PART] if len(history.parts) > 1 else []), VERSION]
    if sentence := newest_in_words(history):
        yield plain(sentence)
        yield Text()
    if history.overall:
        yield Fitted(
            f"{history.pool.title}{rules}",
            used([*leading, *FIGURES], history.overall),
            history.overall,
        )
    else:
        yield plain(f"{history.pool.title}{rules}", "bold")
    for sentence in sentences(history):
        yield plain(sentence)
    yield Text()
    columns = [*TOURNAMENT, VERSION, *FIGURES]
    yield Fitted("by tournament", used(columns, history.tournaments), history.tournaments)
    if seats and history.seats:
        yield Fitted("by seat, over all tournaments", SEATS, history.seats)
    elif seats and history.overall:
        yield plain("By seat: nothing, since all seats of a team have the same points.")
    elif seats:
        yield plain("By seat: nothing, since no match counts yet.")
