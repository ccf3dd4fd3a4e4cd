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
"""Characters of a model's notes that are kept; more are cut off, and it is told so."""


@dataclass(slots=True)
class ModelView:
    """A match as a model knows it in one seat: nothing but what the seat was told."""

    game: AnyGame
    seat: int
    view: GameView = field(init=False)
    names: Names = field(init=False)
    history: list[int] = field(default_factory=list)
    """All public events that the seat was told."""
    latest: int = 0
    """How many of them came with the decision that is open."""
    notes: str = ""
    """What the model wants to remember; for this match and this seat alone."""

    def __post_init__(self) -> None:
        self.view = view_of(self.game)
        # Nobody is named: a model that knows another by its name would play the name.
        self.names = names(self.game.seats, self.seat)

    def learn(self, events: Sequence[int]) -> None:
        """Add what was told with a decision."""
        self.history += events
        self.latest = len(events)


def past(match: ModelView, scaffold: ScaffoldName) -> Iterator[RenderableType]:
    """What happened: since the last decision, or with `history` since the match began."""
    if scaffold == "history":
        yield Text("All that happened openly so far:")
        yield from accounted(match, (), match.history)
    else:
        yield Text("What happened openly since your last decision:")
        fresh = match.history[len(match.history) - match.latest :]
        yield from news(match, fresh, "")


def extra(match: ModelView, scaffold: ScaffoldName, seen: Any) -> Iterator[RenderableType]:
    """What the scaffold adds to the table."""
    if scaffold == "deductions":
        yield Text("What follows from all that happened, for certain:")
        yield from (
            Text("  ").append_text(line) for line in match.view.deductions(seen, match.names)
        )
    elif scaffold == "notes":
        yield Text("Your notes of this match:")
        yield Text(match.notes or "none yet")
