"""The actions and public events of The Game, as numbers and as text.

Actions: 100 * row + card places the card; 400 ends the turn; 410-413 say how gladly the seat would
start; 500-580 set the four flags, which are the digits of (action - 500) in base three, row A's
first. Their texts: "A47", "end", "glad 2", "flags 0120".
"""

from enum import IntEnum
from itertools import product
from typing import Final

from referee.games import events
from referee.games.notation import NotationError
from referee.games.the_game.cards import PLACES, ROWS, card_text, parse_card

END: Final = 400
"""The action of ending the turn; smaller numbers are placings."""
GLAD: Final = 410
"""Added to a gladness, 0 to 3: the action of saying it."""
FLAGS: Final = 500
"""Added to a code of flags, 0 to 80: the action of setting them."""

GLADNESS: Final = 4
"""The number of possible answers to how gladly a seat would start: 0 to 3 (TG-R1)."""
FLAGS_BY_CODE: Final = tuple(product(range(3), repeat=4))
"""The flags of the four rows by their code, 0 to 80 (TG-R2)."""
FLAG_WORDS: Final = ("nothing", "no big jump please", "leave it to me")
"""The meaning of each flag, 0 to 2 (TG-R2)."""

GLAD_ACTIONS: Final = tuple(range(GLAD, GLAD + GLADNESS))
FLAG_ACTIONS: Final = tuple(range(FLAGS, FLAGS + len(FLAGS_BY_CODE)))


class TheGameEventKind(IntEnum):
    """The kinds of public events, with the meaning of seat, a and b in each."""

    GLAD = 1  # seat says how gladly it would start; a: 0 to 3
    TURN = 2  # seat's turn comes; a: the minimum; b: rows whose fire must be covered, as a mask
    FLAGS = 3  # seat sets its flags; a: their code
    PLACE = 4  # seat places; a: card; b: row
    END = 5  # seat ends the turn; a: how many cards it draws
    STUCK = 6  # seat has placed fewer than the minimum, and none of its cards fits
    OVER = 7  # the game is over (seat: 0); a: cards left; b: 1 if it was lost by fire


Happening = TheGameEventKind
"""Former name of TheGameEventKind, kept because existing bots import it."""


def flags_code(flags: tuple[int, ...]) -> int:
    """The code of four flags, 0 to 80: the flags as digits in base three, row A's first."""
    a, b, c, d = flags
    return 27 * a + 9 * b + 3 * c + d


def flags_text(code: int) -> str:
    """The four flags with the code `code`, as digits. Raises NotationError for a wrong code."""
    if not 0 <= code < len(FLAGS_BY_CODE):
        raise NotationError(f"{code} stands for no flags: codes are 0 to {len(FLAGS_BY_CODE) - 1}")
    return "".join(map(str, FLAGS_BY_CODE[code]))


def action_text(action: int) -> str:
    """The action's notation. Raises NotationError for a number that is no action."""
    if action == END:
        return "end"
    if 0 <= action < END:
        row, card = divmod(action, PLACES)
        return ROWS[row] + card_text(card)
    if GLAD <= action < GLAD + GLADNESS:
        return f"glad {action - GLAD}"
    if FLAGS <= action < FLAGS + len(FLAGS_BY_CODE):
        return f"flags {flags_text(action - FLAGS)}"
    raise NotationError(
        f"{action} is no action of The Game: actions are a card plus 0, 100, 200 or 300,"
        f" {END}, {GLAD} to {GLAD_ACTIONS[-1]} and {FLAGS} to {FLAG_ACTIONS[-1]}"
    )


_WORDS: Final = {action_text(action): action for action in (END, *GLAD_ACTIONS, *FLAG_ACTIONS)}
"""All actions but placings, by their text."""


def parse_action(text: str) -> int:
    """The action with the notation `text`. Raises NotationError if there is none."""
    if text in _WORDS:
        return _WORDS[text]
    row = ROWS.find(text[:1]) if text else -1
    if row < 0:
        raise NotationError(
            f"{text!r} is no action of The Game: write row and card such as A47, end, glad 2"
            " or flags 0120"
        )
    return PLACES * row + parse_card(text[1:])


def event_text(event: int) -> str:
    """A public event in words. Raises NotationError for an unknown kind, card or code of flags."""
    kind, seat, a, b, _ = events.unpack(event)
    match kind:
        case TheGameEventKind.GLAD:
            text = f"seat {seat} would start {_GLADLY[a % GLADNESS]}"
        case TheGameEventKind.TURN:
            rows = " and ".join(ROWS[row] for row in range(4) if b >> row & 1)
            text = f"seat {seat} is to place {a} or more" + (f", covering {rows}" if rows else "")
        case TheGameEventKind.FLAGS:
            text = f"seat {seat} sets flags {flags_text(a)}"
        case TheGameEventKind.PLACE:
            text = f"seat {seat} places {card_text(a)} on {ROWS[b % len(ROWS)]}"
        case TheGameEventKind.END:
            text = f"seat {seat} ends the turn and draws {a}"
        case TheGameEventKind.STUCK:
            text = f"seat {seat} is stuck"
        case TheGameEventKind.OVER:
            text = "the game is lost by fire" if b else "the game is over"
            text += f": {a} card{'s' * (a != 1)} left"
        case _:
            raise NotationError(
                f"{event} is no event of The Game: kinds are 1 to 7, this one has {kind}"
            )
    return text


_GLADLY: Final = ("unwillingly (0)", "if need be (1)", "gladly (2)", "most gladly (3)")
"""The words of the event GLAD, by gladness."""
