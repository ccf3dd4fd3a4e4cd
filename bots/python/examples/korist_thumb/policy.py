"""Rules of thumb for Kořist.

A hand is worth what it will score: the cards of the sets that there are turns left for, less the
other cards. So sets are laid whole, jokers are saved for the largest set, and drawn or captured
cards are good where they make a set larger. A set that others are likely to capture is laid late,
if at all, and a set that captures is laid early. The bot lays its last cards only if that wins the
game.
"""

from functools import lru_cache
from math import comb

from referee.games.korist import KoristPhase
from referee.games.korist.actions import BACK, DECK, DISCARD, LEAVE, NONE, PILE, SHADOW, TAKE
from referee.games.korist.cards import JOKER, counts_of, heap_from, heap_of
from referee.games.korist.determinize import unseen
from referee.games.korist.sets import CARDS, SIZE, VALUE, captures

KEEN = 0.4
"""The probability that a player who holds a set that captures lays it."""
EACH_TURN = 1.6
"""By how many cards a turn makes a hand smaller, on average."""
PREY = 0.9
"""The points that a captured card is worth to the captor, whoever gets it in the end, among three
players. With more of them it is worth less, since only one opponent loses by the capture."""


def choose(seen, legal):
    """The index in `legal` of the action with the best rating; of equal ones the first."""
    table = Table(seen)
    return max(range(len(legal)), key=lambda number: table.rate(legal[number]))


class Table:
    """The observation of the seat that decides, and the ratings of its legal actions."""

    def __init__(self, seen):
        self.seen = seen
        self.players = len(seen.hand_sizes)
        self.others = [n for n in range(self.players) if n != seen.seat]
        self.hand = heap_from(seen.hand)
        self.turns = self._turns_left()
        self.pool = None
        """By kind, the number of cards in the deck or unknown in hands; None until it is needed."""

    def _turns_left(self):
        """The turns of this seat until the game is likely to be over, this one included."""
        sizes = [self.seen.hand_sizes[other] for other in self.others]
        by_hands = min(sizes) / EACH_TURN
        stock = self.seen.deck_size + len(self.seen.supply)
        # Only the base game draws a card in most turns; otherwise the stock hardly shrinks.
        by_stock = stock / self.players if self.seen.variant == "base" else stock
        return max(1, min(by_hands, by_stock))

    def rate(self, action):
        """How many points the action promises, in comparison with the others of this decision."""
        phase = self.seen.phase
        if phase == KoristPhase.LAY:
            return self._rate_lay(action)
        if phase == KoristPhase.SHADOW:
            value = action - SHADOW + 1
            group = heap_of([value] * SIZE[self.seen.layouts[self.seen.seat][-1]])
            return worth(self.hand + group, self.turns)
        if action in (TAKE, LEAVE):
            return self._rate_capture(action)
        if action in (BACK, DISCARD):
            return self._rate_return(action)
        return self._rate_draw(action)

    def _rate_lay(self, laid):
        rest = self.hand - CARDS[laid]
        if not rest:
            return 1000 if self._wins_with(SIZE[laid]) else -1000
        size = SIZE[laid]
        safe = 1 - 2 * self._danger(laid)
        return size * safe + worth(rest, self.turns - 1) + self._prey(laid)

    def _wins_with(self, size):
        """Whether the seat wins when it lays the last `size` cards of its hand."""
        # Each of these cards counts -1 in the hand, and 1 when it is laid.
        points = self._points(self.seen.seat) + 2 * size
        return all(points >= self._points(other) for other in self.others)

    def _points(self, seat):
        laid = sum(SIZE[layer] for layer in self.seen.layouts[seat])
        return laid - self.seen.hand_sizes[seat]

    def _prey(self, laid):
        """The points that the captures of the set are worth."""
        ones = self.seen.variant == "expert"
        tops = [self.seen.layouts[other][-1:] for other in self.others]
        taken = sum(SIZE[laid] for top in tops for layer in top if captures(laid, layer, ones=ones))
        groups = [
            value
            for value, count in enumerate(self.seen.shadow, start=1)
            if count == SIZE[laid] and value < VALUE[laid]
        ]
        rest = self.hand - CARDS[laid]
        later = self.turns - 1
        gains = [
            worth(rest + heap_of([value] * SIZE[laid]), later) - worth(rest, later)
            for value in groups
        ]
        return PREY * taken * 2 / len(self.others) + max(gains, default=0)

    def _danger(self, laid):
        """The probability that the set is captured before another one covers it."""
        value, size = VALUE[laid], SIZE[laid]
        if value == JOKER and self.seen.variant != "expert":
            return 0.0
        if self.pool is None:
            self.pool = counts_of(heap_of(unseen(self.seen)))
        total = sum(self.pool)
        escape = 1.0
        for other in self.others:
            known = self.seen.known[other]
            drawn = self.seen.hand_sizes[other] - sum(known)
            escape *= 1 - KEEN * self._can_capture(value, size, known, drawn, total)
        return 1 - escape

    def _can_capture(self, value, size, known, drawn, total):
        """The probability that a hand holds a set that captures one of this value and size.

        `known` counts the hand's known cards by kind. The hand has `drawn` other cards: random
        ones of the pool, which has `total` cards.
        """
        cannot = 1.0
        # Jokers may stand for all cards of the set but one.
        for higher in range(value + 1, JOKER):
            held, left = known[higher - 1], self.pool[higher - 1]
            helpers = min(known[-1], size - 1)
            cannot *= 1 - at_least(size - held - helpers, left, drawn, total)
        # Jokers alone capture too. One or two of them are counted, at half the probability.
        if size <= 2:
            cannot *= 1 - at_least(size - known[-1], self.pool[-1], drawn, total) / 2
        return 1 - cannot

    def _rate_capture(self, action):
        if action == LEAVE:
            return worth(self.hand, self.turns - 1)
        return worth(self.hand + CARDS[self.seen.captured], self.turns - 1)

    def _rate_return(self, action):
        cards = CARDS[self.seen.captured]
        if action == BACK:
            return worth(self.hand + cards, self.turns)
        # As many cards are drawn as were captured: the best pile of the supply, then the deck's.
        best = max((self._now(self.hand + heap_of(p)) for p in self.seen.supply), default=0)
        return best + (SIZE[self.seen.captured] - 1) * self._blind()

    def _now(self, hand):
        return worth(hand, self.turns)

    def _blind(self):
        """What a card from the deck adds to the worth of the hand: the mean over the whole pack."""
        kinds = range(1, JOKER + 1)
        without = self._now(self.hand)
        shares = [(5 if kind == JOKER else 8) / 109 for kind in kinds]
        gains = (self._now(self.hand + heap_of([kind])) - without for kind in kinds)
        return sum(share * gain for share, gain in zip(shares, gains, strict=True))

    def _rate_draw(self, action):
        without = self._now(self.hand)
        if action == NONE:
            return without
        if action == DECK:
            return without + self._blind()
        return self._now(self.hand + heap_of(self.seen.supply[action - PILE]))


@lru_cache(maxsize=1 << 16)
def at_least(wanted, left, drawn, total):
    """The probability that `drawn` of `total` cards have at least `wanted` of `left` given ones."""
    if wanted <= 0:
        return 1.0
    if wanted > min(left, drawn):
        return 0.0
    ways = comb(total, drawn)
    fewer = sum(comb(left, n) * comb(total - left, drawn - n) for n in range(wanted))
    return 1 - fewer / ways


@lru_cache(maxsize=1 << 16)
def static_safety(size, value):
    """The expected points of each card of a set: 1 if it stays laid, -1 if it is captured."""
    if value == JOKER:
        return 1.0
    risk = {1: 0.45, 2: 0.35, 3: 0.2, 4: 0.1}.get(size, 0.05)
    return 1 - 2 * risk * (JOKER - value) / (JOKER - 1)


@lru_cache(maxsize=1 << 16)
def worth(hand, turns):
    """The points that the hand will score with `turns` turns left, in each of which it lays a set.

    `turns` need not be whole. All jokers are counted with the set that is laid first.
    """
    counts = counts_of(hand)
    jokers = counts[-1]
    groups = [(count, value) for value, count in enumerate(counts[:-1], start=1) if count]
    groups.sort(key=lambda group: -group[0] * (1 + static_safety(*group)))
    left, score = turns, 0.0
    for number, (size, value) in enumerate(groups):
        more = jokers if number == 0 else 0
        # The probability that there is a turn for this set.
        part = max(0.0, min(1.0, left))
        left -= 1
        score -= size * (1 - part)
        score += part * (size + more) * static_safety(size + more, value)
    if not groups:
        score += jokers * min(1.0, max(0.0, left))
    # The 0.3 for each joker makes the bot save jokers.
    return score + 0.3 * jokers
