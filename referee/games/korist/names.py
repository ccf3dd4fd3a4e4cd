"""Names for the numbers of Kořist: its notation, and which fields hold cards and sets."""

from collections.abc import Mapping
from typing import Final

from referee.games.korist import actions, events
from referee.games.korist.cards import KINDS, kind_text, number_text
from referee.games.korist.sets import set_text
from referee.games.names import CountsOfCards, FieldNames, Split, Texts
from referee.games.notation import Notation

NOTATION: Final = Notation(
    actions.action_text, actions.parse_action, events.event_text, number_text
)
_KINDS: Final = [kind_text(kind) for kind in range(1, KINDS + 1)]
_SETS: Final = Texts(set_text)
FIELDS: Final[Mapping[str, FieldNames]] = {
    "shadow": CountsOfCards(_KINDS, "The shadow offer; empty when more than two play."),
    "discard": CountsOfCards(_KINDS, "The discard pile."),
    "hand": CountsOfCards(_KINDS, "Its hand."),
    "known": Split(
        CountsOfCards(_KINDS),
        KINDS,
        "By seat the cards that everybody knows to be in the hand, since they went in openly and"
        " were not laid since.",
    ),
    "captured_layer": _SETS,
    "layers": Split(
        _SETS, lambda seen: seen["layout_sizes"], "By seat the layers, the top one last."
    ),
    "supply": Split(
        Texts(kind_text),
        lambda seen: seen["pile_sizes"],
        "The piles of the supply from left to right, each with its lowest card first.",
    ),
}
"""The fields that are written with names or as lists of parts, for bots that read lines."""
