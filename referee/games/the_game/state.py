"""The Game as it is played: one state, changed in place (docs/games/the-game.md)."""

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
    FLAGS_OF,
    GLAD,
    GLAD_ACTIONS,
    TheGameEventKind,
)
from referee.games.the_game.cards import LOWEST, PACK, PLACES, STARTS, burning, placings
from referee.games.the_game.observation import TheGameObservation, TheGamePhase
from referee.games.the_game.terms import Terms

FIRE_LOSS: Final = 200
"""The points that a loss by fire costs on top of the cards left, so that it ranks behind all
else (TG-R5)."""

# Members of an enum take longer to look up than a call takes: they are looked up once.
_GLADNESS: Final = TheGamePhase.GLADNESS
_FLAGS: Final = TheGamePhase.FLAGS
_TURN: Final = TheGamePhase.TURN

_PLACED: Final = pack(TheGameEventKind.PLACE, 0)
"""The event of seat 0 placing no card on row A; the rest is added where it lies."""
_ROWS: Final = tuple(tuple(row for row in range(4) if mask >> row & 1) for mask in range(16))
"""The rows of a mask, by the mask."""


@mypyc_attr(allow_interpreted_subclasses=True)
class TheGameState(CachingState):
    """One playing of The Game, from the deal to its result.

    Hands are ascending lists. The deck is never changed, so that copies share it: its next card is
    deck[at]. `left` counts the cards that are not placed.
    """

    __slots__ = (
        "at",
        "burnt",
        "deck",
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
        """Deal (TG-2): seat 0's hand first, the deck last, from its top."""
        players, size = self.terms.players, self.terms.hand_limit
        cards = [LOWEST + number for number in self.deal.shuffle(PACK, "cards")]
        self.hands = [sorted(cards[seat * size : (seat + 1) * size]) for seat in range(players)]
        self.deck = tuple(cards[players * size :])
        self.at = 0
        self.left = PACK

    def _ask_gladness(self, first: int) -> None:
        """Begin to ask how gladly they would start, from the seat drawn on (TG-R1)."""
        self.mover = self.seat = first
        self.phase = _GLADNESS
        self.placed = self.to_cover = 0
        # To be seen already, though no turn has begun.
        self.minimum = self.terms.minimum
        self._legal = GLAD_ACTIONS

    def _start_turn(self, mover: int) -> None:
        """Begin the seat's turn, for which the others first set their flags (TG-8, TG-R2)."""
        self.mover = mover
        self.placed = 0
        # Fixed now, whatever the deck has when the turn ends (TG-R4).
        self.minimum = self.terms.minimum if self.at < len(self.deck) else 1
        self.to_cover = burning(self.tops) if self.terms.fire else 0
        self.events.append(pack(TheGameEventKind.TURN, mover, self.minimum, self.to_cover))
        self._ask_flags(mover)

    def _ask_flags(self, after: int) -> None:
        """Ask the next seat clockwise that holds cards for its flags.

        After the last it is the mover's turn (TG-R2).
        """
        mover, players = self.mover, self.terms.players
        if self.terms.talk:
            seat = (after + 1) % players
            while seat != mover:
                if self.hands[seat]:
                    # Asked even if the mover is stuck, or the question would tell what the mover
                    # holds (TG-R2).
                    self.seat = seat
                    self.phase = _FLAGS
                    self._legal = FLAG_ACTIONS
                    return
                seat = (seat + 1) % players
        self.seat = mover
        self.phase = _TURN
        self._go_on()

    def _go_on(self) -> None:
        """Go on with the turn; the game is over when the mover must place and cannot (TG-9)."""
        self._legal = None
        if self.placed < self.minimum and not self.legal_actions():
            self.events.append(pack(TheGameEventKind.STUCK, self.mover))
            # Stuck before all fires are covered is a loss by fire as well (TG-R5).
            self._finish(burnt=self.to_cover != 0)

    def _finish(self, *, burnt: bool) -> None:
        self.burnt = burnt
        self.seat = NOBODY
        self._legal = ()
        self.events.append(pack(TheGameEventKind.OVER, 0, self.left, burnt))

    def _find_legal(self) -> tuple[int, ...]:
        """The legal actions: placings by row and card, ascending, and last ending the turn.

        A card must fit its row (TG-4, TG-5), and the turn may be ended only from the minimum on
        (TG-R3).
        """
        if self.seat == NOBODY:
            return ()
        if self.phase is _TURN:
            found = placings(self.tops, self.hands[self.mover])
            if self.placed >= self.minimum:
                found.append(END)
            return tuple(found)
        return FLAG_ACTIONS if self.phase is _FLAGS else GLAD_ACTIONS

    def silence(self) -> int | None:
        """Gladness 0, or no flags, when one of these is asked for (TG-R1, TG-R2); else None."""
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
        # Cards placed before the end stay placed, and do not count as left (TG-R3).
        self.left -= 1
        # Any card covers a fire, also another fire card: that one counts from the next turn on
        # (TG-R5).
        self.to_cover &= ~(1 << row)
        self.events.append(_PLACED | mover << 5 | card << 8 | row << 16)
        # The very last card ends the game: nobody need end the turn or cover a fire (TG-R7, TG-R5).
        if self.left:
            self._go_on()
        else:
            self._finish(burnt=False)

    def _end_turn(self) -> None:
        """Draw as many cards as were placed (TG-7); with a fire left the game is lost (TG-R5)."""
        mover, at = self.mover, self.at
        if self.to_cover:
            # Ended with a fire uncovered: lost at once, and nothing is drawn.
            self.events.append(pack(TheGameEventKind.END, mover))
            self._finish(burnt=True)
            return
        # As many as were placed, or what is left (TG-7).
        drawn = self.deck[at : at + self.placed]
        if drawn:
            self.at = at + len(drawn)
            hand = self.hands[mover]
            hand += drawn
            hand.sort()
        self.events.append(pack(TheGameEventKind.END, mover, len(drawn)))
        self._start_turn(self._next_with_cards(mover))

    def _next_with_cards(self, seat: int) -> int:
        """The next seat clockwise that has cards, as those without are skipped (TG-8)."""
        players = self.terms.players
        seat = (seat + 1) % players
        # Some hand has cards: with none left anywhere the game is over before (TG-R7).
        while not self.hands[seat]:
            seat = (seat + 1) % players
        return seat

    def _say(self, gladness: int) -> None:
        """Take an answer of how gladly the seat would start; the gladdest then does (TG-R1)."""
        seat = self.seat
        self.events.append(pack(TheGameEventKind.GLAD, seat, gladness))
        self.seat = (seat + 1) % self.terms.players
        if self.seat == self.mover:
            said = map(unpack, self.events)
            # Nothing but these answers has happened yet; of equals `max` takes the one asked first
            # (TG-R1).
            self._start_turn(max(said, key=lambda event: event.a).seat)

    def _set_flags(self, code: int) -> None:
        """Set the seat's flags, and ask the next one (TG-R2)."""
        seat = self.seat
        self.flags[seat] = code
        self.events.append(pack(TheGameEventKind.FLAGS, seat, code))
        self._ask_flags(seat)

    def observe(self, seat: int) -> TheGameObservation:
        """All that the seat may know; may be asked for at any moment, for any seat."""
        terms = self.terms
        # By tuple.__new__, since a call with so many arguments takes several times as long.
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
                len(self.deck) - self.at,
                tuple(map(len, self.hands)),
                tuple([flag for code in self.flags for flag in FLAGS_OF[code]]),
                tuple(self.events),
                seat,
                tuple(self.hands[seat]),
            ),
        )

    def copy(self) -> Self:
        """An independent copy; the deal and the deck, which never change, are shared."""
        twin = self.__class__.__new__(self.__class__)
        twin.terms = self.terms
        twin.deal = self.deal
        twin.deck = self.deck
        twin.at = self.at
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
        """Minus the cards left, and 200 less when the game was lost by fire; the same for all."""
        return (-self.left - FIRE_LOSS * self.burnt,) * self.terms.players

    def outcome(self) -> Outcome:
        """The team's result (TG-10, TG-R5), in which all share the first place.

        Raises ValueError while the game goes on.
        """
        if self.seat != NOBODY:
            raise ValueError("the game is not over: there is no outcome yet")
        return Outcome(points=self.points(), places=(1,) * self.terms.players)
