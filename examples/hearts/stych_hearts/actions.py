"""The actions and public events of Hearts, as numbers and as text.

Actions: 0-51 play the card of that number; 52-103 choose card 0-51 to be passed. Their texts: "QS",
"pass QS".
"""

from collections.abc import Sequence
from enum import IntEnum
from typing import Final

from referee.games import events
from referee.games.notation import NotationError
from stych_hearts.cards import PACK, card_text, parse_card
from stych_hearts.passing import PASSED, HeartsDirection

PASS: Final = PACK
"""PASS + c chooses the card c to be passed."""
_VERB: Final = "pass "


class HeartsEventKind(IntEnum):
    """The kinds of public events; a comment says what seat, a and b of each kind mean."""

    ROUND = 1  # a round begins; seat: 0, a: direction of passing
    PASS = 2  # the cards that seat has chosen move to another seat; a: that seat
    PLAY = 3  # seat plays; a: card
    TRICK = 4  # seat takes the trick; a: points in it, b: 1 if a jack that counts is in it
    MOON = 5  # seat has taken all points of the round
    SCORE = 6  # the round is over; a: points against seat, b: points taken off (H-13 to H-15)


def action_text(action: int) -> str:
    """The action's notation. Raises NotationError for a number that is no action."""
    if 0 <= action < PASS:
        return card_text(action)
    if PASS <= action < PASS + PACK:
        return _VERB + card_text(action - PASS)
    raise NotationError(f"{action} is no action of hearts: actions are 0 to {PASS + PACK - 1}")


def parse_action(text: str) -> int:
    """The action whose notation is `text`. Raises NotationError when there is none."""
    if text.startswith(_VERB):
        return PASS + parse_card(text.removeprefix(_VERB))
    return parse_card(text)


def event_text(event: int) -> str:
    """A public event in words. Raises NotationError for a number that is no event."""
    kind, seat, a, b, _ = events.unpack(event)
    match kind:
        case HeartsEventKind.ROUND:
            if a not in tuple(HeartsDirection):
                raise NotationError(f"{a} is no direction of passing: directions are 1 to 4")
            text = f"a round begins; passing: {HeartsDirection(a).name.lower()}"
        case HeartsEventKind.PASS:
            text = f"seat {seat} passes {PASSED} cards to seat {a}"
        case HeartsEventKind.PLAY:
            text = f"seat {seat} plays {card_text(a)}"
        case HeartsEventKind.TRICK:
            text = f"seat {seat} takes the trick, points: {a}" + (" and the jack" if b else "")
        case HeartsEventKind.MOON:
            text = f"seat {seat} shoots the moon"
        case HeartsEventKind.SCORE:
            text = f"round over for seat {seat}: {a - b} points"
        case _:
            raise NotationError(
                f"{event} is no event of hearts: kinds are 1 to 6, this one has {kind}"
            )
    return text


def rounds_begun(history: Sequence[int]) -> int:
    """How many rounds have begun, by the public events."""
    return sum(event & 31 == HeartsEventKind.ROUND for event in history)


def this_round(history: Sequence[int]) -> Sequence[int]:
    """The events of the round in progress: from the last ROUND on, which `history` must have."""
    # Searched from the end, as a long game has thousands of events.
    start = len(history) - 1
    while history[start] & 31 != HeartsEventKind.ROUND:
        start -= 1
    return history[start:]
