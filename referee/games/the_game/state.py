"""The rules of The Game: a state that is changed in place (docs/games/the-game.md)."""

from typing import Final, Self

from mypy_extensions import mypyc_attr

from referee.deals import Deal
from referee.games.events import pack, unpack
from referee.games.outcome import Outcome
from referee.games.state import NOBODY, CachingState
from referee.games.the_game.actions import (
    END,
    FLAG_ACTIONS,
    FLAGS,
    FLAGS_BY_CODE,
    GLAD,
    GLAD_ACTIONS,
    TheGameEventKind,
)
from referee.games.the_game.cards import LOWEST, PACK, PLACES, STARTS, burning, placings
from referee.games.the_game.observation import TheGameObservation, TheGamePhase
from referee.games.the_game.terms import Terms

FIRE_LOSS: Final = 200
"""The points that a loss by fire costs beside the cards left, so that it ranks behind every other
result (TG-R5)."""

# Looked up once: to look up a member of an enum takes longer than a call.
_GLADNESS: Final = TheGamePhase.GLADNESS
_FLAGS: Final = TheGamePhase.FLAGS
_TURN: Final = TheGamePhase.TURN

_PLACED: Final = pack(TheGameEventKind.PLACE, 0)
"""The event of a placing without seat, card and row; `_place` adds their bits."""
_ROWS: Final = tuple(tuple(row for row in range(4) if mask >> row & 1) for mask in range(16))
"""The rows in each mask of rows, by the mask."""


@mypyc_attr(allow_interpreted_subclasses=True)
class TheGameState(CachingState):
    """One playing of The Game, from the deal to its result.

    Hands are ascending lists. The deck is never changed, so that copies can share it: its next card
    is deck[deck_index]. `flags` has a code by seat, `to_cover` is a mask of rows, `left` is the
    number of cards that are not placed, and `burnt` tells whether the game was lost by fire.
    """

    __slots__ = (
        "burnt",
        "deck",
        "deck_index",
        "flags",
        "hands",
        "left",
        "minimum",
        "mover",
        "phase",
        "placed",
        "terms",
        "to_cover",
        "tops",
    )

    def __init__(self, terms: Terms, deal: Deal) -> None:
        self.terms = terms
        self.deal = deal
        self.events = []
        self.burnt = False
        self.tops = list(STARTS)
        self.flags = [0] * terms.players
        self._deal_hands()
        first = deal.below(terms.players, "starter")
        if terms.talk and terms.players > 1:
            self._ask_gladness(first)
        else:
            self._start_turn(first)

    def _deal_hands(self) -> None:
        """Deal the hands from seat 0 on; the rest is the deck, with its top card first (TG-2)."""
        players, size = self.terms.players, self.terms.hand_limit
        cards = [LOWEST + number for number in self.deal.shuffle(PACK, "cards")]
        self.hands = [sorted(cards[seat * size : (seat + 1) * size]) for seat in range(players)]
        self.deck = tuple(cards[players * size :])
        self.deck_index = 0
        self.left = PACK

    def _ask_gladness(self, first: int) -> None:
        """Begin to ask all seats, from `first` on, how gladly they would start (TG-R1)."""
        self.mover = self.seat = first
        self.phase = _GLADNESS
        self.placed = self.to_cover = 0
        # Observations have a minimum even before the first turn.
        self.minimum = self.terms.minimum
        self._legal = GLAD_ACTIONS

    def _start_turn(self, mover: int) -> None:
        """Begin the turn of `mover`, before which the other seats set their flags (TG-8, TG-R2)."""
        self.mover = mover
        self.placed = 0
        # The minimum stays for the whole turn (TG-R4).
        self.minimum = self.terms.minimum if self.deck_index < len(self.deck) else 1
        self.to_cover = burning(self.tops) if self.terms.fire else 0
        self.events.append(pack(TheGameEventKind.TURN, mover, self.minimum, self.to_cover))
        self._ask_flags(mover)

    def _ask_flags(self, after: int) -> None:
        """Ask the next seat after `after` that holds cards for its flags, clockwise (TG-R2).

        After the last of these seats the mover decides.
        """
        mover, players = self.mover, self.terms.players
        if self.terms.talk:
            seat = (after + 1) % players
            while seat != mover:
                if self.hands[seat]:
                    # Asked even if the mover is stuck: without the question the seats would learn
                    # something about the mover's hand (TG-R2).
                    self.seat = seat
                    self.phase = _FLAGS
                    self._legal = FLAG_ACTIONS
                    return
                seat = (seat + 1) % players
        self.seat = mover
        self.phase = _TURN
        self._go_on()

    def _go_on(self) -> None:
        """Go on with the turn, or end the game if the mover must place and cannot (TG-9)."""
        self._legal = None
        if self.placed < self.minimum and not self.legal_actions():
            self.events.append(pack(TheGameEventKind.STUCK, self.mover))
            # To be stuck before all fire cards are covered is a loss by fire as well (TG-R5).
            self._finish(burnt=self.to_cover != 0)

    def _finish(self, *, burnt: bool) -> None:
        self.burnt = burnt
        self.seat = NOBODY
        self._legal = ()
        self.events.append(pack(TheGameEventKind.OVER, 0, self.left, burnt))

    def _find_legal(self) -> tuple[int, ...]:
        """The legal actions in ascending order: placings by row and card, then ending the turn.

        A card must fit its row (TG-4, TG-5). The turn may be ended only when the minimum has been
        placed (TG-R3).
        """
        if self.seat == NOBODY:
            return ()
        if self.phase is _TURN:
            legal = placings(self.tops, self.hands[self.mover])
            if self.placed >= self.minimum:
                legal.append(END)
            return tuple(legal)
        return FLAG_ACTIONS if self.phase is _FLAGS else GLAD_ACTIONS

    def silence(self) -> int | None:
        """Gladness 0 (TG-R1) or flags 0000 (TG-R2) when one of these is asked for; else None."""
        if self.phase is _GLADNESS:
            return GLAD
        return FLAGS if self.phase is _FLAGS else None

    def apply(self, action: int) -> None:
        """Take the action. Raises IllegalActionError and changes nothing when it is not legal."""
        self._accept(action)
        if action < END:
            self._place(action)
        elif action == END:
            self._end_turn()
        elif action < FLAGS:
            self._say(action - GLAD)
        else:
            self._set_flags(action - FLAGS)

    def _place(self, action: int) -> None:
        row, card = divmod(action, PLACES)
        mover = self.mover
        self.hands[mover].remove(card)
        self.tops[row] = card
        self.placed += 1
        # A card that is placed never counts as left, however the turn ends (TG-R3).
        self.left -= 1
        # Any card covers a fire card. If the new card is a fire card too, it has to be covered in
        # the next turn (TG-R5).
        self.to_cover &= ~(1 << row)
        self.events.append(_PLACED | mover << 5 | card << 8 | row << 16)
        # The very last card ends the game without ending the turn or covering fires (TG-R7, TG-R5).
        if self.left:
            self._go_on()
        else:
            self._finish(burnt=False)

    def _end_turn(self) -> None:
        """Draw cards and begin the next turn (TG-7), or lose by a fire card left (TG-R5)."""
        mover, index = self.mover, self.deck_index
        if self.to_cover:
            # Lost at once, and nothing is drawn.
            self.events.append(pack(TheGameEventKind.END, mover))
            self._finish(burnt=True)
            return
        # As many cards as were placed, or as the deck still has (TG-7).
        drawn = self.deck[index : index + self.placed]
        if drawn:
            self.deck_index = index + len(drawn)
            hand = self.hands[mover]
            hand += drawn
            hand.sort()
        self.events.append(pack(TheGameEventKind.END, mover, len(drawn)))
        self._start_turn(self._next_with_cards(mover))

    def _next_with_cards(self, seat: int) -> int:
        """The next seat clockwise that has cards: seats without cards are skipped (TG-8)."""
        players = self.terms.players
        seat = (seat + 1) % players
        # The loop ends, since some hand has cards: without any the game was over before (TG-R7).
        while not self.hands[seat]:
            seat = (seat + 1) % players
        return seat

    def _say(self, gladness: int) -> None:
        """Take a seat's gladness; after the last answer the gladdest seat starts (TG-R1)."""
        seat = self.seat
        self.events.append(pack(TheGameEventKind.GLAD, seat, gladness))
        self.seat = (seat + 1) % self.terms.players
        if self.seat == self.mover:
            answers = map(unpack, self.events)
            # There are no other events yet. Of equal answers `max` takes the first, as TG-R1 says.
            self._start_turn(max(answers, key=lambda event: event.a).seat)

    def _set_flags(self, code: int) -> None:
        """Set the seat's flags, and ask the next seat (TG-R2)."""
        seat = self.seat
        self.flags[seat] = code
        self.events.append(pack(TheGameEventKind.FLAGS, seat, code))
        self._ask_flags(seat)

    def observe(self, seat: int) -> TheGameObservation:
        """All that the seat may know; may be called at any moment, for any seat."""
        terms = self.terms
        # By tuple.__new__, since calling the class with 17 arguments takes several times as long.
        return tuple.__new__(
            TheGameObservation,
            (
                self.phase,
                self.seat,
                terms.hand_limit,
                terms.minimum,
                terms.talk,
                terms.fire,
                self.mover,
                self.placed,
                self.minimum,
                _ROWS[self.to_cover],
                tuple(self.tops),
                len(self.deck) - self.deck_index,
                tuple(map(len, self.hands)),
                tuple([flag for code in self.flags for flag in FLAGS_BY_CODE[code]]),
                tuple(self.events),
                seat,
                tuple(self.hands[seat]),
            ),
        )

    def copy(self) -> Self:
        """An independent copy. Both share the deal and the deck, which never change."""
        twin = self.__class__.__new__(self.__class__)
        twin.terms = self.terms
        twin.deal = self.deal
        twin.deck = self.deck
        twin.deck_index = self.deck_index
        twin.left = self.left
        twin.events = self.events[:]
        twin.hands = [hand[:] for hand in self.hands]
        twin.tops = self.tops[:]
        twin.flags = self.flags[:]
        twin.burnt = self.burnt
        twin.mover = self.mover
        twin.seat = self.seat
        twin.phase = self.phase
        twin.placed = self.placed
        twin.minimum = self.minimum
        twin.to_cover = self.to_cover
        twin._legal = self._legal
        return twin

    def points(self) -> tuple[int, ...]:
        """Minus the number of cards left, and 200 less after a loss by fire; the same for all."""
        points = -self.left - FIRE_LOSS if self.burnt else -self.left
        return (points,) * self.terms.players

    def outcome(self) -> Outcome:
        """The team's result (TG-10, TG-R5); all seats share the first place.

        Raises ValueError while the game goes on.
        """
        if self.seat != NOBODY:
            raise ValueError("the game is not over: there is no outcome yet")
        return Outcome(points=self.points(), places=(1,) * self.terms.players)
