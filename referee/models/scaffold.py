"""Scaffolds: what a prompt holds beside what a person's screen shows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from referee.games.game import AnyGame
from referee.games.plain import view_of
from referee.games.screen import GameView, Names, names
from referee.games.seat_view import accounted, news
from referee.models.settings import ScaffoldName

MOST_NOTES = 2_000
"""The most characters of a model's notes that are shown again; the prompt tells it this limit."""


@dataclass(slots=True)
class ModelView:
    """A match as a model knows it in one seat: only what the seat was told."""

    game: AnyGame
    seat: int
    view: GameView = field(init=False)
    names: Names = field(init=False)
    history: list[int] = field(default_factory=list)
    """All public events that the seat was told."""
    latest: int = 0
    """How many events of `history`, at its end, came with the open decision."""
    notes: str = ""
    """The model's own notes on this match and seat; "" if it has none."""

    def __post_init__(self) -> None:
        self.view = view_of(self.game)
        # Not the names of the entrants: a model might know them, and play according to that.
        self.names = names(self.game.seats, self.seat)

    def learn(self, events: Sequence[int]) -> None:
        """Add the public events that came with a decision."""
        self.history += events
        self.latest = len(events)


def past(match: ModelView, scaffold: ScaffoldName) -> Iterator[RenderableType]:
    """The last public events that came with the open decision; for `history`, all of the match.

    `seat_view.news` says how many events are shown if there are more.
    """
    if scaffold == "history":
        yield Text("All that happened openly so far:")
        yield from accounted(match, (), match.history)
    else:
        yield Text("What happened openly since your last decision:")
        latest = match.history[len(match.history) - match.latest :]
        yield from news(match, latest, "")


def extra(match: ModelView, scaffold: ScaffoldName, seen: Any) -> Iterator[RenderableType]:
    """What the scaffold adds below the table; nothing for `plain` and `history`."""
    if scaffold == "deductions":
        yield Text("What follows from all that happened, for certain:")
        yield from (
            Text("  ").append_text(line) for line in match.view.deductions(seen, match.names)
        )
    elif scaffold == "notes":
        yield Text("Your notes of this match:")
        yield Text(match.notes or "none yet")
