"""Rules of thumb for Naše hra.

Choose the longer group. Refuse what may be refused. Take from the talon when short of taking cards,
and lay sharp cards on the cross. In a trick weigh three things for every card: what the trick would
bring, what it would give to others, and what the card may still be worth. So the bot takes what
pays, ducks what does not, blunts with high cards what others win, and keeps what will take later.
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
"""How much a point of another's hurts, by players."""
CAUTION = 0.1
"""How much less often others feed a trick that one wins than chance would, by its value."""
PATIENCE = 0.3
"""The share of a taking card's best trick that it is hoped to bring later."""
DREAD = 0.2
"""The share of a sharp card's worst trick that it is feared to cost later."""
FACE_UP = (
    NaseHraEventKind.DISCARD,
    NaseHraEventKind.TURN,
    NaseHraEventKind.PILE,
    NaseHraEventKind.PLAY,
)


def choose(seen, legal):
    """The index of the action that the rules of thumb prefer."""
    table = Table(seen)
    worth = {
        NaseHraPhase.ORDER: table.order_worth,
        NaseHraPhase.ASK: lambda action: action == REFUSE,
        NaseHraPhase.TALON: table.talon_worth,
        NaseHraPhase.DISCARD: lambda action: -table.keeping(action - DISCARD),
        NaseHraPhase.PLAY: table.play_worth,
    }[seen.phase]
    return max(range(len(legal)), key=lambda index: worth(legal[index]))


@cache
def pair_value(one, other):
    """The value of a trick with these two, and nothing else of their suit."""
    return trick_value((one, other))


class Table:
    """What the bot makes of an observation."""

    def __init__(self, seen):
        self.seen = seen
        self.players = len(seen.hand_sizes)
        self.hand = sum(1 << card for card in seen.hand)
        self.lacks = [0] * self.players
        shown = self.read_history()
        self.outside = FULL & ~shown & ~self.hand
        self.order = seen.order

    def read_history(self):
        """Notes who cannot have which suit; returns what lay face up, as a mask."""
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
        """The longer group; of two alike the one that promises more."""
        self.order = RankOrder.FIGURES if action == CHOOSE_FIGURES else RankOrder.NUMBERS
        group = FIGURES if action == CHOOSE_FIGURES else NUMBERS
        return (self.hand & group).bit_count(), sum(map(self.keeping, self.seen.hand))

    def talon_worth(self, action):
        """All there is when short of taking cards, nothing otherwise."""
        held = (self.hand & TAKING[self.order]).bit_count()
        return action - TAKE if held <= ENOUGH else TAKE - action

    def keeping(self, card):
        """What the card may still bring, or cost when it falls to others."""
        taking = TAKING[self.order]
        others = hand_cards(self.outside & SUIT_MASKS[card >> 3])
        if taking >> card & 1:
            prey = [pair_value(card, other) for other in others if not taking >> other & 1]
            if not prey:
                return 0.0
            above = sum(
                strength(other, self.order) > strength(card, self.order)
                for other in others
                if taking >> other & 1
            )
            return PATIENCE * sum(prey) / len(prey) * 0.6**above
        hunters = [pair_value(card, other) for other in others if taking >> other & 1]
        if not hunters:
            return 0.0
        return DREAD * (3 - sum(hunters) / len(hunters))

    def play_worth(self, card):
        """What the trick brings and gives away, less what the card is still worth."""
        gain = loss = weights = 0.0
        for replies, chance in self.replies(card):
            trick = (*self.seen.trick, card, *replies)
            value, mine, nobodys = self.judge(trick)
            weight = chance * exp(-CAUTION * value) if mine else chance
            if mine:
                gain += weight * value
            elif not nobodys:
                loss += weight * value
            weights += weight
        return (gain - SPITE[self.players] * loss) / weights - self.keeping(card)

    def judge(self, trick):
        """Value, whether it is mine, and whether it is the pile's. None stands for another suit."""
        led = trick[0]
        filled = [led ^ 8 if card is None else card for card in trick]
        place = taker(tuple(filled), self.order)
        value = trick_value([card for card in trick if card is not None])
        return value, place == len(self.seen.trick), self.players == 2 and place == 0

    def replies(self, card):
        """What those who are still to play may play, with weights."""
        missing = 2 - len(self.seen.trick)
        if not missing:
            return [((), 1.0)]
        led = self.seen.trick[0] if self.seen.trick else card
        suited = hand_cards(self.outside & SUIT_MASKS[led >> 3])
        seats = [(self.seen.seat + turn) % self.players for turn in range(1, missing + 1)]
        void = [self.chance_of_void(seat, led, len(suited)) for seat in seats]
        found = []
        # Each way once: the Nones, a reply in another suit, are alike.
        for replies in dict.fromkeys(permutations((*suited, *[None] * missing), missing)):
            weight = 1.0
            for reply, chance in zip(replies, void, strict=True):
                weight *= chance if reply is None else (1 - chance) / len(suited)
            if weight:
                found.append((replies, weight))
        return found

    def chance_of_void(self, seat, led, suited):
        """That the seat cannot follow."""
        if not suited or self.lacks[seat] & SUIT_MASKS[led >> 3]:
            return 1.0
        outside = self.outside.bit_count()
        return (1 - self.seen.hand_sizes[seat] / outside) ** suited
