"""Kořists that break a promise, each in one way: by what they show, or by lost or false cards."""

from referee.deals import Deal
from referee.games.korist import KoristGame, KoristObservation, KoristOptions, KoristState
from referee.games.korist.actions import DECK
from referee.games.korist.cards import ONE, counts_of, kind_of
from referee.games.korist.events import KoristEventKind


class ShowsTopCard(KoristState):
    """The top card of the deck, in place of its size."""

    __slots__ = ()

    def observe(self, seat: int) -> KoristObservation:
        return super().observe(seat)._replace(deck_size=self.deck[-1] if self.deck else 0)


class ShowsBottomCard(KoristState):
    __slots__ = ()

    def observe(self, seat: int) -> KoristObservation:
        return super().observe(seat)._replace(deck_size=self.deck[0] if self.deck else 0)


class ShowsHand(KoristState):
    """One bit about the left neighbour: whether it holds an odd number of sevens."""

    __slots__ = ()

    def observe(self, seat: int) -> KoristObservation:
        sevens = counts_of(self.hands[(seat + 1) % self.players])[6]
        return super().observe(seat)._replace(limit=5000 + sevens % 2)


class KnowsDrawnCards(KoristState):
    """What somebody draws from the deck counts as known."""

    __slots__ = ()

    def _draw_one(self, action: int) -> None:
        if action == DECK:
            self.known[self.seat] += ONE[self.deck[-1]]
        super()._draw_one(action)


class NamesDrawnCards(KoristState):
    """The public event of a draw names the card."""

    __slots__ = ()

    def _draw_one(self, action: int) -> None:
        card = self.deck[-1] if self.deck else 0
        super()._draw_one(action)
        if self.events[-1] & 31 == KoristEventKind.DECK:
            self.events[-1] |= card << 8


class ShowsKey(KoristState):
    __slots__ = ()

    def observe(self, seat: int) -> KoristObservation:
        return super().observe(seat)._replace(limit=self.deal.key[0])


class ShowsCardNumbers(KoristState):
    """The number of the card at the deck's bottom, which differs for cards of equal value too."""

    __slots__ = ()

    def observe(self, seat: int) -> KoristObservation:
        order = self.deal.shuffle(109, "cards")
        return super().observe(seat)._replace(limit=order[-1])


class LosesCard(KoristState):
    """The discard pile is gone when a victim has decided about captured cards."""

    __slots__ = ()

    def _return(self, action: int) -> None:
        super()._return(action)
        self.discard = 0


class DoublesCard(KoristState):
    """A captured layer stays where it was."""

    __slots__ = ()

    def _take(self, action: int) -> None:
        layer = self.captured
        super()._take(action)
        self.layouts[self.victim].append(layer)


class ChangesCard(KoristState):
    """What is drawn from the deck becomes an eight."""

    __slots__ = ()

    def _draw_one(self, action: int) -> None:
        if action == DECK:
            self.deck[-1] = kind_of(56)
        super()._draw_one(action)


def broken_game(state: type[KoristState], players: int = 3) -> KoristGame:
    """Kořist, played with that state."""

    class Game(KoristGame):
        def new(self, deal: Deal) -> KoristState:
            return state(self.options.players, self.options.variant, self.options.limit, deal)

    return Game(KoristOptions(players=players))
