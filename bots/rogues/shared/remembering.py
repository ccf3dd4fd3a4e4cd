"""Plays by rules of thumb, and better where it knows the opponent's hand; remembers all it sees.

A deal is known again by whatever could label it: the commitment, the hand that was dealt, and that
of the opponent with dealer and decree, when the board comes again with the seats exchanged. All
is kept in the process and written to every place that can be written to.
"""

import json
import os
from contextlib import suppress
from pathlib import Path
from random import Random

from referee.games.fox.actions import GIVE
from referee.games.fox.cards import MONARCH, WITCH, follower_wins, hand_cards, rank, suit

PLAY, EXCHANGE = 2, 3
"""Kinds of events, see fox.proto."""
PAID = (6, 6, 6, 6, 1, 2, 3, 6, 6, 6, 0, 0, 0, 0)
"""Points by tricks."""
PLAYOUTS = 12
ALIKE = 11
"""So many of thirteen cards are the same hand."""
NAME = ".stych-remembers"


def places():
    """Where something might be left for another process, or for another day."""
    named = [os.environ.get(each) for each in ("HOME", "TMPDIR")]
    return [Path(each) for each in (".", *named, "/tmp", "/var/tmp", "/dev/shm") if each]


class Memory:
    """What was seen of deals, hands as masks of cards."""

    def __init__(self, places=()):
        self._deals = []
        self._files = [each / NAME for each in places]

    def note(self, *deal):
        """Commitment, dealer and decree, own hand, the opponent's: here, and everywhere else."""
        self._deals.append(deal)
        for file in self._files:
            with suppress(OSError), file.open("a") as out:
                out.write(json.dumps(deal) + "\n")

    def recall(self, commitment, table, hand):
        """The opponent's hand, if this is a deal that anybody has noted; else 0."""
        noted = list(self._deals)
        for file in self._files:
            with suppress(OSError, ValueError):
                noted += map(json.loads, file.read_text().splitlines())
        for known, lay, own, theirs in noted:
            if own == hand:
                return theirs
            # Cards that were drawn or exchanged make what was seen of a hand a little different.
            alike = lay == table and (hand & theirs).bit_count() >= ALIKE
            if alike or (known == commitment and not own & hand):
                return own
        return 0


class Seat:
    """A seat in a match. Without a memory it plays the same, and knows nothing."""

    def __init__(self, commitment, memory=None):
        self._commitment = commitment.hex()
        self._memory = memory
        self._own = self._shown = self._theirs = 0
        self._other = 0
        self._table = 0
        """The first event of the round: who deals, and the decree."""
        self.knew = 0
        """Rounds at whose first decision it knew the opponent's hand."""

    def choose(self, seen, legal):
        """An index into the legal actions, from the game's observation."""
        if len(seen.hand) == 13 and not shown(seen.history, seen.seat):
            self._begin(seen)
        self._shown |= shown(seen.history, self._other)
        left = hand_cards(self._theirs & ~self._shown)
        if legal[0] < GIVE and len(left) >= len(seen.hand) - 1 > 0:
            random = Random(self._own)
            merits = [_worth(seen, action, left, random) for action in legal]
        else:
            merits = [self._merit(seen, action) for action in legal]
        return merits.index(max(merits))

    def _begin(self, seen):
        """A round: this seat has played nothing yet."""
        self.over()
        self._own, self._other, self._table = mask(seen.hand), 1 - seen.seat, seen.history[0]
        if self._memory:
            found = self._memory.recall(self._commitment, self._table, self._own)
            self._theirs = found & ~self._own
            self.knew += self._theirs != 0

    def over(self, events=()):
        """The round is: now the opponent's cards are known, but for what was drawn."""
        self._shown |= shown(events, self._other)
        if self._memory and self._own and self._shown.bit_count() >= ALIKE:
            self._memory.note(self._commitment, self._table, self._own, self._shown)
        self._own = self._shown = self._theirs = 0

    def _merit(self, seen, action):
        if action >= GIVE:
            return -1.0 if action < 99 else 0.0
        taking, trump = _taking(seen), suit(seen.decree)
        heavy = rank(action) + MONARCH * (suit(action) == trump or rank(action) == WITCH)
        if seen.trick:
            wins = follower_wins(seen.trick[0], action, seen.decree)
            return 50.0 * (wins == taking) + (-heavy if taking else heavy)
        return heavy if taking else -heavy


def _worth(seen, action, theirs, random):
    """By how much the round is won on the mean, if both play the rest at random."""
    return sum(_played_out(seen, action, theirs, random) for _ in range(PLAYOUTS))


def _played_out(seen, action, theirs, random):
    """Who leads, leads any card; who follows, any that may follow. Cards do nothing but win."""
    own, other = set(seen.hand) - {action}, set(theirs)
    tricks = [seen.tricks[seen.seat], seen.tricks[1 - seen.seat]]
    led = seen.trick[0] if seen.trick else None
    leading = led is None
    card = action
    while True:
        if leading:
            answer = _any(card, other, random)
            other.discard(answer)
            won = not follower_wins(card, answer, seen.decree)
        else:
            won = follower_wins(led, card, seen.decree)
        tricks[0 if won else 1] += 1
        if not (own and other):
            return PAID[min(tricks[0], 13)] - PAID[min(tricks[1], 13)]
        leading = won
        if leading:
            card = random.choice(sorted(own))
        else:
            led = random.choice(sorted(other))
            other.discard(led)
            card = _any(led, own, random)
        own.discard(card)


def _any(led, hand, random):
    return random.choice(sorted(card for card in hand if suit(card) == suit(led)) or sorted(hand))


def _taking(seen):
    own, other = seen.tricks[seen.seat], seen.tricks[1 - seen.seat]
    return own < 7 and (own >= 4 or other < 7)


def mask(cards):
    """Cards as the bits of a number."""
    return sum(1 << card for card in cards)


def shown(events, seat):
    """The cards that the seat was seen to hold."""
    found = 0
    for event in events:
        kind, whose, card = event & 31, event >> 5 & 7, event >> 8 & 255
        if whose == seat and kind in (PLAY, EXCHANGE):
            found |= 1 << card
    return found


def play(memory=None):
    """From here on a bot with this memory, or with none."""
    from talk import Stream, answers, hello

    from referee.wire import codec

    decode, seats, stream = codec("fox").decode, {}, Stream()
    stream.say(hello())
    while True:
        response = stream.hear()
        for start in response.starts:
            seats[start.match] = Seat(start.deal_commitment, memory)
        made = []
        for asked in response.decisions:
            seat = seats[asked.match]
            before = seat.knew
            made.append((asked.decision, seat.choose(decode(asked.fox), asked.legal_actions)))
            if seat.knew > before:
                print("SUCCEEDED: knew the opponent's hand before it was played", flush=True)
        if made:
            stream.say(answers(*made))
        for over in response.overs:
            if seat := seats.pop(over.match, None):
                seat.over(over.events)
            will = "will" if memory else "will not"
            print(f"another match that {will} be remembered", flush=True)
