"""Names for the numbers of Naše hra: its notation, and how observations are written."""

from collections.abc import Mapping, Sequence
from typing import Final

from referee.games.names import NUMBERS, FieldNames, Split, Texts, Values
from referee.games.nase_hra import actions
from referee.games.nase_hra.cards import card_text
from referee.games.notation import Notation

NOTATION: Final = Notation(actions.action_text, actions.parse_action, actions.event_text, card_text)


def _games(seen: Values) -> Sequence[int]:
    """The number of items for each past game: its chooser, and the points of each seat."""
    size = 1 + len(seen["totals"])
    return [size] * (len(seen["past_games"]) // size)


_CARDS: Final = Texts(card_text)
FIELDS: Final[Mapping[str, FieldNames]] = {
    **dict.fromkeys(("trick", "cross", "hand", "taken"), _CARDS),
    "lifts": Texts(actions.event_text),
    "past_games": Split(
        NUMBERS,
        _games,
        "Each game that is over, oldest first: who chose in it, then the points of each seat.",
    ),
}
"""The fields that are written with names or as lists of parts, for bots that read lines."""
