"""A replay and a screen for every game that has none of its own, from its own words."""

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
    """Shows a line for each action with the events that followed, and the cards after each deal.

    A seat is shown what it could know: its observation in words, its own actions, public events.
    """

    def __init__(self, game: AnyGame, perspective: Perspective) -> None:
        self._game = game
        self._names = perspective.names
        self._seat = perspective.seat
        # Below any number of draws: a game may draw nothing, and its first cards are shown all the
        # same.
        self._drawn = -1

    def show(self, steps: Iterator[ReplayStep]) -> Iterator[RenderableType]:
        """What to print, in order, as the steps come."""
        for number, step in enumerate(steps):
            # A new draw is the one sign of new cards that every game gives.
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
        # A seat sees what others did only by the events, which say what everybody saw.
        if self._seat in (None, step.seat):
            did = f"{self._names[step.seat]}: {self._game.action_text(step.action)}"
            said = f"{did} | {said}" if said else did
        if said:
            yield Text(f"{number:>4} ", style="dim").append_text(_said(said))


def view_of(game: AnyGame) -> GameView:
    """The view of the game: its own screen, or the plain one for games without."""
    module = part_of(game.id, "screen")
    view: GameView = module.VIEW if module else plain_view(game)
    return view


def plain_view(game: AnyGame) -> GameView:
    """A screen with what the seat may know, a line for each place, and all legal actions."""

    def table(seen: Any, names: Names) -> Iterator[RenderableType]:
        yield _seen(game, seen, names)

    def deductions(seen: Any, names: Names) -> Iterator[Text]:
        del names
        try:
            world = game.determinize(seen, Random(0))
            hidden = sorted(game.hidden(world, world.seat))
        # A game need not be able to say of a sampled world what is hidden in it.
        except (ValueError, LookupError):
            return
        cards = " ".join(map(game.card_text, hidden))
        yield _said(f"Never seen by you: {cards}")

    summary = game.summary or f"The options: {game.options_text}"
    return GameView(
        summary=summary,
        table=table,
        question=lambda _: "What do you do?",
        deductions=deductions,
    )


def _seen(game: AnyGame, seen: Any, names: Names = ()) -> RenderableType:
    told = game.seen_text(seen).items()
    return lines(*((place, _said(with_names(text, names))) for place, text in told))


def _said(text: str) -> Text:
    # A game from a package may write anything, escape sequences of the terminal too.
    return Text(printable(text))
