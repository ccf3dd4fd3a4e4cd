"""Replays of matches, made from their actions, for the terminal and for the HTML report."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from rich.console import RenderableType

from referee.games.steps import ReplayStep


@dataclass(frozen=True, slots=True)
class Perspective:
    """What a replay shows: the names of the seats, and the knowledge of one seat or of all."""

    names: Sequence[str]
    """The names of the players by seat, safe to be printed."""
    seat: int | None = None
    """The seat whose knowledge is shown; None for the referee, who knows everything."""
    silent: Collection[int] = ()
    """The seats of bots that never talk."""


class GameReplay(Protocol):
    """Shows the steps of one match of a game.

    A game with a replay has REPLAY in the module `replay` of its folder: a callable that makes a
    GameReplay from a Perspective.
    """

    def show(self, steps: Iterator[ReplayStep]) -> Iterator[RenderableType]:
        """Yield what to print, in order, while reading `steps`: all steps of one match."""
