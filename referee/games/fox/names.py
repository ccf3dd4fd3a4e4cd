"""Names for the numbers of the fox: its notation, and the fields with cards and rounds."""

from collections.abc import Mapping
from typing import Final

from referee.games.fox import actions
from referee.games.fox.cards import card_text
from referee.games.names import NUMBERS, FieldNames, Split, Texts
from referee.games.notation import Notation

NOTATION: Final = Notation(actions.action_text, actions.parse_action, actions.event_text, card_text)
_CARDS: Final = Texts(card_text)
FIELDS: Final[Mapping[str, FieldNames]] = {
    **dict.fromkeys(("decree", "trick", "hand", "drawn", "buried"), _CARDS),
    "past_rounds": Split(
        NUMBERS,
        2,
        "Points by seat of each round that is over, oldest first.",
    ),
}
"""The fields that are written with names or as lists of parts, for bots that read lines."""
