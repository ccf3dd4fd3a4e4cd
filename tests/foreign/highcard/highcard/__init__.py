"""High card: everybody plays a card in turn, and the highest one takes the point.

The smallest game with hidden cards, as a package of its own: docs/extending.md follows it.
"""

from random import Random
from typing import Any, ClassVar, Final, NamedTuple, Self

from pydantic import Field

from referee.deals import Deal
from referee.games.events import pack, unpack
from referee.games.game import (
    NOBODY,
    Game,
    IllegalActionError,
    Notation,
    NotationError,
    Options,
    Outcome,
    State,
    places,
)

PACK: Final = 24
PLAYED, TAKEN = 1, 2
"""The kinds of events."""


class HighCardOptions(Options):
    """How many play, and with how many cards."""

    players: int = Field(default=2, ge=2, le=3, description="how many play")
    cards: int = Field(default=6, ge=2, le=8, description="cards in each hand")


class HighCardObservation(NamedTuple):
    """What a seat may know."""

    seat: int
    to_move: int
    hand: tuple[int, ...]
    trick: tuple[int, ...]
    points: tuple[int, ...]
    history: tuple[int, ...]


class HighCardState(State):
    """One playing."""

    def __init__(self, options: HighCardOptions, deal: Deal) -> None:
        """Deal the hands."""
        players, size = options.players, options.cards
        cards = deal.shuffle(PACK, "cards")
        self.deal = deal
        self.seat = 0
        self.events = []
        self.hands = [set(cards[n * size : n * size + size]) for n in range(players)]
        self.rest = cards[players * size :]
        self.trick: list[int] = []
        self.taken = [0] * players
        self.leader = 0

    def legal_actions(self) -> tuple[int, ...]:
        """Every card of the hand."""
        return tuple(sorted(self.hands[self.seat])) if self.seat != NOBODY else ()

    def apply(self, action: int) -> None:
        """Play the card."""
        if action not in self.legal_actions():
            raise IllegalActionError(f"card {action} is not in the hand of seat {self.seat}")
        self.hands[self.seat].remove(action)
        self.events.append(pack(PLAYED, self.seat, action))
        self.trick.append(action)
        players = len(self.hands)
        if len(self.trick) < players:
            self.seat = (self.seat + 1) % players
            return
        self.leader = (self.leader + self.trick.index(max(self.trick))) % players
        self.taken[self.leader] += 1
        self.events.append(pack(TAKEN, self.leader))
        self.trick = []
        self.seat = self.leader if self.hands[0] else NOBODY

    def observe(self, seat: int) -> HighCardObservation:
        """The own hand, and what lies open."""
        return HighCardObservation(
            seat,
            self.seat,
            tuple(sorted(self.hands[seat])),
            tuple(self.trick),
            tuple(self.taken),
            tuple(self.events),
        )

    def copy(self) -> Self:
        """Another one like it."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.deal, other.seat, other.events = self.deal, self.seat, list(self.events)
        other.hands = [set(hand) for hand in self.hands]
        other.trick, other.taken = list(self.trick), list(self.taken)
        return other

    def points(self) -> tuple[int, ...]:
        """Tricks taken."""
        return tuple(self.taken)

    def outcome(self) -> Outcome:
        """The most tricks win."""
        if self.seat != NOBODY:
            raise ValueError("the game goes on")
        return Outcome(self.points(), places(self.points()))


def _card(text: str) -> int:
    number = text.removeprefix("c")
    if not (text.startswith("c") and number.isdecimal() and int(number) < PACK):
        raise NotationError(f"a card is c0 to c{PACK - 1}; received {text!r}")
    return int(number)


def _card_text(card: int) -> str:
    if not 0 <= card < PACK:
        raise NotationError(f"there is no card {card}")
    return f"c{card}"


def _event_text(event: int) -> str:
    kind, seat, card, *_ = unpack(event)
    return f"seat {seat} plays {_card_text(card)}" if kind == PLAYED else f"seat {seat} takes it"


class HighCard(Game[HighCardOptions, HighCardState, HighCardObservation]):
    """Two or three players, twenty-four cards."""

    id: ClassVar[str] = "highcard"
    title: ClassVar[str] = "High card"
    rules_version: ClassVar[int] = 1
    options_type: ClassVar[type[Options]] = HighCardOptions
    observation_type: ClassVar[type[Any]] = HighCardObservation
    notation: ClassVar[Notation] = Notation(_card_text, _card, _event_text, _card_text)

    def __init__(self, options: HighCardOptions) -> None:
        """The game under these options."""
        super().__init__(options)
        self.seats = options.players

    def new(self, deal: Deal) -> HighCardState:
        """The state before the first card."""
        return HighCardState(self.options, deal)

    def hidden(self, state: HighCardState, seat: int) -> frozenset[int]:
        """The other hands and the rest of the pack."""
        others = [hand for number, hand in enumerate(state.hands) if number != seat]
        return frozenset(state.rest).union(*others)

    def placed(self, state: HighCardState) -> tuple[int, ...]:
        """All hands, the rest, and what was played."""
        played = [unpack(event).a for event in state.events if event & 31 == PLAYED]
        return (*(card for hand in state.hands for card in hand), *state.rest, *played)

    def layout(self, state: HighCardState) -> dict[str, tuple[str, ...]]:
        """The hands and the rest."""
        hands = {f"hand {n}": sorted(hand) for n, hand in enumerate(state.hands)}
        return {
            place: tuple(map(_card_text, cards))
            for place, cards in {**hands, "deck": state.rest}.items()
        }

    def swapped(self, action: int, one: int, other: int) -> int:
        """The same card in a world where two have changed places."""
        return {one: other, other: one}.get(action, action)

    def determinize(self, observation: HighCardObservation, random: Random) -> HighCardState:
        """A state drawn evenly from all that fit."""
        events = [unpack(event) for event in observation.history]
        played = [(event.seat, event.a) for event in events if event.kind == PLAYED]
        open_ = {*observation.hand, *(card for _, card in played)}
        unseen = [card for card in range(PACK) if card not in open_]
        random.shuffle(unseen)
        state = self.new(Deal(random.randbytes(32)))
        for seat in range(self.seats):
            left = self.options.cards - sum(player == seat for player, _ in played)
            own = seat == observation.seat
            state.hands[seat] = set(observation.hand) if own else set(unseen[:left])
            unseen = unseen if own else unseen[left:]
        state.rest = tuple(unseen)
        state.seat, state.events = observation.to_move, list(observation.history)
        state.trick, state.taken = list(observation.trick), list(observation.points)
        lead = len(played) - len(observation.trick)
        state.leader = played[lead][0] if observation.trick else max(observation.to_move, 0)
        return state


GAME = HighCard
