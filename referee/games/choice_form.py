"""A decision as a form with native controls: what a person ticks and presses instead of notation.

A form works without a script: cards to tick, and buttons that send it. What was ticked is an
action only when the game's own legal actions have it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from referee.errors import InvalidError

Picks = Mapping[str, Sequence[str]]
"""What was chosen, by the name of the group: the values of the options."""

CARD: Final = "card"
"""The group of the cards that are chosen from."""
BUTTON: Final = "act"
"""The group of the buttons, where there is one: what is pressed counts before what is ticked."""


class PickError(InvalidError):
    """What was chosen is no legal action; the text is a sentence for the person."""


class Control(StrEnum):
    """How the options of a group are chosen."""

    ONE = "radio"
    """One of them."""
    SOME = "checkbox"
    """Any number of them."""
    BUTTON = "submit"
    """One of them, and that sends the form."""


@dataclass(frozen=True, slots=True)
class ChoiceOption:
    """One thing to choose: a card, a place or a word."""

    value: str
    """What the form sends for it."""
    label: str
    """Its name in words."""
    face: str = ""
    """The key of the card's face; "" for what is no card."""
    zone: str = ""
    """The key of the zone in the scene where it is; "" for none."""
    note: str = ""
    """What is worth knowing of it."""
    closed: str = ""
    """Why it cannot be chosen now; "" when it can."""
    is_chosen: bool = False
    """Whether it is chosen from the start."""


@dataclass(frozen=True, slots=True)
class ChoiceGroup:
    """Options of which one or some are chosen."""

    name: str
    label: str
    control: Control
    options: tuple[ChoiceOption, ...]


@dataclass(frozen=True, slots=True)
class ChoiceForm:
    """All that a person is asked at one decision."""

    question: str
    groups: tuple[ChoiceGroup, ...]
    verb: str = ""
    """What the button says that sends what is ticked; "" where other buttons send the form."""

    @property
    def options(self) -> tuple[ChoiceOption, ...]:
        """The options of all groups."""
        return tuple(option for group in self.groups for option in group.options)


def only(picks: Picks, name: str) -> str:
    """The one value that was chosen in the group; "" for none or for several."""
    # A form may send a name several times, or not at all.
    values = picks.get(name, ())
    return values[0] if len(values) == 1 else ""
