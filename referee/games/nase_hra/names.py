"""What the numbers of Naše hra are called: its notation, and which fields hold cards."""

from collections.abc import Mapping, Sequence
from typing import Final

from referee.games.names import NUMBERS, FieldNames, Split, Texts, Values
from referee.games.nase_hra import actions
from referee.games.nase_hra.cards import card_text
from referee.games.notation import Notation

NOTATION: Final = Notation(actions.action_text, actions.parse_action, actions.event_text, card_text)


def _games(seen: Values) -> Sequence[int]:
    """The sizes of what is told of past games: who chose, and the points by seat."""
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
"""How the fields of an observation are written by names."""
