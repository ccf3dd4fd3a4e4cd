"""A replay of The Fox in the Forest: a table for each round, a line for each trick."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from rich.console import RenderableType
from rich.text import Text

from referee.bare_table import BareTable
from referee.games.events import unpack
from referee.games.fox import FoxPhase, FoxState
from referee.games.fox.actions import GIVE, KEEP, UNDER, FoxEventKind
from referee.games.fox.cards import CHARACTERS, card_text, hand_cards, rank, suit
from referee.games.fox.state import NO_CARD
from referee.games.replay import Perspective
from referee.games.steps import ReplayStep

_SUIT_STYLES = ("yellow", "green", "cyan")
"""The colours of Bells, Keys and Moons."""


def shown_card(card: int) -> Text:
    """The card's text in the colour of its suit."""
    return Text(card_text(card), style=_SUIT_STYLES[suit(card)])


def _cards(cards: Sequence[int]) -> Text:
    return Text(" ").join(shown_card(card) for card in cards)


@dataclass(slots=True)
class _Trick:
    leader: int
    played: list[Text] = field(default_factory=lambda: [Text(), Text()])
    """By seat: the card that it played, with the effect of the card; empty before it has played."""


class FoxReplay:
    """Turns the steps of a match into a table for each round, as the referee or one seat saw it."""

    def __init__(self, perspective: Perspective) -> None:
        self._names = perspective.names
        self._seat = perspective.seat
        # The table of the round in progress; None between rounds.
        self._round: BareTable | None = None
        self._trick = _Trick(0)
        # The decree card after the last action.
        self._decree = NO_CARD
        self._won = [0, 0]

    def show(self, steps: Iterator[ReplayStep]) -> Iterator[RenderableType]:
        """Yield what to print, in order, while reading `steps`: all steps of one match.

        Raises TypeError for states of another game.
        """
        for step in steps:
            state = step.state
            if not isinstance(state, FoxState):
                raise TypeError(f"a replay of the fox needs its states, not {type(state).__name__}")
            if self._round is None:
                yield from self._start_round(state)
            self._act(state, step)
            for event in step.events:
                yield from self._take_note(event)
        if self._round is not None:
            self._add_unfinished_trick(self._round)
            yield self._round

    def _start_round(self, state: FoxState) -> Iterator[RenderableType]:
        number = len(state.past_rounds) // 2 + 1
        yield Text()
        yield Text(f"Round {number}: {self._names[state.dealer]} deals", style="bold")
        for seat in (0, 1):
            if self._seat in (None, seat):
                yield Text(f"  {self._names[seat]}: ") + _cards(hand_cards(state.hands[seat]))
        if self._seat is None:
            yield Text("  deck, from the top: ") + _cards(state.deck)
        yield Text("  decree: ") + shown_card(state.decree)
        self._won = [0, 0]
        self._trick = _Trick(state.leader)
        self._round = BareTable()
        for head in ("trick", *self._names, "decree", "taken by", "tricks"):
            self._round.add_column(Text(head))

    def _add_unfinished_trick(self, shown: BareTable) -> None:
        if any(self._trick.played):
            shown.add_row(str(sum(self._won) + 1), *self._trick.played)

    def _act(self, state: FoxState, step: ReplayStep) -> None:
        seat, action = step.seat, step.action
        cell = self._trick.played[seat]
        if state.phase == FoxPhase.PLAY:
            if state.led == NO_CARD:
                self._trick.leader = seat
                cell.append("> ")
            cell.append_text(shown_card(action))
            if character := CHARACTERS.get(rank(action)):
                cell.append(f" {character}", style="dim")
        elif state.phase == FoxPhase.FOX:
            if action == KEEP:
                cell.append(" keeps")
            else:
                cell.append(" gives ").append_text(shown_card(action - GIVE))
        elif self._seat in (None, seat):
            # Only its player sees the card that was drawn and the one put under (FOX-14).
            cell.append(" draws ").append_text(shown_card(state.drawn[seat][-1]))
            cell.append(", under ").append_text(shown_card(action - UNDER))
        else:
            cell.append(" draws, puts one under")
        # The decree card after this action, which decides the trick (FOX-13).
        is_given = state.phase == FoxPhase.FOX and action != KEEP
        self._decree = action - GIVE if is_given else state.decree

    def _take_note(self, packed: int) -> Iterator[RenderableType]:
        event = unpack(packed)
        if event.kind == FoxEventKind.TRICK and self._round is not None:
            self._won[event.seat] += 1
            treasures = f" (+{event.a})" if event.a else ""
            self._round.add_row(
                str(sum(self._won)),
                *self._trick.played,
                shown_card(self._decree),
                Text(self._names[event.seat] + treasures),
                f"{self._won[0]}-{self._won[1]}",
            )
            self._trick = _Trick(0)
        elif event.kind == FoxEventKind.SCORE and self._round is not None:
            yield self._round
            first, second = self._names
            yield Text(f"  scored: {first} {event.a}, {second} {event.b}", style="bold")
            self._round = None


REPLAY: Final = FoxReplay
