"""Names for the numbers of Hearts, for bots that read lines."""

from collections.abc import Mapping, Sequence
from typing import Final

from referee.games.names import NUMBERS, FieldNames, Split, Texts, Values
from stych_hearts.cards import card_text


def _rounds(seen: Values) -> Sequence[int]:
    """The number of items for each past round: the points of each seat."""
    seats = len(seen["totals"])
    return [seats] * (len(seen["past_rounds"]) // seats)


_CARDS: Final = Texts(card_text)
FIELDS: Final[Mapping[str, FieldNames]] = {
    **dict.fromkeys(("trick", "hand", "passed", "received"), _CARDS),
    **dict.fromkeys(("earlier_passed", "earlier_received"), _CARDS),
    "past_rounds": Split(NUMBERS, _rounds, "Points by seat of each round that is over."),
}
"""The fields that are written with names or as lists of parts, for bots that read lines."""
