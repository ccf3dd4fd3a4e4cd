"""Names for the numbers of The Game: its notation, and how fields are written.

Rows are written by their letters, and flags as a list for each seat. Fields with cards need no
names, since the name of a card is its number.
"""

from collections.abc import Mapping
from typing import Final

from referee.games.names import NUMBERS, FieldNames, Split, Texts
from referee.games.notation import Notation
from referee.games.the_game import actions
from referee.games.the_game.cards import ROWS, card_text

NOTATION: Final = Notation(actions.action_text, actions.parse_action, actions.event_text, card_text)
FIELDS: Final[Mapping[str, FieldNames]] = {
    "to_cover": Texts(lambda row: ROWS[row]),
    "flags": Split(
        NUMBERS,
        len(ROWS),
        "Flags by seat, each those of the rows A to D: 0 nothing, 1 no big jump please, 2 leave it"
        " to me.",
    ),
}
"""The fields that are written with names or as lists of parts, for bots that read lines."""
