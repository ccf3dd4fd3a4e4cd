"""The actions and public events of the fox, as numbers and as text.

Actions: 0-32 play the card; 33-65 give card - 33 for the decree card; 66-98 put card - 66 under the
deck; 99 keep the decree card. Their texts: "B7", "give B7", "under B7", "keep".
"""

from enum import IntEnum
from typing import Final

from referee.games import events
from referee.games.fox.cards import PACK, card_text, parse_card
from referee.games.notation import NotationError

GIVE: Final = PACK
"""Added to a card's number: the action of giving it for the decree card."""
UNDER: Final = 2 * PACK
"""Added to a card's number: the action of putting it under the deck."""
KEEP: Final = 3 * PACK
"""The action of keeping the decree card."""


class FoxEventKind(IntEnum):
    """The kinds of public events, with the meaning of seat, a and b in each."""

    ROUND = 1  # seat deals; a: decree card
    PLAY = 2  # seat plays; a: card
    GIVE = 3  # seat exchanged; a: the new decree card, from its hand; b: the old one, now in it
    KEEP = 4  # seat played a Fox and kept the decree card
    UNDER = 5  # seat drew for a Woodcutter and put a card under the deck
    TRICK = 6  # seat takes the trick; a: its Treasures
    SCORE = 7  # the round is over; a, b: points of seats 0 and 1 in it, with Treasures; seat is 0


Happening = FoxEventKind
"""Former name of FoxEventKind, kept because existing bots import it."""


def action_text(action: int) -> str:
    """The action's notation. Raises NotationError for a number that is no action."""
    if action == KEEP:
        return "keep"
    if 0 <= action < KEEP:
        verb = ("", "give ", "under ")[action // PACK]
        return verb + card_text(action % PACK)
    raise NotationError(f"{action} is no action of the fox: actions are 0 to {KEEP}")


def parse_action(text: str) -> int:
    """The action with the notation `text`. Raises NotationError if there is none."""
    verb, space, rest = text.rpartition(" ")
    if text == "keep":
        return KEEP
    offset = {"": 0, "give ": GIVE, "under ": UNDER}.get(verb + space)
    if offset is None:
        raise NotationError(
            f"{text!r} is no action of the fox: write a card such as B7, give B7, under B7, or keep"
        )
    return offset + parse_card(rest)


def event_text(event: int) -> str:
    """A public event in words. Raises NotationError for an unknown kind or card."""
    kind, seat, a, b, _ = events.unpack(event)
    match kind:
        case FoxEventKind.ROUND:
            text = f"seat {seat} deals; decree {card_text(a)}"
        case FoxEventKind.PLAY:
            text = f"seat {seat} plays {card_text(a)}"
        case FoxEventKind.GIVE:
            text = f"seat {seat} gives {card_text(a)} for the decree {card_text(b)}"
        case FoxEventKind.KEEP:
            text = f"seat {seat} keeps the decree"
        case FoxEventKind.UNDER:
            text = f"seat {seat} draws a card and puts one under the deck"
        case FoxEventKind.TRICK:
            text = f"seat {seat} takes the trick" + (f" and {a} for Treasures" if a else "")
        case FoxEventKind.SCORE:
            text = f"round over: {a} and {b} points"
        case _:
            raise NotationError(
                f"{event} is no event of the fox: kinds are 1 to 7, this one has {kind}"
            )
    return text
