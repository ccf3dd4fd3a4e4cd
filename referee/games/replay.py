"""What shows the replay of a match, action by action, for the terminal and the page."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from rich.console import RenderableType

from referee.games.steps import ReplayStep


@dataclass(frozen=True, slots=True)
class Perspective:
    """Whose replay it is, and of whom."""

    names: Sequence[str]
    """By seat; fit to be shown."""
    seat: int | None = None
    """The seat that saw the match so; None for the referee, who saw all of it."""
    silent: Collection[int] = ()
    """The seats of bots that never talk."""


class GameReplay(Protocol):
    """Shows the steps of one match of a game.

    A game's own one is REPLAY in the module `replay` of its folder, and is made of a Perspective.
    """

    def show(self, steps: Iterator[ReplayStep]) -> Iterator[RenderableType]:
        """What to print, in order, as the steps come."""
