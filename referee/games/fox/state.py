"""The rules of The Fox in the Forest: a state that is changed in place (docs/games/fox.md)."""

from typing import Final, Self

from mypy_extensions import mypyc_attr

from referee.cards import mask_of
from referee.deals import Deal
from referee.games.events import pack
from referee.games.fox.actions import GIVE, KEEP, UNDER, FoxEventKind
from referee.games.fox.cards import (
    FOX,
    LISTS,
    MONARCH,
    PACK,
    RANKS,
    SUIT_MASK,
    SWAN,
    TREASURE,
    WOODCUTTER,
    follower_wins,
    hand_cards,
    rank,
)
from referee.games.fox.observation import FoxObservation, FoxPhase
from referee.games.outcome import Outcome
from referee.games.state import NOBODY, CachingState

HAND: Final = 13
"""The size of a hand at the start of a round."""
TRICKS: Final = 13
TRICK_POINTS: Final = (6, 6, 6, 6, 1, 2, 3, 6, 6, 6, 0, 0, 0, 0)
"""The points of a round by the number of tricks, from 0 to 13 (FOX-20)."""
NO_CARD: Final = -1

# Looked up once: to look up a member of an enum takes longer than a call.
_PLAY: Final = FoxPhase.PLAY
_FOX: Final = FoxPhase.FOX
_WOODCUTTER: Final = FoxPhase.WOODCUTTER

_PLAYED: Final = tuple(
    tuple(pack(FoxEventKind.PLAY, seat, card) for card in range(PACK)) for seat in (0, 1)
)
"""The event of playing a card, by seat and card; packed once, since play needs it so often."""
_TAKEN: Final = tuple(
    tuple(pack(FoxEventKind.TRICK, seat, treasures) for treasures in range(3)) for seat in (0, 1)
)
"""The event of taking a trick, by seat and the number of Treasures in it."""


@mypyc_attr(allow_interpreted_subclasses=True)
class FoxState(CachingState):
    """One playing of the fox, from the first deal to the result.

    Lists of two are by seat. `hands` are masks, `deck` begins with its top card, `led` and `reply`
    are the cards of the trick or NO_CARD. `drawn`, `buried`, `tricks`, `treasures` and the events
    from `round_start` on belong to the round in progress: a player's secrets of earlier rounds are
    not repeated (FOX-R4).
    """

    __slots__ = (
        "buried",
        "dealer",
        "deck",
        "decree",
        "drawn",
        "hands",
        "leader",
        "led",
        "past_rounds",
        "phase",
        "reply",
        "round_start",
        "target",
        "totals",
        "treasures",
        "tricks",
    )

    def __init__(self, target: int, deal: Deal) -> None:
        self.target = target
        self.deal = deal
        self.events = []
        self.totals = [0, 0]
        self.past_rounds: list[int] = []
        self._start_round(deal.below(2, "dealer"))

    def _start_round(self, dealer: int) -> None:
        """Deal a round (FOX-3): thirteen cards to each, seat 0 first, the decree card, the deck."""
        # A stream for each round: so play in one round cannot change the cards of the next.
        number = len(self.past_rounds) // 2 + 1
        cards = self.deal.shuffle(PACK, f"round/{number}/cards")
        self.dealer = dealer
        self.hands = [mask_of(cards[:HAND]), mask_of(cards[HAND : 2 * HAND])]
        self.decree = cards[2 * HAND]
        self.deck = list(cards[2 * HAND + 1 :])
        self.tricks = [0, 0]
        self.treasures = [0, 0]
        self.drawn: list[tuple[int, ...]] = [(), ()]
        self.buried: list[tuple[int, ...]] = [(), ()]
        self.round_start = len(self.events)
        self.events.append(pack(FoxEventKind.ROUND, dealer, self.decree))
        # The player who did not deal leads (FOX-4).
        self._start_trick(1 - dealer)

    def _start_trick(self, leader: int) -> None:
        self.leader = self.seat = leader
        self.led = self.reply = NO_CARD
        self.phase = _PLAY
        self._legal = None

    def _find_legal(self) -> tuple[int, ...]:
        """The actions in ascending order: cards by number; keeping the decree is last."""
        if self.seat == NOBODY:
            return ()
        hand = self.hands[self.seat]
        if self.phase is _PLAY:
            return self._playable(hand)
        if self.phase is _FOX:
            return (*[GIVE + card for card in hand_cards(hand)], KEEP)
        return tuple([UNDER + card for card in hand_cards(hand)])

    def _playable(self, hand: int) -> tuple[int, ...]:
        """The cards that may be played: any to lead (FOX-5); to follow by FOX-6 and FOX-16."""
        if self.led == NO_CARD:
            return hand_cards(hand)
        suit = self.led // RANKS
        of_suit = hand >> RANKS * suit & SUIT_MASK
        if not of_suit:
            return hand_cards(hand)
        cards = LISTS[suit][of_suit]
        if rank(self.led) == MONARCH:
            # A led Monarch asks for the Swan or the highest card of its suit (FOX-16). In ascending
            # order the Swan, if the hand has it (bit 0), is the first, and the highest is the last.
            return (cards[0], cards[-1]) if of_suit & 1 and len(cards) > 1 else cards[-1:]
        return cards

    def apply(self, action: int) -> None:
        """Take the action. Raises IllegalActionError and changes nothing when it is not legal."""
        self._accept(action)
        if action < GIVE:
            self._play(action)
        elif UNDER <= action < KEEP:
            self._put_under(action - UNDER)
        else:
            self._exchange(action)

    def _play(self, card: int) -> None:
        seat = self.seat
        self.hands[seat] ^= 1 << card
        self.events.append(_PLAYED[seat][card])
        if self.led == NO_CARD:
            self.led = card
        else:
            self.reply = card
        kind = rank(card)
        # Without a card left in the hand there is nothing to exchange (FOX-12).
        if kind == FOX and self.hands[seat]:
            self.phase = _FOX
        elif kind == WOODCUTTER:
            # Drawn before the decision, since this card may be put under as well (FOX-14). The deck
            # never runs out: for each card that is drawn one is put under it.
            top = self.deck.pop(0)
            self.hands[seat] |= 1 << top
            self.drawn[seat] += (top,)
            self.phase = _WOODCUTTER
        else:
            self._card_done()

    def _exchange(self, action: int) -> None:
        """Exchange the decree card or keep it (FOX-12); a new one counts in this trick (FOX-13)."""
        seat = self.seat
        if action == KEEP:
            self.events.append(pack(FoxEventKind.KEEP, seat))
        else:
            given, taken = action - GIVE, self.decree
            self.hands[seat] ^= 1 << given | 1 << taken
            self.decree = given
            self.events.append(pack(FoxEventKind.GIVE, seat, given, taken))
        self._card_done()

    def _put_under(self, card: int) -> None:
        """Put the card under the deck (FOX-14).

        The event does not name the card, since the opponent does not see it.
        """
        seat = self.seat
        self.hands[seat] ^= 1 << card
        self.buried[seat] += (card,)
        # At the bottom: the deck keeps its order (FOX-3), so the seat knows where the card lies.
        self.deck.append(card)
        self.events.append(pack(FoxEventKind.UNDER, seat))
        self._card_done()

    def _card_done(self) -> None:
        """Go on when a card was played and its effect is over."""
        if self.reply == NO_CARD:
            self.seat = 1 - self.leader
            self.phase = _PLAY
        else:
            self._end_trick()

    def _end_trick(self) -> None:
        """Give the trick and its Treasures to the winner (FOX-8, FOX-15).

        The winner leads the next trick, or the player of a losing Swan (FOX-11).
        """
        leader = self.leader
        follower_won = follower_wins(self.led, self.reply, self.decree)
        winner = 1 - leader if follower_won else leader
        losing_card = self.led if follower_won else self.reply
        treasures = (rank(self.led) == TREASURE) + (rank(self.reply) == TREASURE)
        self.tricks[winner] += 1
        self.treasures[winner] += treasures
        self.events.append(_TAKEN[winner][treasures])
        if self.tricks[0] + self.tricks[1] == TRICKS:
            self._end_round()
        else:
            self._start_trick(1 - winner if rank(losing_card) == SWAN else winner)

    def _end_round(self) -> None:
        """Score the round (FOX-20), and end the game or deal again (FOX-21, FOX-2)."""
        scored = [TRICK_POINTS[self.tricks[seat]] + self.treasures[seat] for seat in (0, 1)]
        self.events.append(pack(FoxEventKind.SCORE, 0, scored[0], scored[1]))
        self.past_rounds += scored
        self.totals[0] += scored[0]
        self.totals[1] += scored[1]
        self.treasures = [0, 0]
        # Totals are compared only here, after a round was scored (FOX-R2).
        if max(self.totals) >= self.target:
            self.seat = NOBODY
            self.led = self.reply = NO_CARD
            self.phase = _PLAY
        else:
            self._start_round(1 - self.dealer)

    def observe(self, seat: int) -> FoxObservation:
        """All that the seat may know; may be called at any moment, for either seat."""
        hand0, hand1 = self.hands
        # By tuple.__new__, since calling the class with 18 arguments takes about twice as long.
        return tuple.__new__(
            FoxObservation,
            (
                self.phase,
                self.seat,
                self.target,
                self.dealer,
                self.leader,
                self.decree,
                self._trick(),
                (hand0.bit_count(), hand1.bit_count()),
                len(self.deck),
                (self.tricks[0], self.tricks[1]),
                (self.treasures[0], self.treasures[1]),
                (self.totals[0], self.totals[1]),
                tuple(self.past_rounds),
                tuple(self.events[self.round_start :]),
                seat,
                hand_cards(self.hands[seat]),
                self.drawn[seat],
                self.buried[seat],
            ),
        )

    def _trick(self) -> tuple[int, ...]:
        if self.led == NO_CARD:
            return ()
        return (self.led,) if self.reply == NO_CARD else (self.led, self.reply)

    def copy(self) -> Self:
        """An independent copy; the deal is shared."""
        twin = self.__class__.__new__(self.__class__)
        twin.target = self.target
        twin.deal = self.deal
        twin.events = self.events[:]
        twin.totals = self.totals[:]
        twin.past_rounds = self.past_rounds[:]
        twin.dealer = self.dealer
        twin.hands = self.hands[:]
        twin.decree = self.decree
        twin.deck = self.deck[:]
        twin.tricks = self.tricks[:]
        twin.treasures = self.treasures[:]
        twin.drawn = self.drawn[:]
        twin.buried = self.buried[:]
        twin.round_start = self.round_start
        twin.leader = self.leader
        twin.seat = self.seat
        twin.led = self.led
        twin.reply = self.reply
        twin.phase = self.phase
        twin._legal = self._legal
        return twin

    def points(self) -> tuple[int, ...]:
        """The totals plus the points for Treasures in the round in progress."""
        return tuple(total + won for total, won in zip(self.totals, self.treasures, strict=True))

    def outcome(self) -> Outcome:
        """The result by the totals (FOX-21) and, if these are equal, the last round (FOX-22).

        If both are equal, both seats are first (FOX-R1). Raises ValueError while the game goes on.
        """
        if self.seat != NOBODY:
            raise ValueError("the game is not over: there is no outcome yet")
        totals = (self.totals[0], self.totals[1])
        # The last two numbers of `past_rounds` are the points of seats 0 and 1 in the last round.
        first, second = [(totals[seat], self.past_rounds[seat - 2]) for seat in (0, 1)]
        places = (1, 1)
        if first != second:
            places = (1, 2) if first > second else (2, 1)
        return Outcome(points=totals, places=places)
