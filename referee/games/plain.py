"""A replay and a screen for every game, made of what each game says of itself in words."""

from collections.abc import Iterator
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from referee.games.game import AnyGame, AnyState
from referee.games.replay import Perspective
from referee.games.screen import GameView, Names, lines
from referee.games.steps import ReplayStep
from referee.text import printable


class PlainReplay:
    """A line an action, with the events that followed; the cards whenever some were dealt.

    A seat is shown what it could know: its observation in words, its own actions, public events.
    """

    def __init__(self, game: AnyGame, perspective: Perspective) -> None:
        self._game = game
        self._names = perspective.names
        self._seat = perspective.seat
        self._drawn = -1

    def show(self, steps: Iterator[ReplayStep]) -> Iterator[RenderableType]:
        """What to print, in order, as the steps come."""
        for number, step in enumerate(steps):
            drawn = len(step.state.deal.drawn)
            if drawn != self._drawn:
                self._drawn = drawn
                yield from self._places(step.state)
            yield from self._line(number, step)

    def _places(self, state: AnyState) -> Iterator[RenderableType]:
        yield Text()
        if self._seat is None:
            layout = self._game.layout(state).items()
            yield lines(*((place, _said(" ".join(cards))) for place, cards in layout))
        else:
            yield _seen(self._game, state.observe(self._seat))

    def _line(self, number: int, step: ReplayStep) -> Iterator[Text]:
        said = "; ".join(map(self._game.event_text, step.events))
        if self._seat in (None, step.seat):
            did = f"{self._names[step.seat]}: {self._game.action_text(step.action)}"
            said = f"{did} | {said}" if said else did
        if said:
            yield Text(f"{number:>4} ", style="dim").append_text(_said(said))


def plain_view(game: AnyGame) -> GameView:
    """What the seat may know, a place a line; all legal actions are listed."""

    def table(seen: Any, names: Names) -> Iterator[RenderableType]:
        del names
        yield _seen(game, seen)

    summary = game.summary or f"The options: {game.options_text}"
    return GameView(summary=summary, table=table, question=lambda _: "What do you do?")


def _seen(game: AnyGame, seen: Any) -> RenderableType:
    return lines(*((place, _said(text)) for place, text in game.seen_text(seen).items()))


def _said(text: str) -> Text:
    return Text(printable(text))
