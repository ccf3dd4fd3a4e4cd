"""Replays of matches, action by action, for the terminal and for the page."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from rich.console import RenderableType

from referee.games.steps import ReplayStep


@dataclass(frozen=True, slots=True)
class Perspective:
    """Whose names a replay shows, and whose knowledge."""

    names: Sequence[str]
    """The names by seat, safe to be shown."""
    seat: int | None = None
    """The seat whose knowledge is shown; None for the referee, who saw all of the match."""
    silent: Collection[int] = ()
    """The seats of bots that never talk."""


class GameReplay(Protocol):
    """Shows the steps of one match of a game.

    A game's own one is REPLAY in the module `replay` of its folder, and is called with a
    Perspective.
    """

    def show(self, steps: Iterator[ReplayStep]) -> Iterator[RenderableType]:
        """What to print, in order, as the steps come."""
