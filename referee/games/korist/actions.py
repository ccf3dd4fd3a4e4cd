"""What a player of Kořist may do, as numbers and as text.

0-628 lay the set ("4 4 J"); 629-640 capture from the shadow offer ("shadow 7"); then "take",
"leave", "back", "discard"; 645-650 draw a pile of the supply ("pile 0", the leftmost); "deck";
"none".
"""

from typing import Final

from referee.games.korist.sets import SETS, parse_set, set_text
from referee.games.notation import NotationError

SUPPLY: Final = 6
"""How many piles a full supply has (KO-R8)."""
SHADOW_VALUES: Final = 12
"""Values of the shadow offer, 1 to 12: thirteens and jokers never lie in it (KO-21)."""

SHADOW: Final = SETS
"""SHADOW + v - 1 is the action that captures the group of value v."""
TAKE: Final = SHADOW + SHADOW_VALUES
LEAVE: Final = TAKE + 1
BACK: Final = LEAVE + 1
DISCARD: Final = BACK + 1
PILE: Final = DISCARD + 1
"""PILE + p is the action that draws pile p of the supply."""
DECK: Final = PILE + SUPPLY
NONE: Final = DECK + 1
ACTIONS: Final = NONE + 1

# Kept as a table, and its inverse: a text for each of 653 actions is little memory.
_TEXTS: Final = (
    *map(set_text, range(SETS)),
    *(f"shadow {value}" for value in range(1, SHADOW_VALUES + 1)),
    "take",
    "leave",
    "back",
    "discard",
    *(f"pile {pile}" for pile in range(SUPPLY)),
    "deck",
    "none",
)
_ACTIONS: Final = {text: action for action, text in enumerate(_TEXTS)}


def action_text(action: int) -> str:
    """The action's notation. Raises NotationError for a number that is no action."""
    if not 0 <= action < ACTIONS:
        raise NotationError(f"{action} is no action of Kořist: actions are 0 to {ACTIONS - 1}")
    return _TEXTS[action]


def parse_action(text: str) -> int:
    """The action of that notation. Raises NotationError."""
    action = _ACTIONS.get(text)
    if action is not None:
        return action
    if text[:1].isdigit() or text[:1] == "J":
        return parse_set(text)
    raise NotationError(
        f"{text!r} is no action of Kořist: write a set such as 4 4 J, shadow 7, take, leave, back, "
        "discard, pile 0, deck or none"
    )


def draw_actions(piles: int, *, deck: bool, optional: bool) -> tuple[int, ...]:
    """The actions of drawing from a supply of `piles` piles, with or without cards in the `deck`.

    With `optional` drawing nothing is one of them (KO-11).
    """
    return _DRAWS[piles][deck][optional]


def _draws(piles: int, *, deck: bool, optional: bool) -> tuple[int, ...]:
    return (*range(PILE, PILE + piles), *[DECK] * deck, *[NONE] * optional)


_DRAWS: Final = tuple(
    tuple(
        tuple(_draws(piles, deck=deck, optional=optional) for optional in (False, True))
        for deck in (False, True)
    )
    for piles in range(SUPPLY + 1)
)
