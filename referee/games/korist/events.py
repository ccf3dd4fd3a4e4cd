"""The public events of Kořist, which everybody at the table sees, and their texts."""

from enum import IntEnum
from typing import Final

from referee.games import events
from referee.games.korist.cards import kind_text
from referee.games.korist.sets import PARTS, make_set, set_text
from referee.games.notation import NotationError


class KoristEventKind(IntEnum):
    """The kinds of public events; a comment says what seat, a, b and c of each kind mean.

    A card is its kind, 1 to 14. Naturals are the cards of a set that are no jokers.
    """

    START = 1  # seat has the first turn; a: the number of players
    SUPPLY = 2  # a card is turned up as a new pile at the right end of the supply; a: card
    SHADOW = 3  # a card is turned up into the shadow offer; a: card
    PILED = 4  # a card turned up for the shadow offer goes on a pile; a: card, b: pile
    LAY = 5  # seat lays a set; a: value (14: jokers alone), b: naturals, c: jokers
    SHADOW_CAPTURE = 6  # seat captures a group of the shadow offer; a: value, b: number of cards
    CAPTURE = 7  # seat captures a layer; a: victim, b: value, c: naturals + 16 * jokers
    TAKE = 8  # seat takes the captured cards into the hand
    LEAVE = 9  # seat leaves the captured cards to the victim
    BACK = 10  # seat takes its captured cards back into the hand
    DISCARD = 11  # seat puts its captured cards on the discard pile
    PILE = 12  # seat draws a pile of the supply; a: pile, b: its bottom card, c: number of cards
    DECK = 13  # seat draws a card from the deck, unseen
    NONE = 14  # seat draws nothing
    END = 15  # the game is over; a: the KoristEndReason


class KoristEndReason(IntEnum):
    """Why a game ended (KO-12, KO-R9): the argument a of an END event."""

    HAND = 1  # a seat has laid the last card of its hand
    DRAWN = 2  # deck and supply are both empty
    LIMIT = 3  # as many decisions as the option `limit` allows were taken


_ENDINGS: Final = {
    KoristEndReason.HAND: "the last card of a hand was laid",
    KoristEndReason.DRAWN: "nothing is left to draw",
    KoristEndReason.LIMIT: "the limit of decisions is reached",
}


def capture_event(captor: int, victim: int, layer: int) -> int:
    """The CAPTURE event of a layer; c holds the numbers of naturals and jokers."""
    value, naturals, jokers = PARTS[layer]
    return events.pack(KoristEventKind.CAPTURE, captor, victim, value, naturals + 16 * jokers)


def captured_layer(event: events.Event) -> int:
    """The layer that was captured in a CAPTURE event."""
    return make_set(event.b, event.c & 15, event.c >> 4)


def set_of(event: events.Event) -> int | None:
    """The set that was laid or captured in the event; None for an event of another kind."""
    match event.kind:
        case KoristEventKind.LAY:
            return make_set(event.a, event.b, event.c)
        case KoristEventKind.SHADOW_CAPTURE:
            return make_set(event.a, event.b, 0)
        case KoristEventKind.CAPTURE:
            return captured_layer(event)
    return None


_PREDICATES: Final = {
    KoristEventKind.TAKE: "takes the captured cards",
    KoristEventKind.LEAVE: "leaves the captured cards",
    KoristEventKind.BACK: "takes the cards back",
    KoristEventKind.DISCARD: "discards the cards",
    KoristEventKind.DECK: "draws from the deck",
    KoristEventKind.NONE: "draws nothing",
}
"""The texts of events that have only a seat, to be put after its name."""


def event_text(event: int) -> str:
    """A public event in words. Raises NotationError for a number that is no event."""
    unpacked = events.unpack(event)
    text = _table_text(unpacked) or _seat_text(unpacked)
    if not text:
        raise NotationError(
            f"{event} is no event of Kořist: kinds are 1 to 15, this one has {unpacked.kind}"
        )
    return text


def _table_text(event: events.Event) -> str:
    kind, seat, a, b, _ = event
    match kind:
        case KoristEventKind.START:
            return f"{a} players; seat {seat} begins"
        case KoristEventKind.SUPPLY:
            return f"{kind_text(a)} is turned up for the supply"
        case KoristEventKind.SHADOW:
            return f"{kind_text(a)} is turned up for the shadow offer"
        case KoristEventKind.PILED:
            return f"{kind_text(a)} is turned up and put on pile {b}"
        case KoristEventKind.END:
            if a not in _ENDINGS:
                raise NotationError(f"{a} is no reason for an end of Kořist: reasons are 1 to 3")
            return f"game over: {_ENDINGS[KoristEndReason(a)]}"
    return ""


def _seat_text(event: events.Event) -> str:
    kind, seat, a, b, c = event
    laid = set_of(event) or 0
    match kind:
        case KoristEventKind.LAY:
            predicate = f"lays {set_text(laid)}"
        case KoristEventKind.SHADOW_CAPTURE:
            predicate = f"captures {set_text(laid)} from the shadow offer"
        case KoristEventKind.CAPTURE:
            predicate = f"captures {set_text(laid)} from seat {a}"
        case KoristEventKind.PILE:
            predicate = f"draws pile {a}: {kind_text(b)}" + (f" and {c - 1} on it" if c > 1 else "")
        case _ if kind in _PREDICATES:
            predicate = _PREDICATES[KoristEventKind(kind)]
        case _:
            return ""
    return f"seat {seat} {predicate}"
