"""Decides who starts a triple: each player lifts three cards (NH-4, NH-R2)."""

from referee.deals import Deal
from referee.games.events import pack
from referee.games.nase_hra.actions import NaseHraEventKind
from referee.games.nase_hra.cards import PACK, trick_value


def lift(deal: Deal, triple: int, players: int) -> tuple[int, tuple[int, ...]]:
    """The seat that starts, and the public events of the lifting.

    Nobody decides anything in it. The shuffles of triple 1 are drawn from `deal` for the purposes
    "triple/1/lift/1", then "triple/1/lift/2" when too few cards of the first are left, and so on.
    """
    events: list[int] = []
    tied = list(range(players))
    cards: tuple[int, ...] = ()
    shuffles = 0
    while len(tied) > 1:
        # One round of lifting never uses two packs, as a card could come twice (NH-R2).
        if len(cards) < 3 * len(tied):
            shuffles += 1
            cards = deal.shuffle(PACK, f"triple/{triple}/lift/{shuffles}")
        values = []
        for seat in tied:
            events.append(pack(NaseHraEventKind.LIFT, seat, *cards[:3]))
            values.append(trick_value(cards[:3]))
            cards = cards[3:]
        best = max(values)
        # The seats that share the best value lift three more cards, and only these count (NH-4).
        tied = [seat for seat, value in zip(tied, values, strict=True) if value == best]
    return tied[0], tuple(events)
