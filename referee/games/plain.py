"""A replay and a screen for games that have none, made from the game's notation and its texts for
places (`Game.layout`, `Game.seen_text`).

Also finds the screen of any game (`view_of`).
"""

from collections.abc import Iterator
from random import Random
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from referee.games.game import AnyGame, AnyState
from referee.games.registry import part_of
from referee.games.replay import Perspective
from referee.games.screen import GameView, Names, lines, with_names
from referee.games.steps import ReplayStep
from referee.text import printable


class PlainReplay:
    """Shows a line for each action with the events it caused, and the cards after each dealing.

    The replay for one seat shows what that seat could know: its observation in words, its own
    actions and the public events. Actions of other seats without an event have no line.
    """

    def __init__(self, game: AnyGame, perspective: Perspective) -> None:
        self._game = game
        self._names = perspective.names
        self._seat = perspective.seat
        # Differs from any number of draws: so the cards are shown at the first step even in a game
        # that draws nothing.
        self._draws = -1

    def show(self, steps: Iterator[ReplayStep]) -> Iterator[RenderableType]:
        """Yield what to print, in order, while reading `steps`: all steps of one match."""
        for number, step in enumerate(steps):
            # In every game a new draw shows that cards were dealt; events differ between games.
            if step.draws != self._draws:
                self._draws = step.draws
                yield from self._places(step.state)
            yield from self._line(number, step)

    def _places(self, state: AnyState) -> Iterator[RenderableType]:
        yield Text()
        if self._seat is None:
            layout = self._game.layout(state).items()
            yield lines(*((place, _safe(" ".join(cards))) for place, cards in layout))
        else:
            yield _seen_lines(self._game, state.observe(self._seat))

    def _line(self, number: int, step: ReplayStep) -> Iterator[Text]:
        words = "; ".join(map(self._game.event_text, step.events))
        # The action may be secret. Only the referee and the acting seat see it; the other seats
        # see its public events.
        if self._seat in (None, step.seat):
            action = f"{self._names[step.seat]}: {self._game.action_text(step.action)}"
            words = f"{action} | {words}" if words else action
        if words:
            yield Text(f"{number:>4} ", style="dim").append_text(_safe(words))


def view_of(game: AnyGame) -> GameView:
    """The view of the game: VIEW of its module `screen`, or `plain_view` without such a module."""
    module = part_of(game.id, "screen")
    view: GameView = module.VIEW if module else plain_view(game)
    return view


def plain_view(game: AnyGame) -> GameView:
    """A view that shows all that the seat may know, a line for each place."""

    def table(seen: Any, names: Names) -> Iterator[RenderableType]:
        yield _seen_lines(game, seen, names)

    def deductions(seen: Any, names: Names) -> Iterator[Text]:
        del names
        try:
            world = game.determinize(seen, Random(0))
            hidden = sorted(game.hidden(world, world.seat))
        # A game need not support `hidden` on a sampled world.
        except (ValueError, LookupError):
            return
        cards = " ".join(map(game.card_text, hidden))
        yield _safe(f"Never seen by you: {cards}")

    summary = game.summary or f"The options: {game.options_text}"
    return GameView(
        summary=summary,
        table=table,
        question=lambda _: "What do you do?",
        deductions=deductions,
    )


def _seen_lines(game: AnyGame, seen: Any, names: Names = ()) -> RenderableType:
    texts = game.seen_text(seen).items()
    return lines(*((place, _safe(with_names(text, names))) for place, text in texts))


def _safe(text: str) -> Text:
    # The texts of a game from a package may contain anything, even escape sequences.
    return Text(printable(text))
