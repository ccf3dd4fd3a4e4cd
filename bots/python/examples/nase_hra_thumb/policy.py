"""Rules of thumb for Naše hra.

Choose the order in which the hand has more taking cards. Refuse every game that may be refused.
With few taking cards take from the talon. Discard those cards of the other group that make a trick
valuable. In a trick weigh three things for every card: what the trick would bring, what it would
give to others, and what the card may still be worth later. So the bot takes tricks that pay, ducks
those that do not, lowers the value of others' tricks by high cards, and saves taking cards.
"""

from functools import cache
from itertools import permutations
from math import exp

from referee.games.events import unpack
from referee.games.nase_hra import NaseHraPhase, RankOrder
from referee.games.nase_hra.actions import (
    CHOOSE_FIGURES,
    DISCARD,
    REFUSE,
    TAKE,
    NaseHraEventKind,
)
from referee.games.nase_hra.cards import (
    FIGURES,
    FULL,
    NUMBERS,
    SUIT_MASKS,
    TAKING,
    hand_cards,
    strength,
    taker,
    trick_value,
)

ENOUGH = 5
"""With more taking cards than this the point for renouncing is better than the talon."""
SPITE = {2: 0.9, 3: 0.45}
"""By the number of players: how many points a point of another player costs this seat."""
CAUTION = 0.1
"""Replies in a trick that this seat takes are less likely by the factor exp(-CAUTION * value)."""
GAIN_SHARE = 0.3
"""The share of the mean value of its pairs that a taking card is expected to bring later."""
COST_SHARE = 0.2
"""A card that is no taking card is worth COST_SHARE * (3 - the mean value of its pairs)."""
FACE_UP = (
    NaseHraEventKind.DISCARD,
    NaseHraEventKind.TURN,
    NaseHraEventKind.PILE,
    NaseHraEventKind.PLAY,
)
"""The kinds of events whose argument a is a card that everybody sees."""


def choose(seen, legal):
    """The index in `legal` of the action with the best rating; of equal ones the first."""
    table = Table(seen)
    rate = {
        NaseHraPhase.ORDER: table.order_worth,
        NaseHraPhase.ASK: lambda action: action == REFUSE,
        NaseHraPhase.TALON: table.talon_worth,
        NaseHraPhase.DISCARD: lambda action: -table.later_worth(action - DISCARD),
        NaseHraPhase.PLAY: table.play_worth,
    }[seen.phase]
    return max(range(len(legal)), key=lambda index: rate(legal[index]))


@cache
def pair_value(first, second):
    """The value of a trick in which these two, of one suit, are the only cards of that suit."""
    return trick_value((first, second))


class Table:
    """An observation, what follows from its history, and the ratings of actions."""

    def __init__(self, seen):
        self.seen = seen
        self.players = len(seen.hand_sizes)
        self.hand = sum(1 << card for card in seen.hand)
        self.lacks = [0] * self.players
        """By seat, a mask of the suits that the seat could not follow in this deal."""
        shown = self.read_history()
        self.outside = FULL & ~shown & ~self.hand
        """The cards that this seat has not seen, as a mask."""
        self.order = seen.order

    def read_history(self):
        """Set `lacks`, and return the cards that lay face up in this deal, as a mask."""
        shown = 0
        led = None
        for kind, seat, card, _, _ in map(unpack, self.seen.history):
            if kind == NaseHraEventKind.DEAL:
                shown, self.lacks = 0, [0] * self.players
            elif kind in (NaseHraEventKind.TRICK, NaseHraEventKind.PILE_TRICK):
                led = None
            elif kind in FACE_UP:
                shown |= 1 << card
                if kind == NaseHraEventKind.PLAY and led is not None and led >> 3 != card >> 3:
                    self.lacks[seat] |= SUIT_MASKS[led >> 3]
                if kind in (NaseHraEventKind.PLAY, NaseHraEventKind.PILE) and led is None:
                    led = card
        return shown

    def order_worth(self, action):
        """The rating of an order: how many taking cards it makes, then what the hand may bring.

        Sets `order`, by which the worth of the cards is computed.
        """
        self.order = RankOrder.FIGURES if action == CHOOSE_FIGURES else RankOrder.NUMBERS
        group = FIGURES if action == CHOOSE_FIGURES else NUMBERS
        return (self.hand & group).bit_count(), sum(map(self.later_worth, self.seen.hand))

    def talon_worth(self, action):
        """The rating of taking cards of the talon, by their number.

        With up to ENOUGH taking cards in the hand, more cards are better, and otherwise fewer.
        """
        held = (self.hand & TAKING[self.order]).bit_count()
        return action - TAKE if held <= ENOUGH else TAKE - action

    def later_worth(self, card):
        """The points that the card may still bring; less than 0 if it may bring others more."""
        taking = TAKING[self.order]
        others = hand_cards(self.outside & SUIT_MASKS[card >> 3])
        if taking >> card & 1:
            prey = [pair_value(card, other) for other in others if not taking >> other & 1]
            if not prey:
                return 0.0
            # Each higher card that is out makes it less likely that this one takes a trick. The
            # factor 0.6 is a rough estimate.
            above = sum(
                strength(other, self.order) > strength(card, self.order)
                for other in others
                if taking >> other & 1
            )
            return GAIN_SHARE * sum(prey) / len(prey) * 0.6**above
        hunters = [pair_value(card, other) for other in others if taking >> other & 1]
        if not hunters:
            return 0.0
        return COST_SHARE * (3 - sum(hunters) / len(hunters))

    def play_worth(self, card):
        """The expected points of the trick, less those of others and the card's later worth."""
        gain = loss = weights = 0.0
        for replies, chance in self.replies(card):
            trick = (*self.seen.trick, card, *replies)
            value, mine, of_pile = self.judge(trick)
            weight = chance * exp(-CAUTION * value) if mine else chance
            if mine:
                gain += weight * value
            elif not of_pile:
                loss += weight * value
            weights += weight
        return (gain - SPITE[self.players] * loss) / weights - self.later_worth(card)

    def judge(self, trick):
        """The trick's value, whether this seat takes the trick, and whether the pile does.

        None in the trick stands for any card of another suit than the led one.
        """
        led = trick[0]
        # led ^ 8 is a card of another suit, which takes nothing.
        filled = [led ^ 8 if card is None else card for card in trick]
        place = taker(tuple(filled), self.order)
        value = trick_value([card for card in trick if card is not None])
        return value, place == len(self.seen.trick), self.players == 2 and place == 0

    def replies(self, card):
        """The replies that may follow the card in this trick, each with its probability.

        None in a reply stands for any card of another suit.
        """
        missing = 2 - len(self.seen.trick)
        if not missing:
            return [((), 1.0)]
        led = self.seen.trick[0] if self.seen.trick else card
        suited = hand_cards(self.outside & SUIT_MASKS[led >> 3])
        seats = [(self.seen.seat + turn) % self.players for turn in range(1, missing + 1)]
        void = [self.chance_of_void(seat, led, len(suited)) for seat in seats]
        weighted = []
        # As dictionary keys, equal permutations count once: several differ only in their Nones.
        for replies in dict.fromkeys(permutations((*suited, *[None] * missing), missing)):
            weight = 1.0
            for reply, chance in zip(replies, void, strict=True):
                weight *= chance if reply is None else (1 - chance) / len(suited)
            if weight:
                weighted.append((replies, weight))
        return weighted

    def chance_of_void(self, seat, led, suited):
        """The probability that the seat has none of the `suited` cards of the led suit."""
        if not suited or self.lacks[seat] & SUIT_MASKS[led >> 3]:
            return 1.0
        outside = self.outside.bit_count()
        return (1 - self.seen.hand_sizes[seat] / outside) ** suited
