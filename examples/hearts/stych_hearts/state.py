"""The course of a game of Hearts: how each action changes it."""

from typing import Any, Final, Self

from referee.cards import cards_of, mask_of
from referee.deals import Deal
from referee.games.events import pack
from referee.games.outcome import Outcome, places
from referee.games.state import NOBODY, CachingState
from stych_hearts.actions import PASS, HeartsEventKind
from stych_hearts.cards import PACK, PACKS, suit
from stych_hearts.legal import NOTHING_LED, breaks, passable, playable, winning_place
from stych_hearts.observation import HeartsObservation, HeartsPhase
from stych_hearts.options import HeartsOptions
from stych_hearts.passing import PASSED, HeartsDirection, direction_of, receiver
from stych_hearts.scoring import card_points, jack_points, moon_shooter, points_of, round_points

MOST_ROUNDS: Final = 500
"""The number of rounds after which a game ends in any case (H-R3)."""

_VALUES: Final = (
    *("options", "deal", "seat", "phase", "direction", "leader", "trick", "broken", "_legal"),
)
"""The fields whose values a copy shares, since they are never changed in place."""
_LISTS: Final = (
    *("events", "hands", "passed", "received", "earlier_passed", "earlier_received"),
    *("won", "totals", "past_rounds"),
)
"""The fields that are lists, which a copy needs for itself."""


class HeartsState(CachingState):
    """One playing of Hearts, from its first round to its last.

    `hands` and `won`, the cards taken in this round, are masks by seat. `seat` is the seat to move.
    Other fields of this class are as in HeartsObservation; those that are private there are lists
    by seat here. Points count against a seat, except in `points` and `outcome` (H-17).
    """

    __slots__ = (
        *("options", "phase", "direction", "leader", "trick", "broken"),
        *("hands", "passed", "received", "earlier_passed", "earlier_received"),
        *("won", "totals", "past_rounds"),
    )

    def __init__(self, options: HeartsOptions, deal: Deal) -> None:
        self.options = options
        self.deal = deal
        self.events = []
        self.totals = [0] * options.players
        self.past_rounds: list[int] = []
        self.earlier_passed: list[tuple[int, ...]] = [()] * options.players
        self.earlier_received: list[tuple[int, ...]] = [()] * options.players
        self._start_round()

    def _start_round(self) -> None:
        """Shuffle, deal to seat 0 first, and begin with passing or play (H-2)."""
        players = self.options.players
        number = len(self.past_rounds) // players + 1
        # All 52 cards are shuffled in every variant, so that the numbers drawn are always cards.
        shuffled = self.deal.shuffle(PACK, f"round/{number}/cards")
        cards = [card for card in shuffled if PACKS[players] >> card & 1]
        size = len(cards) // players
        self.hands = [mask_of(cards[size * seat : size * (seat + 1)]) for seat in range(players)]
        self.passed: list[tuple[int, ...]] = [()] * players
        self.received: list[tuple[int, ...]] = [()] * players
        self.won = [0] * players
        self.trick: tuple[int, ...] = ()
        self.broken = False
        self.direction = direction_of(self.options, number)
        self.events.append(pack(HeartsEventKind.ROUND, 0, self.direction))
        if self.direction == HeartsDirection.HOLD:
            self._start_play()
        else:
            self.phase = HeartsPhase.PASS
            self.leader, self.seat = NOBODY, 0
            self._legal = None

    def _start_play(self) -> None:
        """Begin the play: the holder of the lowest club leads it (H-7)."""
        # Clubs have the lowest numbers, so the lowest card in play is the lowest club.
        pack_in_play = PACKS[self.options.players]
        lowest_club = pack_in_play & -pack_in_play
        self.phase = HeartsPhase.PLAY
        self.seat = next(seat for seat, hand in enumerate(self.hands) if hand & lowest_club)
        self.leader = self.seat
        self._legal = None

    def _find_legal(self) -> tuple[int, ...]:
        """The legal actions, ascending by number."""
        if self.seat == NOBODY:
            return ()
        hand = self.hands[self.seat]
        if self.phase == HeartsPhase.PASS:
            return tuple([PASS + card for card in passable(hand, self.passed[self.seat])])
        led = suit(self.trick[0]) if self.trick else NOTHING_LED
        return cards_of(playable(hand, led, not any(self.won), self.broken))

    def apply(self, action: int) -> None:
        """Take the action. Raises IllegalActionError and changes nothing when it is not legal."""
        self._accept(action)
        if action >= PASS:
            self._choose(action - PASS)
        else:
            self._play(action)

    def _choose(self, card: int) -> None:
        """Choose a card to be passed; when all seats have chosen, the cards move (H-5)."""
        seat = self.seat
        self.hands[seat] ^= 1 << card
        self.passed[seat] += (card,)
        if len(self.passed[seat]) < PASSED:
            return
        if seat + 1 < self.options.players:
            self.seat = seat + 1
        else:
            self._move_cards()
            self._start_play()

    def _move_cards(self) -> None:
        """Move the cards that were chosen to the hands that get them (H-4)."""
        for seat, cards in enumerate(self.passed):
            recipient = receiver(seat, self.direction, self.options.players)
            self.hands[recipient] |= mask_of(cards)
            self.received[recipient] = cards
            self.events.append(pack(HeartsEventKind.PASS, seat, recipient))

    def _play(self, card: int) -> None:
        """Play a card to the trick; the last one ends it (H-8)."""
        seat = self.seat
        self.hands[seat] ^= 1 << card
        self.trick += (card,)
        self.broken = self.broken or breaks(card, self.options.queen_breaks)
        self.events.append(pack(HeartsEventKind.PLAY, seat, card))
        if len(self.trick) < self.options.players:
            self.seat = (seat + 1) % self.options.players
        else:
            self._end_trick()

    def _end_trick(self) -> None:
        """Give the trick to its winner, who leads next (H-9)."""
        winner = (self.leader + winning_place(self.trick)) % self.options.players
        cards = mask_of(self.trick)
        self.won[winner] |= cards
        has_jack = jack_points(cards, self.options) > 0
        self.events.append(pack(HeartsEventKind.TRICK, winner, card_points(cards), has_jack))
        self.trick = ()
        self.leader = self.seat = winner
        if not self.hands[winner]:
            self._end_round()

    def _end_round(self) -> None:
        """Score the round (H-13); start the next one, or end the game (H-16, H-R3)."""
        shooter = moon_shooter(self.won)
        if shooter is not None:
            self.events.append(pack(HeartsEventKind.MOON, shooter))
        for seat, (against, off) in enumerate(round_points(self.won, self.options)):
            self.events.append(pack(HeartsEventKind.SCORE, seat, against, off))
            self.past_rounds.append(against - off)
            self.totals[seat] += against - off
            self.earlier_passed[seat] += self.passed[seat]
            self.earlier_received[seat] += self.received[seat]
        players = self.options.players
        rounds = len(self.past_rounds) // players
        if max(self.totals) >= self.options.target or rounds == MOST_ROUNDS:
            self.seat = self.leader = NOBODY
            # The round is in the totals and in the earlier cards by now, and must not count twice.
            self.won = [0] * players
            self.passed, self.received = [()] * players, [()] * players
        else:
            self._start_round()

    def observe(self, seat: int) -> HeartsObservation:
        """All that the seat may know; may be asked for at any moment, for any seat."""
        players = self.options.players
        return HeartsObservation(
            phase=self.phase,
            to_move=self.seat,
            target=self.options.target,
            moon=self.options.moon,
            jack=self.options.jack,
            direction=self.direction,
            leader=self.leader,
            trick=self.trick,
            broken=self.broken,
            hand_sizes=tuple([hand.bit_count() for hand in self.hands]),
            tricks=tuple([cards.bit_count() // players for cards in self.won]),
            taken=tuple([points_of(cards, self.options) for cards in self.won]),
            totals=tuple(self.totals),
            past_rounds=tuple(self.past_rounds),
            history=tuple(self.events),
            seat=seat,
            hand=cards_of(self.hands[seat]),
            passed=self.passed[seat],
            received=self.received[seat],
            earlier_passed=self.earlier_passed[seat],
            earlier_received=self.earlier_received[seat],
        )

    def copy(self) -> Self:
        """An independent copy; the deal is shared."""
        twin: Any = self.__class__.__new__(self.__class__)
        for name in _VALUES:
            setattr(twin, name, getattr(self, name))
        # Lists are changed in place, so the twin gets copies.
        for name in _LISTS:
            setattr(twin, name, getattr(self, name)[:])
        copied: Self = twin
        return copied

    def points(self) -> tuple[int, ...]:
        """By seat the points so far with the sign changed, so that more are better (H-17)."""
        counted = zip(self.totals, self.won, strict=True)
        return tuple([-total - points_of(cards, self.options) for total, cards in counted])

    def outcome(self) -> Outcome:
        """The result (H-16, H-17). Raises ValueError while the game goes on."""
        if self.seat != NOBODY:
            raise ValueError("the game is not over: there is no outcome yet")
        points = self.points()
        return Outcome(points=points, places=places(points))
