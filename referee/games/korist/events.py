"""What everybody at a table of Kořist sees: the public events and their text."""

from enum import IntEnum
from typing import Final

from referee.games import events
from referee.games.korist.cards import kind_text
from referee.games.korist.sets import PARTS, make_set, set_text
from referee.games.notation import NotationError


class KoristEventKind(IntEnum):
    """The kinds of public events; what seat, a, b and c mean stands beside each."""

    START = 1  # seat has the first turn; a: the number of players
    SUPPLY = 2  # a card is turned up as a new pile at the right end of the supply; a: card
    SHADOW = 3  # a card is turned up into the shadow offer; a: card
    PILED = 4  # a card turned up for the shadow offer goes on a pile; a: card, b: pile
    LAY = 5  # seat lays a set; a: value (14: jokers alone), b: cards of that value, c: jokers
    SHADOW_CAPTURE = 6  # seat takes a group from the shadow offer into the hand; a: value, b: cards
    CAPTURE = 7  # seat captures a layer; a: victim, b: its value, c: naturals + 16 * jokers
    TAKE = 8  # seat takes the captured cards into the hand
    LEAVE = 9  # seat leaves them to the victim
    BACK = 10  # seat takes its captured cards back into the hand
    DISCARD = 11  # seat puts its captured cards on the discard pile
    PILE = 12  # seat draws a pile of the supply; a: pile, b: its lowest card, c: number of cards
    DECK = 13  # seat draws a card from the deck, unseen
    NONE = 14  # seat draws nothing
    END = 15  # the game is over; a: why, as in KoristEndReason


class KoristEndReason(IntEnum):
    """Why a game was over (KO-12, KO-R9); the values stand in END events."""

    HAND = 1  # somebody has laid the last card of the hand
    DRAWN = 2  # deck and supply are both empty
    LIMIT = 3  # too many decisions


_ENDINGS: Final = {
    KoristEndReason.HAND: "the last card of a hand was laid",
    KoristEndReason.DRAWN: "nothing is left to draw",
    KoristEndReason.LIMIT: "the limit of decisions is reached",
}


def capture_event(captor: int, victim: int, layer: int) -> int:
    """The event of a layer that is captured; it packs naturals and jokers into one argument."""
    value, naturals, jokers = PARTS[layer]
    return events.pack(KoristEventKind.CAPTURE, captor, victim, value, naturals + 16 * jokers)


def captured_layer(event: events.Event) -> int:
    """The layer that a CAPTURE event speaks of."""
    return make_set(event.b, event.c & 15, event.c >> 4)


def set_of(event: events.Event) -> int | None:
    """The set that an event speaks of; None for an event that speaks of none."""
    match event.kind:
        case KoristEventKind.LAY:
            return make_set(event.a, event.b, event.c)
        case KoristEventKind.SHADOW_CAPTURE:
            return make_set(event.a, event.b, 0)
        case KoristEventKind.CAPTURE:
            return captured_layer(event)
    return None


_PLAIN: Final = {
    KoristEventKind.TAKE: "takes the captured cards",
    KoristEventKind.LEAVE: "leaves the captured cards",
    KoristEventKind.BACK: "takes the cards back",
    KoristEventKind.DISCARD: "discards the cards",
    KoristEventKind.DECK: "draws from the deck",
    KoristEventKind.NONE: "draws nothing",
}


def event_text(event: int) -> str:
    """A public event in words. Raises NotationError for an unknown kind."""
    happened = events.unpack(event)
    text = _of_the_table(happened) or _of_a_seat(happened)
    if not text:
        raise NotationError(
            f"{event} is no event of Kořist: kinds are 1 to 15, this one has {happened.kind}"
        )
    return text


def _of_the_table(event: events.Event) -> str:
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
        case KoristEventKind.END if a in _ENDINGS:
            return f"game over: {_ENDINGS[KoristEndReason(a)]}"
    return ""


def _of_a_seat(event: events.Event) -> str:
    kind, seat, a, b, c = event
    laid = set_of(event) or 0
    match kind:
        case KoristEventKind.LAY:
            deed = f"lays {set_text(laid)}"
        case KoristEventKind.SHADOW_CAPTURE:
            deed = f"captures {set_text(laid)} from the shadow offer"
        case KoristEventKind.CAPTURE:
            deed = f"captures {set_text(laid)} from seat {a}"
        case KoristEventKind.PILE:
            deed = f"draws pile {a}: {kind_text(b)}" + (f" and {c - 1} on it" if c > 1 else "")
        case _ if kind in _PLAIN:
            deed = _PLAIN[KoristEventKind(kind)]
        case _:
            return ""
    return f"seat {seat} {deed}"
