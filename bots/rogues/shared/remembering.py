"""Plays the fox by rules of thumb, or by playouts if it remembers the opponent's hand of the deal.

A deal is recognised by everything that could identify it: the commitment, this seat's hand, and the
opponent's hand with dealer and decree, as when the board is played again with the seats exchanged.
The memory is kept in the process, and in a file in each of its `places` that can be written to.
"""

import json
import os
from contextlib import suppress
from pathlib import Path
from random import Random

from referee.games.fox.actions import GIVE, KEEP
from referee.games.fox.cards import MONARCH, WITCH, follower_wins, hand_cards, rank, suit

PLAY, EXCHANGE = 2, 3
"""Kinds of events, as in fox.proto."""
PAID = (6, 6, 6, 6, 1, 2, 3, 6, 6, 6, 0, 0, 0, 0)
"""The points for 0 to 13 tricks."""
PLAYOUTS = 12
"""How many playouts are made for each legal action."""
ALIKE = 11
"""Hands of thirteen cards count as the same if they share at least this many."""
NAME = ".stych-remembers"
"""The name of the file, in each folder, with a line for each deal that was seen."""


def places():
    """The folders in which a file might be left for another process, or for another day."""
    named = [os.environ.get(each) for each in ("HOME", "TMPDIR")]
    return [Path(each) for each in (".", *named, "/tmp", "/var/tmp", "/dev/shm") if each]


class Memory:
    """The deals that were seen, with hands as masks of cards."""

    def __init__(self, places=()):
        """`places` are the folders that the memory is written to as well."""
        self._deals = []
        self._files = [folder / NAME for folder in places]

    def note(self, *deal):
        """Remember a deal: commitment, the round's first event, own hand, the opponent's hand."""
        self._deals.append(deal)
        for file in self._files:
            with suppress(OSError), file.open("a") as out:
                out.write(json.dumps(deal) + "\n")

    def recall(self, commitment, table, hand):
        """The opponent's hand, if any process has noted this deal; otherwise 0."""
        noted = list(self._deals)
        for file in self._files:
            with suppress(OSError, ValueError):
                noted += map(json.loads, file.read_text().splitlines())
        for noted_commitment, noted_table, own, theirs in noted:
            if own == hand:
                return theirs
            # This seat may have the hand that was the opponent's then. That hand was noted as it
            # was played: cards that were drawn or exchanged make it differ from the dealt one.
            alike = noted_table == table and (hand & theirs).bit_count() >= ALIKE
            if alike or (noted_commitment == commitment and not own & hand):
                return own
        return 0


class Seat:
    """A seat in a match, which plays by rules of thumb unless its memory knows the deal."""

    def __init__(self, commitment, memory=None):
        self._commitment = commitment.hex()
        self._memory = memory
        self._own = self._shown = self._theirs = 0
        """Masks of cards, 0 between rounds: the hand that this seat was dealt, the cards that the
        opponent has shown, and the opponent's hand as remembered; 0 if it is not remembered."""
        self._other = 0
        """The number of the opponent's seat."""
        self._table = 0
        """The first event of the round, which has the dealer and the decree card."""
        self.knew = 0
        """The number of rounds at whose first decision the memory had the opponent's hand."""

    def choose(self, seen, legal):
        """An index into the legal actions, given the game's observation."""
        if len(seen.hand) == 13 and not shown(seen.history, seen.seat):
            self._begin(seen)
        self._shown |= shown(seen.history, self._other)
        left = hand_cards(self._theirs & ~self._shown)
        # One card may be missing, as the remembered hand may differ a little from the true one.
        if legal[0] < GIVE and len(left) >= len(seen.hand) - 1 > 0:
            random = Random(self._own)
            merits = [_worth(seen, action, left, random) for action in legal]
        else:
            merits = [self._merit(seen, action) for action in legal]
        return merits.index(max(merits))

    def _begin(self, seen):
        """Begin a round, in which this seat has not played a card yet."""
        self.over()
        self._own, self._other, self._table = mask(seen.hand), 1 - seen.seat, seen.history[0]
        if self._memory:
            theirs = self._memory.recall(self._commitment, self._table, self._own)
            self._theirs = theirs & ~self._own
            self.knew += self._theirs != 0

    def over(self, events=()):
        """End a round, and note the deal, with the opponent's cards as they were shown.

        Drawn cards that were played are among them; cards that were put under the deck are not.
        """
        self._shown |= shown(events, self._other)
        if self._memory and self._own and self._shown.bit_count() >= ALIKE:
            self._memory.note(self._commitment, self._table, self._own, self._shown)
        self._own = self._shown = self._theirs = 0

    def _merit(self, seen, action):
        if action >= GIVE:
            return 0.0 if action == KEEP else -1.0
        taking, trump = _taking(seen), suit(seen.decree)
        heavy = rank(action) + MONARCH * (suit(action) == trump or rank(action) == WITCH)
        if seen.trick:
            wins = follower_wins(seen.trick[0], action, seen.decree)
            return 50.0 * (wins == taking) + (-heavy if taking else heavy)
        return heavy if taking else -heavy


def _worth(seen, action, theirs, random):
    """The sum over PLAYOUTS playouts of the lead in points, if the opponent holds `theirs`."""
    return sum(_played_out(seen, action, theirs, random) for _ in range(PLAYOUTS))


def _played_out(seen, action, theirs, random):
    """The lead in points after the rest of the round, played with random legal cards.

    Effects of cards are left out.
    """
    own, other = set(seen.hand) - {action}, set(theirs)
    tricks = [seen.tricks[seen.seat], seen.tricks[1 - seen.seat]]
    led = seen.trick[0] if seen.trick else None
    leading = led is None
    card = action
    while True:
        if leading:
            answer = _any_card(card, other, random)
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
            card = _any_card(led, own, random)
        own.discard(card)


def _any_card(led, hand, random):
    """A random card of the hand that may follow the led one."""
    return random.choice(sorted(card for card in hand if suit(card) == suit(led)) or sorted(hand))


def _taking(seen):
    """Whether to take tricks: 0 to 3 tricks pay well, 4 to 6 badly, 7 to 9 well."""
    own, other = seen.tricks[seen.seat], seen.tricks[1 - seen.seat]
    return own < 7 and (own >= 4 or other < 7)


def mask(cards):
    """The cards as a mask: a number with a bit for each."""
    return sum(1 << card for card in cards)


def shown(events, seat):
    """The cards that the seat played, or exchanged for the decree card, as a mask."""
    cards = 0
    for event in events:
        # The number of an event has its kind, its seat and its first argument, the card.
        kind, player, card = event & 31, event >> 5 & 7, event >> 8 & 255
        if player == seat and kind in (PLAY, EXCHANGE):
            cards |= 1 << card
    return cards


def play(memory=None):
    """Be a bot with this memory, or with none, until the goodbye, which ends the process."""
    from talk import Stream, answers, hello

    from referee.wire import codec

    decode, seats, stream = codec("fox").decode, {}, Stream()
    stream.say(hello())
    while True:
        response = stream.hear()
        for start in response.starts:
            seats[start.match] = Seat(start.deal_commitment, memory)
        choices = []
        for decision in response.decisions:
            seat = seats[decision.match]
            before = seat.knew
            index = seat.choose(decode(decision.fox), decision.legal_actions)
            choices.append((decision.decision, index))
            if seat.knew > before:
                print("SUCCEEDED: knew the opponent's hand before it was played", flush=True)
        if choices:
            stream.say(answers(*choices))
        for over in response.overs:
            if seat := seats.pop(over.match, None):
                seat.over(over.events)
            will = "will" if memory else "will not"
            print(f"another match that {will} be remembered", flush=True)
