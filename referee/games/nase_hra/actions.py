"""The actions and public events of Naše hra, as numbers and as text.

Actions: 0-31 play the card of that number; 32-63 discard card 0-31; 64 chooses figures, 65 numbers;
66 plays on, 67 refuses; 68 renounces the talon, 69 takes one of its cards and 70 two; 71-81
announce 0 to 10 taking cards. Their texts: "Z0", "discard Z0", "figures", "numbers", "play on",
"refuse", "renounce", "take 1", "take 2", "announce 6".
"""

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Final

from referee.games import events
from referee.games.events import Event
from referee.games.nase_hra.cards import PACK, card_text, parse_card
from referee.games.notation import NotationError

DISCARD: Final = PACK
"""DISCARD + c discards the card c (NH-9)."""
CHOOSE_FIGURES: Final = 64
CHOOSE_NUMBERS: Final = 65
PLAY_ON: Final = 66
REFUSE: Final = 67
TAKE: Final = 68
"""TAKE + n takes n cards of the talon; TAKE itself renounces it (NH-8, NH-10)."""
ANNOUNCE: Final = 71
"""ANNOUNCE + n announces n taking cards, 0 to 10 (NH-21)."""
LAST_ACTION: Final = ANNOUNCE + 10
"""The highest number of an action."""

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
    """The kinds of public events; a comment says what seat, a, b and c of each kind mean.

    Those that are not named are 0.
    """

    LIFT = 1  # seat lifts the cards a, b and c
    DEAL = 2  # seat deals and will choose; a: triple, b: game, c: refusals before, at most 255
    ORDER = 3  # seat chooses; a: RankOrder
    PLAY_ON = 4  # seat plays on
    REFUSE = 5  # seat refuses the game
    RENOUNCE = 6  # seat takes nothing from the talon and scores a point
    TAKE = 7  # seat takes from the talon; a: number of cards
    DISCARD = 8  # seat discards; a: card
    ANNOUNCE = 9  # seat announces its taking cards; a: their number
    TURN = 10  # a talon card that nobody took is turned up; seat: the chooser, a: card
    PILE = 11  # the pile plays; a: card
    PLAY = 12  # seat plays; a: card
    TRICK = 13  # seat takes the trick; a: points for it, b: its value, c: its number from 1
    PILE_TRICK = 14  # the pile takes the trick; b: its value, c: its number from 1
    SCORE = 15  # the game is over; seat: the last seat, a, b, c: points of seats 0, 1, 2 in it


Happening = NaseHraEventKind
"""Former name of NaseHraEventKind, kept because existing bots import it."""


def action_text(action: int) -> str:
    """The action's notation. Raises NotationError for a number that is no action."""
    if 0 <= action < CHOOSE_FIGURES:
        return ("discard " if action >= DISCARD else "") + card_text(action % PACK)
    words = _WORDS.get(action)
    if words is None:
        raise NotationError(f"{action} is no action of Naše hra: actions are 0 to {LAST_ACTION}")
    return words


def parse_action(text: str) -> int:
    """The action whose notation is `text`. Raises NotationError when there is none."""
    if text in _BY_WORDS:
        return _BY_WORDS[text]
    # A card alone is played; with a verb before it, it is discarded.
    verb, space, rest = text.rpartition(" ")
    offset = {"": 0, "discard ": DISCARD}.get(verb + space)
    if offset is None:
        raise NotationError(
            f"{text!r} is no action of Naše hra: write a card such as Z0, discard Z0, "
            + ", ".join(_BY_WORDS)
        )
    return offset + parse_card(rest)


_EVENT_TEXTS: Final[Mapping[int, Callable[[Event], str]]] = {
    NaseHraEventKind.LIFT: lambda e: (
        f"{_seat(e)} lifts {' '.join(map(card_text, (e.a, e.b, e.c)))}"
    ),
    NaseHraEventKind.DEAL: lambda e: f"triple {e.a}, game {e.b}{_redeal(e)}: {_seat(e)} deals",
    NaseHraEventKind.ORDER: lambda e: f"{_seat(e)} chooses {_order_word(e)}",
    NaseHraEventKind.PLAY_ON: lambda e: f"{_seat(e)} plays on",
    NaseHraEventKind.REFUSE: lambda e: f"{_seat(e)} refuses the game",
    NaseHraEventKind.RENOUNCE: lambda e: f"{_seat(e)} renounces the talon",
    NaseHraEventKind.TAKE: lambda e: f"{_seat(e)} takes {e.a} from the talon",
    NaseHraEventKind.DISCARD: lambda e: f"{_seat(e)} discards {card_text(e.a)}",
    NaseHraEventKind.ANNOUNCE: lambda e: f"{_seat(e)} announces {e.a}",
    NaseHraEventKind.TURN: lambda e: f"the talon's {card_text(e.a)} is turned up",
    NaseHraEventKind.PILE: lambda e: f"the pile plays {card_text(e.a)}",
    NaseHraEventKind.PLAY: lambda e: f"{_seat(e)} plays {card_text(e.a)}",
    NaseHraEventKind.TRICK: lambda e: f"{_seat(e)} takes trick {e.c} of value {e.b} for {e.a}",
    NaseHraEventKind.PILE_TRICK: lambda e: f"the pile takes trick {e.c} of value {e.b}",
    NaseHraEventKind.SCORE: lambda e: f"game over: {', '.join(map(str, e[2 : 3 + e.seat]))} points",
}


def _seat(event: Event) -> str:
    return f"seat {event.seat}"


def _order_word(event: Event) -> str:
    if event.a not in (1, 2):
        raise NotationError(f"{event} chooses no order: 1 is figures, 2 is numbers")
    return _WORDS[CHOOSE_FIGURES - 1 + event.a]


def _redeal(event: Event) -> str:
    return f", redeal {event.c}" if event.c else ""


def event_text(event: int) -> str:
    """A public event in words. Raises NotationError for a number that is no event."""
    unpacked = events.unpack(event)
    text = _EVENT_TEXTS.get(unpacked.kind)
    if text is None:
        raise NotationError(
            f"{event} is no event of Naše hra: kinds are 1 to 15, this one has {unpacked.kind}"
        )
    return text(unpacked)
