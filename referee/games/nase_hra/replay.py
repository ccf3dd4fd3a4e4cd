"""A replay of Naše hra: the deal and the talon of each game, then a line for each trick."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import RenderableType
from rich.text import Text

from referee.bare_table import BareTable
from referee.games.events import Event, unpack
from referee.games.nase_hra import NaseHraState, RankOrder
from referee.games.nase_hra.actions import NaseHraEventKind
from referee.games.nase_hra.cards import RANKS, TAKING, card_text
from referee.games.replay import Perspective
from referee.games.steps import ReplayStep

_SUIT_STYLES = ("yellow", "red", "green", "cyan")
UPWARDS = {RankOrder.FIGURES: RANKS, RankOrder.NUMBERS: RANKS[4:] + RANKS[:4]}
"""By RankOrder the ranks of a suit from low to high, as letters."""


def dealt_again(times: int) -> str:
    """A clause such as "dealt again 2 times"; `times` is at least 1."""
    return "dealt again" if times == 1 else f"dealt again {times} times"


def shown_card(card: int, order: RankOrder = RankOrder.UNCHOSEN) -> Text:
    """The card, coloured by its suit; the taking cards of the order are bold."""
    style = _SUIT_STYLES[card >> 3]
    return Text(card_text(card), style=f"bold {style}" if TAKING[order] >> card & 1 else style)


def _cards(cards: Sequence[int], order: RankOrder = RankOrder.UNCHOSEN) -> Text:
    return Text(" ").join(shown_card(card, order) for card in cards)


class NaseHraReplay:
    """Makes words and tables of the steps of a match, as the referee or as one seat saw it."""

    def __init__(self, perspective: Perspective) -> None:
        self._names = perspective.names
        self._seat = perspective.seat
        self._order = RankOrder.UNCHOSEN
        # The table of the tricks of the game in progress, and by column the cards of one trick.
        self._tricks: BareTable | None = None
        self._played: dict[int, Text] = {}
        self._points = [0] * len(perspective.names)

    def show(self, steps: Iterator[ReplayStep]) -> Iterator[RenderableType]:
        """The parts to print, in order. Raises TypeError when a state is one of another game."""
        is_new_deal = True
        for step in steps:
            state = step.state
            if not isinstance(state, NaseHraState):
                raise TypeError(
                    f"a replay of Naše hra needs its states, not {type(state).__name__}"
                )
            if is_new_deal:
                yield from self._begin(state)
            for event in map(unpack, step.events):
                yield from self._tell(event, state)
            is_new_deal = any(unpack(event).kind == NaseHraEventKind.DEAL for event in step.events)
        # A match that ended before its time has an unfinished game, perhaps an unfinished trick.
        if self._tricks is not None:
            if self._played:
                self._add_row("", "", "")
            yield self._tricks

    def _begin(self, state: NaseHraState) -> Iterator[RenderableType]:
        """The deal, as far as this perspective may see it."""
        yield Text()
        if state.game == 1 and state.redeal == 0:
            yield from self._lifting(state.lifts)
        again = [dealt_again(state.redeal)] if state.redeal else []
        heading = ", ".join((f"Triple {state.triple}", f"game {state.game}", *again))
        yield Text(f"{heading}: {self._names[state.chooser]} deals and chooses", style="bold")
        for seat, name in enumerate(self._names):
            if self._seat in (None, seat):
                yield Text(f"  {name}: ") + _cards(state.observe(seat).hand)
        if self._seat is None:
            yield Text("  talon, from the top: ") + _cards(state.talon)
            if state.pile:
                yield Text("  pile, from the top: ") + _cards(state.pile)
        self._order = RankOrder.UNCHOSEN
        self._points = [0] * len(self._names)

    def _lifting(self, lifts: Sequence[int]) -> Iterator[RenderableType]:
        yield Text("Lifting for the start", style="bold")
        for _, seat, *lifted in map(unpack, lifts):
            yield Text(f"  {self._names[seat]}: ") + _cards(lifted)

    def _tell(self, event: Event, state: NaseHraState) -> Iterator[RenderableType]:
        if event.kind in (NaseHraEventKind.PLAY, NaseHraEventKind.PILE):
            self._lay(event)
        elif event.kind == NaseHraEventKind.TRICK:
            self._points[event.seat] += event.a
            value = str(event.b) if event.a == event.b else f"{event.b} + {event.a - event.b}"
            self._add_row(str(event.c), self._names[event.seat], value)
        elif event.kind == NaseHraEventKind.PILE_TRICK:
            self._add_row(str(event.c), "the pile", f"({event.b})")
        elif event.kind == NaseHraEventKind.SCORE:
            yield from self._score(event)
        else:
            yield from self._tell_before_play(event, state)

    def _tell_before_play(self, event: Event, state: NaseHraState) -> Iterator[RenderableType]:
        """Tell of an event before the first trick; a seat that plays on is not mentioned."""
        name = self._names[event.seat]
        if event.kind == NaseHraEventKind.ORDER:
            self._order = RankOrder(event.a)
            yield Text(f"  {name} chooses {self._order.name.lower()}: {UPWARDS[self._order]}")
        elif event.kind == NaseHraEventKind.REFUSE:
            yield Text(f"  {name} refuses the game", style="magenta")
        elif event.kind == NaseHraEventKind.RENOUNCE:
            self._points[event.seat] += 1
            yield Text(f"  {name} renounces the talon: 1 point")
        elif event.kind == NaseHraEventKind.TAKE:
            yield Text(f"  {name} takes {event.a} from the talon") + self._taken(event, state)
        elif event.kind == NaseHraEventKind.DISCARD:
            yield Text(f"  {name} discards ") + shown_card(event.a, self._order)
        elif event.kind == NaseHraEventKind.ANNOUNCE:
            yield Text(f"  {name} has {event.a} taking cards")
        elif event.kind == NaseHraEventKind.TURN:
            yield Text("  left in the talon: ") + shown_card(event.a, self._order)

    def _taken(self, event: Event, state: NaseHraState) -> Text:
        """The cards taken from the talon; empty if this perspective may not see them."""
        if self._seat in (None, event.seat):
            return Text(": ") + _cards(state.talon[: event.a], self._order)
        return Text()

    def _lay(self, event: Event) -> None:
        if self._tricks is None:
            self._tricks = BareTable()
            pile = ("pile",) if event.kind == NaseHraEventKind.PILE else ()
            for heading in ("trick", *pile, *self._names, "taken by", "value", "points"):
                self._tricks.add_column(heading)
        cell = shown_card(event.a, self._order)
        # -1 stands for the pile, whose column comes before those of the seats.
        column = -1 if event.kind == NaseHraEventKind.PILE else event.seat
        # The card that was led is marked.
        self._played[column] = cell if self._played else Text("> ") + cell

    def _add_row(self, number: str, taker: str, value: str) -> None:
        if self._tricks is None:
            return
        columns = range(-1 if -1 in self._played else 0, len(self._names))
        played = [self._played.get(column, Text()) for column in columns]
        self._tricks.add_row(number, *played, taker, value, "-".join(map(str, self._points)))
        self._played = {}

    def _score(self, event: Event) -> Iterator[RenderableType]:
        if self._tricks is not None:
            yield self._tricks
        self._tricks = None
        # The event has three arguments also where only two play.
        points = zip(self._names, (event.a, event.b, event.c), strict=False)
        yield Text(
            "  scored: " + ", ".join(f"{name} {scored}" for name, scored in points), style="bold"
        )


REPLAY: Final = NaseHraReplay
