"""How Kořist is shown on a person's screen."""

from collections.abc import Iterator
from typing import Final

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from referee.games.korist import KoristObservation, KoristPhase
from referee.games.korist.actions import PILE, SUPPLY_PILES
from referee.games.korist.cards import heap_from, heap_of, heap_text, kind_text
from referee.games.korist.determinize import unseen
from referee.games.korist.replay import shown_cards
from referee.games.korist.sets import NO_SET, set_text
from referee.games.korist.table import points_of
from referee.games.screen import GameView, Names, ScreenTable, lines, spaced
from referee.games.tricks import counted

_SUMMARY: Final = """\
In your turn you lay one set: cards of one value, with or without jokers (J),
or jokers alone. It covers what you laid before; only the top layer of each
player is exposed. The set captures every exposed layer of as many cards and
lower value, beginning with the player to your left. Jokers laid alone are
higher than 13. The captor may take the captured cards into the hand. If not,
the victim takes them back or discards them. A victim who does not get the
cards back draws as many, from the supply or the deck.
If you captured nothing you may draw a card, but not in the advanced and
expert variants. In the expert variant ones also capture thirteens and jokers
laid alone.
In the duel your set first captures a group of the shadow offer, if one fits:
all cards of one value there, as many as the set has, and of lower value. It
goes into your hand. If several groups fit, you choose one.
The game ends when somebody lays the last card of a hand, which captures
nothing, or when supply and deck are both empty. It also ends when the number
of decisions reaches the game's limit. Each card laid out counts one point,
each card in hand minus one.
On the screen a player's layers lie on each other as they were laid, the
exposed one on top, at the right; `known` are cards that everybody knows to be
in that hand.
The piles of the supply are numbered from 0."""

_QUESTIONS: Final = {
    KoristPhase.LAY: "Which set do you lay?",
    KoristPhase.SHADOW: "Which group of the shadow offer do you capture?",
    KoristPhase.TAKE: "Do you take the captured cards into your hand, or leave them?",
    KoristPhase.RETURN: "Do you take your cards back, or discard them and draw as many?",
    KoristPhase.DRAW: "Which card do you draw?",
    KoristPhase.MAY_DRAW: "You captured nothing and may draw a card. Which one, if any?",
}


def _table(seen: KoristObservation, names: Names) -> Iterator[RenderableType]:
    turn = "your turn" if seen.turn == seen.seat else f"the turn of {names[seen.turn]}"
    yield Text(
        f"{seen.variant.capitalize()}, {turn}; {counted(seen.deck_size, 'card')} in the deck"
    )
    yield _players(seen, names)
    by_name = zip(names, seen.layouts, strict=True)
    yield lines(*((name, _Layers(layout) if layout else Text()) for name, layout in by_name))
    yield lines(*_places(seen, names))


def _players(seen: KoristObservation, names: Names) -> ScreenTable:
    shown = ScreenTable("", "points", "cards", words="known")
    points = points_of(seen.layouts, seen.hand_sizes)
    for seat, name in enumerate(names):
        known = Text() if seat == seen.seat else _counted_cards(seen.known[seat])
        shown.add_row(name, str(points[seat]), str(seen.hand_sizes[seat]), known)
    return shown


class _Layers:
    """A player's layers, the oldest first, drawn as if each lay on the one before it.

    All cards of a layer are written. A covered layer has only its left edge, the exposed one is
    framed. Layers that do not fit on a line go on below.
    """

    def __init__(self, layout: tuple[int, ...]) -> None:
        self._covered = [shown_cards(set_text(laid)) for laid in layout[:-1]]
        self._exposed = shown_cards(set_text(layout[-1]))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        del console
        uppers, lowers = [Text()], [Text()]
        for upper, lower in self._drawn_layers():
            if uppers[-1].plain and len(uppers[-1].plain) + len(upper.plain) > options.max_width:
                uppers.append(Text())
                lowers.append(Text())
            uppers[-1].append_text(upper)
            lowers[-1].append_text(lower)
        yield from (line for pair in zip(uppers, lowers, strict=True) for line in pair)

    def _drawn_layers(self) -> Iterator[tuple[Text, Text]]:
        """The upper and the lower line of each layer."""
        for cards in self._covered:
            yield Text("┌").append_text(cards), Text("│" + " " * len(cards.plain))
        edge = "─" * (len(self._exposed.plain) + 2)
        yield Text(f"┌{edge}┐"), Text("│ ").append_text(self._exposed).append(" │")


def _counted_cards(counts: tuple[int, ...]) -> Text:
    return shown_cards(heap_text(heap_from(counts)))


def _places(seen: KoristObservation, names: Names) -> Iterator[tuple[str, Text]]:
    piles = (
        Text(f"{number}: ") + shown_cards(" ".join(map(kind_text, pile)))
        for number, pile in enumerate(seen.supply)
    )
    yield "supply", spaced(piles, "   ")
    if any(seen.shadow):
        yield "shadow offer", _counted_cards(seen.shadow)
    if any(seen.discard):
        yield "discarded", _counted_cards(seen.discard)
    if seen.captured != NO_SET:
        # The seat itself is called "you" in `names`.
        victim = f" from {names[seen.victim]}"
        yield "captured", shown_cards(set_text(seen.captured)).append(victim)
    if seen.draws:
        yield "to draw", Text(str(seen.draws))
    yield "hand", _counted_cards(seen.hand)


def _question(seen: KoristObservation) -> str:
    return _QUESTIONS[seen.phase]


def _remark(seen: KoristObservation, action: int) -> Text:
    """The cards of the pile that the action draws; empty for another action."""
    if not PILE <= action < PILE + SUPPLY_PILES:
        return Text()
    return shown_cards(" ".join(map(kind_text, seen.supply[action - PILE])))


def _deductions(seen: KoristObservation, names: Names) -> Iterator[Text]:
    del names
    where = "Never seen by you, in the deck or in the unknown part of other hands: "
    yield Text(where) + shown_cards(heap_text(heap_of(unseen(seen))))


VIEW: Final = GameView(
    summary=_SUMMARY,
    table=_table,
    question=_question,
    remark=_remark,
    deductions=_deductions,
)
