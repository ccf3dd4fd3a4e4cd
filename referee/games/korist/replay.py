"""A replay of Kořist: a table with a line for each turn."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import RenderableType
from rich.text import Text

from referee.bare_table import BareTable
from referee.games.events import Event, unpack
from referee.games.korist import KoristObservation, KoristPhase, KoristState
from referee.games.korist.actions import action_text
from referee.games.korist.cards import heap_from, heap_text, kind_text
from referee.games.korist.events import KoristEventKind, captured_layer, event_text
from referee.games.korist.sets import make_set, set_text
from referee.games.replay import Perspective
from referee.games.steps import ReplayStep


def shown_cards(text: str) -> Text:
    """Cards in the game's notation, coloured by their values; jokers stand out.

    A word is a card, or a pile such as "7+13", which has the colour of its bottom card, or that of
    jokers if one is in it.
    """
    return Text(" ").join(Text(word, style=_style(word)) for word in text.split())


def _style(word: str) -> str:
    if "J" in word:
        return "bold magenta"
    # Green is 1 to 5, yellow 6 to 10, red 11 to 13.
    return ("green", "yellow", "red")[(int(word.partition("+")[0]) - 1) // 5]


def _supply(view: KoristObservation) -> Text:
    return shown_cards(" ".join("+".join(map(kind_text, pile)) for pile in view.supply))


def _layers(layers: Sequence[int]) -> Text:
    return Text(", ").join(shown_cards(set_text(layer)) for layer in layers)


def _choice(step: ReplayStep) -> str:
    """The groups of the shadow offer that could be captured, as the end of a clause (KO-23)."""
    if len(step.legal) == 1:
        return ", the only group that the set captures"
    groups = " or ".join(action_text(group) for group in step.legal)
    return f" (the set captures {groups})"


class KoristReplay:
    """Makes a table of the steps of a match, as the referee or as one seat saw it."""

    def __init__(self, perspective: Perspective) -> None:
        self._names = perspective.names
        self._seat = perspective.seat
        self._table = BareTable()
        # The cells of the turn in progress: all before the column "lays", and those of the columns
        # "lays" and "then".
        self._row: list[RenderableType] = []
        self._lays_cell = Text()
        self._then_cell = Text()
        self._turns = 0
        self._has_shadow = False

    def show(self, steps: Iterator[ReplayStep]) -> Iterator[RenderableType]:
        """The parts to print, in order. Raises TypeError when a state is one of another game."""
        last: KoristState | None = None
        for step in steps:
            state = step.state
            if not isinstance(state, KoristState):
                raise TypeError(f"a replay of Kořist needs its states, not {type(state).__name__}")
            if last is None:
                yield from self._opening(state)
            if state.phase == KoristPhase.LAY:
                self._end_turn(state)
                self._start_turn(state)
            for event in step.events:
                self._tell(unpack(event), step, state)
            # A step has the state before its action. The state after it is made here, as any step
            # may be the last one.
            last = state.copy()
            last.apply(step.action)
        if last is not None:
            self._end_turn(last)
            yield self._table
            yield Text("\nLayers at the end, from the bottom:")
            for name, layers in zip(self._names, last.layouts, strict=True):
                yield Text(f"  {name}: ") + _layers(layers)
            if last.events and unpack(last.events[-1]).kind == KoristEventKind.END:
                yield Text(f"  {event_text(last.events[-1])}", style="bold")

    def _opening(self, state: KoristState) -> Iterator[RenderableType]:
        view = state.observe(0)
        yield Text()
        yield Text(f"{self._names[state.turn]} begins", style="bold")
        for seat, name in enumerate(self._names):
            if self._sees(seat):
                yield Text(f"  {name}: ") + self._hand(state, seat)
        yield Text("  supply: ") + _supply(view)
        if any(view.shadow):
            yield Text("  shadow offer: ") + shown_cards(heap_text(heap_from(view.shadow)))
        if self._seat is None:
            yield Text("  deck, from the top: ") + shown_cards(
                " ".join(map(kind_text, reversed(state.deck)))
            )
        yield Text()
        self._has_shadow = any(view.shadow)
        offer = ["shadow offer"] if self._has_shadow else []
        heads = ("turn", "player", "hand", "supply", *offer, "top layers", "lays", "then", "points")
        for head in heads:
            self._table.add_column(head, ratio=2 if head == "then" else None)

    def _sees(self, seat: int) -> bool:
        return self._seat in (None, seat)

    def _hand(self, state: KoristState, seat: int) -> Text:
        """The hand; if it may not be shown, its known cards and the number of the others."""
        view = state.observe(seat)
        if self._sees(seat):
            return shown_cards(heap_text(heap_from(view.hand)))
        known = view.known[seat]
        more = view.hand_sizes[seat] - sum(known)
        return shown_cards(heap_text(heap_from(known))) + Text(f" +{more}" if more else "")

    def _start_turn(self, state: KoristState) -> None:
        self._turns += 1
        name = self._names[state.turn]
        hand = self._hand(state, state.turn)
        view = state.observe(state.turn)
        self._row = [str(self._turns), name, hand, _supply(view)]
        if self._has_shadow:
            self._row.append(shown_cards(heap_text(heap_from(view.shadow))))
        self._row.append(self._tops(state))
        self._then_cell, self._lays_cell = Text(), Text()

    def _tops(self, state: KoristState) -> Text:
        """The exposed layers of the other players at the beginning of a turn."""
        others = [
            Text(f"{name} ") + shown_cards(set_text(layers[-1]))
            for seat, (name, layers) in enumerate(zip(self._names, state.layouts, strict=True))
            if layers and seat != state.turn
        ]
        return Text(", ").join(others)

    def _end_turn(self, state: KoristState) -> None:
        """Add the line of the turn that has ended; `state` is the state after it."""
        if self._row:
            points = " ".join(map(str, state.points()))
            self._table.add_row(*self._row, self._lays_cell, self._then_cell, points)
            self._row = []

    def _add_clause(self, *parts: Text | str) -> None:
        if self._then_cell:
            self._then_cell.append("; ")
        for part in parts:
            self._then_cell.append(part)

    def _tell(self, event: Event, step: ReplayStep, state: KoristState) -> None:
        kind, seat, a, b, _ = event
        if kind == KoristEventKind.LAY:
            self._lays_cell = shown_cards(set_text(make_set(*event[2:])))
        elif kind == KoristEventKind.SHADOW_CAPTURE:
            group = shown_cards(set_text(make_set(a, b, 0)))
            self._add_clause("takes ", group, " from the shadow offer", _choice(step))
        elif kind == KoristEventKind.CAPTURE:
            layer = shown_cards(set_text(captured_layer(event)))
            self._add_clause("captures ", layer, f" from {self._names[a]}")
        elif kind in (KoristEventKind.DECK, KoristEventKind.PILE):
            self._tell_draw(event, state)
        elif kind in _CLAUSES:
            # The player whose turn it is stands in a column of its own.
            name = f"{self._names[seat]} " if seat != state.turn else ""
            self._add_clause(name + _CLAUSES[KoristEventKind(kind)])
        elif kind == KoristEventKind.PILED:
            self._add_clause(shown_cards(kind_text(a)), " goes on the supply")

    def _tell_draw(self, event: Event, state: KoristState) -> None:
        """Tell of a drawn card, which is named only if this perspective may see it."""
        name = f"{self._names[event.seat]} " if event.seat != state.turn else ""
        if event.kind == KoristEventKind.PILE:
            pile = shown_cards(" ".join(map(kind_text, state.supply[event.a])))
            self._add_clause(f"{name}draws ", pile)
        elif self._sees(event.seat):
            # The state is the one before the draw; the top card is last.
            card = state.deck[-1]
            self._add_clause(f"{name}draws ", shown_cards(kind_text(card)), " from the deck")
        else:
            self._add_clause(f"{name}draws from the deck")


_CLAUSES: Final = {
    KoristEventKind.TAKE: "takes them",
    KoristEventKind.LEAVE: "leaves them",
    KoristEventKind.BACK: "takes them back",
    KoristEventKind.DISCARD: "discards them",
    KoristEventKind.NONE: "draws nothing",
}


REPLAY: Final = KoristReplay
