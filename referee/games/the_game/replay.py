"""A replay of The Game: a line for each turn with the rows after it, preceded by the talk."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import RenderableType
from rich.text import Text

from referee.bare_table import BareTable
from referee.games.events import Event, unpack
from referee.games.replay import Perspective
from referee.games.steps import ReplayStep
from referee.games.the_game import TheGameObservation, TheGamePhase, TheGameState
from referee.games.the_game.actions import FLAG_WORDS, FLAGS_BY_CODE, TheGameEventKind
from referee.games.the_game.cards import FIRE_CARDS, ROWS, STARTS, TRICK, jump
from referee.games.tricks import counted

GLADLY = ("would rather not start", "starts if need be", "starts gladly", "starts most gladly")
"""The answers to how gladly a seat would start in words, by gladness 0 to 3."""
FLAG_SIGNS = ("", "~", "!")
"""A short sign for each flag, 0 to 2; the flag 0 has none."""
_VERY_GOOD = 10
"""A result with at most this many cards left is very good (TG-10)."""


def shown_placing(row: int, top: int, card: int) -> Text:
    """Row, card and jump, with colours for good and for large jumps.

    Green stands for the backwards trick or a jump of 1, yellow for 10 to 20, red for more.
    """
    step = jump(row, top, card)
    if step == -TRICK:
        style = "bold green"
    elif step == 1:
        style = "green"
    elif step > 2 * TRICK:
        style = "red"
    elif step >= TRICK:
        style = "yellow"
    else:
        style = ""
    return Text(f"{ROWS[row]}{card}", style=style).append(f" {step:+}", style="dim")


class TheGameReplay:
    """Turns the steps of a match into a table, as the referee or one seat saw it."""

    def __init__(self, perspective: Perspective) -> None:
        self._names = perspective.names
        self._seat = perspective.seat
        self._silent = perspective.silent
        self._turn = 0
        self._mover = 0
        self._tops = list(STARTS)
        self._fire = False
        # The mover's hand at its first decision; empty where this replay may not show it, and where
        # the mover is stuck without a decision.
        self._hand = Text()
        # The placings of the turn in progress; empty again once the turn is in the table.
        self._placed: list[Text] = []
        self._deck = 0
        self._result: list[Text] = []

    def show(self, steps: Iterator[ReplayStep]) -> Iterator[RenderableType]:
        """Yield what to print, in order, while reading `steps`: all steps of one match.

        Raises TypeError for states of another game.
        """
        shown: BareTable | None = None
        for step in steps:
            state = step.state
            if not isinstance(state, TheGameState):
                kind = type(state).__name__
                raise TypeError(f"a replay of The Game needs its states, not {kind}")
            if shown is None:
                view = state.observe(self._seat or 0)
                yield from self._start(view, state)
                shown = self._table()
            self._note_hand(state, step.seat)
            for event in map(unpack, step.events):
                self._take_note(event, shown)
        if shown is not None:
            if self._placed:
                self._add_turn(shown)
            yield shown
        yield from self._result

    def _start(self, view: TheGameObservation, state: TheGameState) -> Iterator[RenderableType]:
        self._tops = list(view.tops)
        self._fire = view.fire
        self._deck = view.deck_size
        yield Text()
        for seat, name in enumerate(self._names):
            if self._seat in (None, seat):
                yield Text(f"  {name}: ") + self._cards(state.observe(seat).hand)
        if view.fire:
            yield Text("  on fire: ") + self._cards(FIRE_CARDS)
        if view.talk and len(self._names) > 1:
            yield Text(f"  flags: ~ {FLAG_WORDS[1]}, ! {FLAG_WORDS[2]}", style="dim italic")
            for seat in self._silent:
                yield Text(f"  {self._names[seat]} never talks", style="dim italic")
        yield Text()

    def _table(self) -> BareTable:
        shown = BareTable()
        shown.add_column("turn", justify="right")
        shown.add_column("player")
        for row in ROWS:
            shown.add_column(row, justify="right")
        shown.add_column("deck", justify="right")
        shown.add_column("places")
        shown.add_column("hand")
        return shown

    def _cards(self, cards: Sequence[int]) -> Text:
        return Text(" ").join([self._card(card) for card in cards])

    def _card(self, card: int) -> Text:
        return Text(str(card), style="bold red" if self._fire and card in FIRE_CARDS else "")

    def _note_hand(self, state: TheGameState, seat: int) -> None:
        """Note the hand of the mover at the start of its turn, if this replay may show it."""
        if self._seat not in (None, seat) or state.phase != TheGamePhase.TURN or self._placed:
            return
        self._hand = self._cards(state.observe(seat).hand)

    def _take_note(self, event: Event, shown: BareTable) -> None:
        name = self._names[event.seat]
        # For a seat that never talks the table answers, which says nothing about the seat.
        if event.kind == TheGameEventKind.GLAD and event.seat not in self._silent:
            self._add_words(shown, name, ("",) * 4, GLADLY[event.a])
        elif event.kind == TheGameEventKind.TURN:
            self._turn += 1
            self._mover = event.seat
        # Most flags are set to 0000 (the code 0), which needs no line.
        elif event.kind == TheGameEventKind.FLAGS and event.a:
            flags = [FLAG_SIGNS[flag] for flag in FLAGS_BY_CODE[event.a]]
            self._add_words(shown, name, flags, "")
        elif event.kind == TheGameEventKind.PLACE:
            self._placed.append(shown_placing(event.b, self._tops[event.b], event.a))
            self._tops[event.b] = event.a
        elif event.kind == TheGameEventKind.END:
            self._deck -= event.a
            self._add_turn(shown)
        elif event.kind == TheGameEventKind.STUCK:
            self._placed.append(Text("stuck", style="bold red"))
            self._add_turn(shown)
        elif event.kind == TheGameEventKind.OVER:
            if self._placed:
                self._add_turn(shown)
            self._result = [Text(), _result(event)]

    def _add_words(self, shown: BareTable, name: str, flags: Sequence[str], words: str) -> None:
        shown.add_row("", name, *flags, "", words, style="dim italic")

    def _add_turn(self, shown: BareTable) -> None:
        tops = [self._card(top) for top in self._tops]
        places = Text(", ").join(self._placed)
        name = self._names[self._mover]
        shown.add_row(str(self._turn), name, *tops, str(self._deck), places, self._hand)
        self._placed = []
        self._hand = Text()


def _result(event: Event) -> Text:
    if event.b:
        return Text(f"Lost by fire, {counted(event.a, 'card')} left.", style="bold red")
    if not event.a:
        return Text("No card is left: the game is beaten!", style="bold green")
    good = ": very good" if event.a <= _VERY_GOOD else ""
    return Text(f"{counted(event.a, 'card')} left{good}.", style="bold")


REPLAY: Final = TheGameReplay
