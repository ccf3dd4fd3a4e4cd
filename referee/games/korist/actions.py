"""The actions of a player of Kořist, as numbers and as text.

0-628 lay the set of that number ("4 4 J"). 629-640 capture the group of value 1-12 from the shadow
offer ("shadow 7"). 641-644 are "take", "leave", "back" and "discard". 645-650 draw a pile of the
supply ("pile 0" is the leftmost). 651 is "deck", 652 is "none".
"""

from typing import Final

from referee.games.korist.sets import SETS, parse_set, set_text
from referee.games.notation import NotationError

SUPPLY_PILES: Final = 6
"""The number of piles in a full supply (KO-R8)."""
SHADOW_VALUES: Final = 12
"""The shadow offer has the values 1 to 12: thirteens and jokers never lie in it (KO-21)."""

SHADOW: Final = SETS
"""SHADOW + v - 1 is the action that captures the group of value v."""
TAKE: Final = SHADOW + SHADOW_VALUES
"""TAKE and LEAVE are the captor's choices, BACK and DISCARD the victim's (KO-7)."""
LEAVE: Final = TAKE + 1
BACK: Final = LEAVE + 1
DISCARD: Final = BACK + 1
PILE: Final = DISCARD + 1
"""PILE + p is the action that draws pile p of the supply."""
DECK: Final = PILE + SUPPLY_PILES
"""Draws the top card of the deck (KO-10)."""
NONE: Final = DECK + 1
"""Draws nothing in a turn without a capture (KO-11)."""
ACTIONS: Final = NONE + 1
"""The number of actions: they are 0 to ACTIONS - 1."""

# The texts and their inverse are made once: 653 short texts take little memory.
_TEXTS: Final = (
    *map(set_text, range(SETS)),
    *(f"shadow {value}" for value in range(1, SHADOW_VALUES + 1)),
    "take",
    "leave",
    "back",
    "discard",
    *(f"pile {pile}" for pile in range(SUPPLY_PILES)),
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
    """The action whose notation is `text`. Raises NotationError when there is none."""
    action = _ACTIONS.get(text)
    if action is not None:
        return action
    # Only a set can begin like this; parse_set says what is wrong with it.
    if text[:1].isdigit() or text[:1] == "J":
        return parse_set(text)
    raise NotationError(
        f"{text!r} is no action of Kořist: write a set such as 4 4 J, shadow 7, take, leave, back, "
        "discard, pile 0, deck or none"
    )


def draw_actions(piles: int, *, deck: bool, optional: bool) -> tuple[int, ...]:
    """The legal actions of a seat that draws, ascending.

    `piles` is the number of piles in the supply, `deck` says whether the deck has cards. With
    `optional` the seat may also draw nothing (KO-11).
    """
    return _DRAWS[piles][deck][optional]


def _draws(piles: int, *, deck: bool, optional: bool) -> tuple[int, ...]:
    actions = [*range(PILE, PILE + piles)]
    if deck:
        actions.append(DECK)
    if optional:
        actions.append(NONE)
    return tuple(actions)


# Every draw asks for one of these tuples, so all of them are made once.
_DRAWS: Final = tuple(
    tuple(
        tuple(_draws(piles, deck=deck, optional=optional) for optional in (False, True))
        for deck in (False, True)
    )
    for piles in range(SUPPLY_PILES + 1)
)
