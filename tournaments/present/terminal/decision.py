"""One decision of a record as its seat saw it, without anything that the seat did not know."""

import io
from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import Console, RenderableType

from referee.games.game import AnyGame
from referee.games.plain import view_of
from referee.recorded_decisions import RecordedDecision
from referee.text import printable
from tournaments.present.terminal.text import plain

_WIDTH: Final = 80
"""The most columns of a line of `screen_lines`."""


def show_decision(
    game: AnyGame, decision: RecordedDecision, names: Sequence[str]
) -> Iterator[RenderableType]:
    """What a person in the seat would see, and the legal actions; `names` are by seat."""
    yield plain(f"Decision {decision.number}, seat {decision.seat}", style="bold")
    yield from view_of(game).table(decision.observation, names)
    legal = ", ".join(map(game.action_text, decision.legal))
    yield plain(f"legal: {legal}")


def screen_lines(game: AnyGame, decision: RecordedDecision) -> list[str]:
    """What a person in the seat would see, as lines of text of at most 80 columns, for JSON.

    Players are named by the numbers of their seats.
    """
    names = [f"seat {number}" for number in range(game.seats)]
    console = Console(file=io.StringIO(), width=_WIDTH, highlight=False, color_system=None)
    with console.capture() as captured:
        for part in view_of(game).table(decision.observation, names):
            console.print(part)
    return [printable(line.rstrip()) for line in captured.get().splitlines()]
