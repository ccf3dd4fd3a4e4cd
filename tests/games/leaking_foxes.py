"""Foxes that show a seat what it may not know, each in one way; the last one shows nothing."""

from referee.cards import cards_of
from referee.deals import Deal
from referee.games.events import pack
from referee.games.fox import FoxObservation, FoxPhase, FoxState
from referee.games.fox.actions import FoxEventKind


class ShowsLowestCard(FoxState):
    """The opponent's lowest card, in place of the size of its hand."""

    __slots__ = ()

    def observe(self, seat: int) -> FoxObservation:
        lowest = min(cards_of(self.hands[1 - seat]), default=0)
        return super().observe(seat)._replace(hand_sizes=(0, lowest))


class ShowsParity(FoxState):
    """One bit about the opponent's hand: whether it holds an odd number of Bells."""

    __slots__ = ()

    def observe(self, seat: int) -> FoxObservation:
        bells = (self.hands[1 - seat] & 0x7FF).bit_count()
        return super().observe(seat)._replace(deck_size=6 + bells % 2)


class ShowsDrawnCard(FoxState):
    """A Woodcutter's public event names the card that was drawn."""

    __slots__ = ()

    def _put_under(self, card: int) -> None:
        seat = self.seat
        super()._put_under(card)
        drawn = self.drawn[seat][-1] if self.drawn[seat] else 0
        self.events = [
            pack(FoxEventKind.UNDER, seat, drawn)
            if event == pack(FoxEventKind.UNDER, seat)
            else event
            for event in self.events
        ]


class ShowsBuriedCard(FoxState):
    """Both see what goes under the deck."""

    __slots__ = ()

    def observe(self, seat: int) -> FoxObservation:
        return super().observe(seat)._replace(buried=self.buried[0] + self.buried[1])


class ShowsDeck(FoxState):
    """The deck's order stands in the history."""

    __slots__ = ()

    def observe(self, seat: int) -> FoxObservation:
        seen = super().observe(seat)
        return seen._replace(history=(*seen.history, *self.deck))


class ShowsTopCard(FoxState):
    """The deck's top card, and only to a seat that holds a Woodcutter."""

    __slots__ = ()

    def observe(self, seat: int) -> FoxObservation:
        seen = super().observe(seat)
        if any(card % 11 == 4 for card in seen.hand):
            return seen._replace(deck_size=self.deck[0])
        return seen


class OrdersActions(FoxState):
    """The order of the legal actions depends on the opponent's hand."""

    __slots__ = ()

    def legal_actions(self) -> tuple[int, ...]:
        legal = super().legal_actions()
        if self.seat < 0 or self.hands[1 - self.seat].bit_count() < 2:
            return legal
        return legal if min(cards_of(self.hands[1 - self.seat])) % 2 else legal[::-1]


class ForbidsActions(FoxState):
    """What may be played depends on the opponent's hand."""

    __slots__ = ()

    def legal_actions(self) -> tuple[int, ...]:
        legal = super().legal_actions()
        if self.seat < 0 or self.phase != FoxPhase.PLAY or len(legal) < 6:
            return legal
        return legal[:-1] if max(cards_of(self.hands[1 - self.seat])) % 2 else legal


class DictatesActions(FoxState):
    """In the very first trick the opponent's hand leaves a single choice of several."""

    __slots__ = ()

    def legal_actions(self) -> tuple[int, ...]:
        legal = super().legal_actions()
        if self.past_rounds or sum(self.tricks) or self.phase != FoxPhase.PLAY or len(legal) < 2:
            return legal
        odd = sum(cards_of(self.hands[1 - self.seat])) % 2
        return legal[odd : odd + 1]


class ShowsKey(FoxState):
    """A byte of the deal's key."""

    __slots__ = ()

    def observe(self, seat: int) -> FoxObservation:
        return super().observe(seat)._replace(target=self.deal.key[0])


class ShowsNextRound(FoxState):
    """The first card of the next round, drawn from the same key."""

    __slots__ = ()

    def observe(self, seat: int) -> FoxObservation:
        after = Deal(self.deal.key).shuffle(33, f"round/{len(self.past_rounds) // 2 + 2}/cards")
        return super().observe(seat)._replace(target=after[0])


class ShowsSeldom(FoxState):
    """A remainder of the opponent's hand, in a round's fourth trick, to the seat that decides."""

    __slots__ = ()

    def observe(self, seat: int) -> FoxObservation:
        seen = super().observe(seat)
        if sum(seen.tricks) == 3 and self.seat == seat:
            return seen._replace(target=self.hands[1 - seat] % 97)
        return seen


class HolderLeads(FoxState):
    """No leak: whoever holds the Monarch of Moons leads the round, and everybody sees who leads."""

    __slots__ = ()

    def _start_trick(self, leader: int) -> None:
        holders = [seat for seat in (0, 1) if self.hands[seat] >> 32]
        first = self.tricks == [0, 0]
        super()._start_trick(holders[0] if first and holders else leader)
