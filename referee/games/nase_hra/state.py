"""The course of one game of Naše hra: how each action changes it (docs/games/nase-hra.md)."""

from typing import Final

from mypy_extensions import mypyc_attr

from referee.cards import mask_of
from referee.games.events import pack
from referee.games.nase_hra.actions import (
    ANNOUNCE,
    CHOOSE_FIGURES,
    CHOOSE_NUMBERS,
    DISCARD,
    PLAY_ON,
    REFUSE,
    TAKE,
    NaseHraEventKind,
)
from referee.games.nase_hra.cards import (
    LISTS,
    PACK,
    TAKING,
    RankOrder,
    hand_cards,
    mask_value,
    taker,
)
from referee.games.nase_hra.course import HAND_SIZE, TRICKS, SeriesState
from referee.games.nase_hra.observation import NaseHraPhase
from referee.games.nase_hra.state_fields import with_item
from referee.games.state import NOBODY

LAST_TRICK_POINTS: Final = 2
"""The points for the last trick in addition to its value (NH-12)."""
_PILE_PLACE: Final = 2
"""The index in `tricks` of the pile's tricks, with two players."""

# Looking up a member of an enum takes longer than a call, so each member is looked up once.
_ORDER: Final = NaseHraPhase.ORDER
_ASK: Final = NaseHraPhase.ASK
_TALON: Final = NaseHraPhase.TALON
_DISCARD: Final = NaseHraPhase.DISCARD
_ANNOUNCE: Final = NaseHraPhase.ANNOUNCE
_PLAY: Final = NaseHraPhase.PLAY

_PLAY_EVENTS: Final = tuple(
    tuple(pack(NaseHraEventKind.PLAY, seat, card) for card in range(PACK)) for seat in range(3)
)
"""By seat and card the event of playing it: packed once, since it is the commonest event."""
_TRICK_EVENT: Final = pack(NaseHraEventKind.TRICK, 0)
"""The event of seat 0 taking a trick; `_end_trick` puts the seat and the arguments into it."""


@mypyc_attr(allow_interpreted_subclasses=True)
class NaseHraState(SeriesState):
    """One playing of Naše hra; SeriesState has the series, this class the course of a game."""

    __slots__ = ()

    def _find_legal(self) -> tuple[int, ...]:
        """The legal actions, ascending by number."""
        seat = self.seat
        if seat == NOBODY:
            return ()
        hand = self.hands[seat]
        if self.phase is _PLAY:
            if self.trick:
                suit = self.trick[0] >> 3
                # Suit must be followed; a seat that cannot may play any card (NH-11).
                return LISTS[suit][hand >> 8 * suit & 255] or hand_cards(hand)
            return hand_cards(hand)
        return self._find_early(hand)

    def _find_early(self, hand: int) -> tuple[int, ...]:
        """The legal actions before the first trick."""
        if self.phase is _ORDER:
            return (CHOOSE_FIGURES, CHOOSE_NUMBERS)
        if self.phase is _TALON:
            return tuple(range(TAKE, TAKE + len(self.talon) + 1))
        if self.phase is _DISCARD:
            return tuple([DISCARD + card for card in hand_cards(hand)])
        taking = (hand & TAKING[self.order]).bit_count()
        if self.phase is _ASK:
            # Seats that may not refuse are asked too, so being asked reveals nothing (NH-7, NH-R3).
            return (PLAY_ON, REFUSE) if taking <= 1 else (PLAY_ON,)
        # Only the true number may be announced, so it is a forced move: nobody is asked (NH-21).
        return (ANNOUNCE + taking,)

    def apply(self, action: int) -> None:
        """Take the action. Raises IllegalActionError and changes nothing when it is not legal."""
        self._accept(action)
        if self.phase is _PLAY:
            self._play(action)
        elif self.phase is _ORDER:
            self._choose(action)
        elif self.phase is _ASK:
            self._answer(action)
        elif self.phase is _TALON:
            self._take(action - TAKE)
        elif self.phase is _DISCARD:
            self._discard(action - DISCARD)
        else:
            self._announce(action - ANNOUNCE)

    def _ask_in_turn(self, phase: NaseHraPhase) -> None:
        """Begin a phase that goes round the table, the chooser's left first."""
        self.phase = phase
        self.seat = (self.chooser + 1) % self.players

    def _choose(self, action: int) -> None:
        """The chooser chooses the order of the ranks (NH-6)."""
        self.order = RankOrder.FIGURES if action == CHOOSE_FIGURES else RankOrder.NUMBERS
        self.events.append(pack(NaseHraEventKind.ORDER, self.seat, self.order))
        self._ask_in_turn(_ASK)

    def _answer(self, action: int) -> None:
        """Play on or refuse (NH-7, NH-R3); after a refusal the same chooser chooses anew."""
        seat = self.seat
        if action == REFUSE:
            self.events.append(pack(NaseHraEventKind.REFUSE, seat))
            self._deal(self.redeal + 1)
            return
        self.events.append(pack(NaseHraEventKind.PLAY_ON, seat))
        if seat == self.chooser:
            self._ask_in_turn(_TALON)
        else:
            self.seat = (seat + 1) % self.players

    def _take(self, count: int) -> None:
        """Take cards from the talon, top first, or renounce it for a point (NH-8, NH-10, NH-R4)."""
        seat = self.seat
        if count:
            cards = self.talon[:count]
            self.talon = self.talon[count:]
            self.hands[seat] |= mask_of(cards)
            self.taken = with_item(self.taken, seat, cards)
            self.events.append(pack(NaseHraEventKind.TAKE, seat, count))
            self.phase = _DISCARD
        else:
            # The point is scored at once. An empty talon is never offered (NH-10, NH-R5).
            self.scores[seat] += 1
            self.renounced = with_item(self.renounced, seat, True)
            self.events.append(pack(NaseHraEventKind.RENOUNCE, seat))
            self._talon_done(seat)

    def _discard(self, card: int) -> None:
        """Discard a card to the cross; the seat goes on until it has ten again (NH-9)."""
        seat = self.seat
        self.hands[seat] ^= 1 << card
        self.cross += (card,)
        self.events.append(pack(NaseHraEventKind.DISCARD, seat, card))
        if self.hands[seat].bit_count() == HAND_SIZE:
            self._talon_done(seat)

    def _talon_done(self, seat: int) -> None:
        """Offer the talon to the seat after `seat`, or let everybody announce (NH-8, NH-21)."""
        following = (seat + 1) % self.players
        # With an empty talon the next seat is not asked, and renounces nothing (NH-R4, NH-R5).
        if self.talon and following != self.chooser:
            self.phase = _TALON
            self.seat = following
        else:
            self._ask_in_turn(_ANNOUNCE)

    def _announce(self, count: int) -> None:
        """Announce the number of taking cards (NH-21).

        When all have announced, the talon is turned up (NH-R6) and play begins.
        """
        seat = self.seat
        self.announced = with_item(self.announced, seat, count)
        self.events.append(pack(NaseHraEventKind.ANNOUNCE, seat, count))
        if seat != self.chooser:
            self.seat = (seat + 1) % self.players
            return
        for card in self.talon:
            self.events.append(pack(NaseHraEventKind.TURN, seat, card))
        self.cross += self.talon
        self.talon = ()
        self.phase = _PLAY
        self._start_trick(seat)

    def _start_trick(self, leader: int) -> None:
        """Begin a trick (NH-11): `leader` plays first, or after the pile (NH-18, NH-R8)."""
        self.leader = self.seat = leader
        if self.players == 2:
            card, *rest = self.pile
            self.pile = tuple(rest)
            self.trick = (card,)
            self.events.append(pack(NaseHraEventKind.PILE, 0, card))
        else:
            self.trick = ()

    def _play(self, card: int) -> None:
        """Play a card; the third one ends the trick (NH-11)."""
        seat = self.seat
        self.hands[seat] ^= 1 << card
        self.events.append(_PLAY_EVENTS[seat][card])
        trick = (*self.trick, card)
        if len(trick) == 3:
            self._end_trick(trick)
        else:
            self.trick = trick
            self.seat = (seat + 1) % self.players

    def _end_trick(self, trick: tuple[int, ...]) -> None:
        first, second, third = trick
        value = mask_value(1 << first | 1 << second | 1 << third)
        place = taker((first, second, third), self.order)
        self.done += 1
        if self.players == 2:
            # The first card is the pile's, which has no seat.
            place -= 1
        if place < 0:
            self._end_pile_trick(trick, value)
            # Whoever played first after the pile does so again (NH-R8).
            next_leader = self.leader
        else:
            winner = (self.leader + place) % self.players
            # The last trick brings two more points (NH-12), unless the pile takes it (NH-R9).
            points = value + LAST_TRICK_POINTS if self.done == TRICKS else value
            self.scores[winner] += points
            self.tricks[winner] += 1
            self.events.append(
                _TRICK_EVENT | winner << 5 | points << 8 | value << 16 | self.done << 24
            )
            next_leader = winner
        if self.done == TRICKS:
            self._end_game()
        else:
            self._start_trick(next_leader)

    def _end_pile_trick(self, trick: tuple[int, ...], value: int) -> None:
        """The pile's trick goes to the cross and scores for nobody (NH-19, NH-R9)."""
        self.cross += trick
        self.tricks[_PILE_PLACE] += 1
        self.events.append(pack(NaseHraEventKind.PILE_TRICK, 0, 0, value, self.done))
