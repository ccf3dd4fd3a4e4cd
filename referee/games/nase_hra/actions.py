"""What a player of Naše hra may do, as numbers and as text, and what everybody sees of it.

Numbers: 0-31 play the card; 32-63 discard card - 32; 64 figures, 65 numbers; 66 play on, 67 refuse;
68 renounce the talon, 69 and 70 take one or two of its cards; 71-81 announce action - 71 taking
cards. Text: "Z0", "discard Z0", "figures", "numbers", "play on", "refuse", "renounce", "take 1",
"take 2", "announce 6".
"""

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Final

from referee.games import events
from referee.games.events import Event
from referee.games.nase_hra.cards import PACK, card_text, parse_card
from referee.games.notation import NotationError

DISCARD: Final = PACK
CHOOSE_FIGURES: Final = 64
CHOOSE_NUMBERS: Final = 65
PLAY_ON: Final = 66
REFUSE: Final = 67
TAKE: Final = 68
"""TAKE + n takes n cards of the talon; TAKE itself renounces it (NH-8, NH-10)."""
ANNOUNCE: Final = 71
LAST: Final = ANNOUNCE + 10

_WORDS: Final = {
    CHOOSE_FIGURES: "figures",
    CHOOSE_NUMBERS: "numbers",
    PLAY_ON: "play on",
    REFUSE: "refuse",
    TAKE: "renounce",
    TAKE + 1: "take 1",
    TAKE + 2: "take 2",
} | {ANNOUNCE + count: f"announce {count}" for count in range(11)}
_BY_WORDS: Final = {text: action for action, text in _WORDS.items()}


class NaseHraEventKind(IntEnum):
    """The kinds of public events; what seat, a, b and c mean stands beside each."""

    LIFT = 1  # seat lifts the cards a, b and c
    DEAL = 2  # seat shuffles, deals and will choose; a: triple, b: game, c: redeals before
    ORDER = 3  # seat chooses; a: RankOrder
    PLAY_ON = 4  # seat plays on
    REFUSE = 5  # seat refuses the game
    RENOUNCE = 6  # seat takes nothing from the talon and scores a point
    TAKE = 7  # seat takes a cards from the talon
    DISCARD = 8  # seat discards card a
    ANNOUNCE = 9  # seat holds a taking cards
    TURN = 10  # card a of the talon, which nobody took, is turned up; seat dealt
    PILE = 11  # the pile plays card a
    PLAY = 12  # seat plays; a: card
    TRICK = 13  # seat takes the trick; a: points for it, b: its value, c: how many tricks are over
    PILE_TRICK = 14  # the pile takes the trick; b: its value, c: how many tricks are over
    SCORE = 15  # the game is over; seat: the last seat; a, b, c: what seats 0, 1, 2 scored in it


Happening = NaseHraEventKind
"""Former name of NaseHraEventKind, kept because existing bots import it."""


def action_text(action: int) -> str:
    """The action's notation. Raises NotationError for a number that is no action."""
    if 0 <= action < CHOOSE_FIGURES:
        return ("discard " if action >= DISCARD else "") + card_text(action % PACK)
    words = _WORDS.get(action)
    if words is None:
        raise NotationError(f"{action} is no action of Naše hra: actions are 0 to {LAST}")
    return words


def parse_action(text: str) -> int:
    """The action of that notation. Raises NotationError."""
    if text in _BY_WORDS:
        return _BY_WORDS[text]
    verb, space, rest = text.rpartition(" ")
    offset = {"": 0, "discard ": DISCARD}.get(verb + space)
    if offset is None:
        raise NotationError(
            f"{text!r} is no action of Naše hra: write a card such as Z0, discard Z0, "
            + ", ".join(_BY_WORDS)
        )
    return offset + parse_card(rest)


_EVENT_TEXTS: Final[Mapping[int, Callable[[Event], str]]] = {
    NaseHraEventKind.LIFT: lambda e: f"{_who(e)} lifts {' '.join(map(card_text, (e.a, e.b, e.c)))}",
    NaseHraEventKind.DEAL: lambda e: f"triple {e.a}, game {e.b}{_again(e)}: {_who(e)} deals",
    NaseHraEventKind.ORDER: lambda e: f"{_who(e)} chooses {_order(e)}",
    NaseHraEventKind.PLAY_ON: lambda e: f"{_who(e)} plays on",
    NaseHraEventKind.REFUSE: lambda e: f"{_who(e)} refuses the game",
    NaseHraEventKind.RENOUNCE: lambda e: f"{_who(e)} renounces the talon",
    NaseHraEventKind.TAKE: lambda e: f"{_who(e)} takes {e.a} from the talon",
    NaseHraEventKind.DISCARD: lambda e: f"{_who(e)} discards {card_text(e.a)}",
    NaseHraEventKind.ANNOUNCE: lambda e: f"{_who(e)} announces {e.a}",
    NaseHraEventKind.TURN: lambda e: f"the talon's {card_text(e.a)} is turned up",
    NaseHraEventKind.PILE: lambda e: f"the pile plays {card_text(e.a)}",
    NaseHraEventKind.PLAY: lambda e: f"{_who(e)} plays {card_text(e.a)}",
    NaseHraEventKind.TRICK: lambda e: f"{_who(e)} takes trick {e.c} of value {e.b} for {e.a}",
    NaseHraEventKind.PILE_TRICK: lambda e: f"the pile takes trick {e.c} of value {e.b}",
    NaseHraEventKind.SCORE: lambda e: f"game over: {', '.join(map(str, e[2 : 3 + e.seat]))} points",
}


def _who(event: Event) -> str:
    return f"seat {event.seat}"


def _order(event: Event) -> str:
    if event.a not in (1, 2):
        raise NotationError(f"{event} chooses no order: 1 is figures, 2 is numbers")
    return _WORDS[CHOOSE_FIGURES - 1 + event.a]


def _again(event: Event) -> str:
    return f", redeal {event.c}" if event.c else ""


def event_text(event: int) -> str:
    """A public event in words. Raises NotationError for an unknown kind."""
    happened = events.unpack(event)
    text = _EVENT_TEXTS.get(happened.kind)
    if text is None:
        raise NotationError(
            f"{event} is no event of Naše hra: kinds are 1 to 15, this one has {happened.kind}"
        )
    return text(happened)
