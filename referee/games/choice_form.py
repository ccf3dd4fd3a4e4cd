"""A decision as an HTML form, so that a person need not know the notation of actions.

A form has cards to choose and buttons that send it, and works without a script. The choices count
only if they stand for a legal action: `GamePicture.chosen` checks that.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from referee.errors import InvalidError

Picks = Mapping[str, Sequence[str]]
"""The values of the chosen options, by the name of their group."""

CARD: Final = "card"
"""The name of the group of cards to choose from."""
BUTTON: Final = "act"
"""The name of the group of buttons. When one is pressed, the chosen card is ignored."""


class PickError(InvalidError):
    """The choices stand for no legal action; the text tells the person so."""


class Control(StrEnum):
    """How the options of a group are chosen."""

    ONE = "radio"
    """Exactly one option is chosen."""
    SOME = "checkbox"
    """Any number of options is chosen."""
    BUTTON = "submit"
    """Each option is a button, which sends the form."""


@dataclass(frozen=True, slots=True)
class ChoiceOption:
    """An option of a form: a card, a place, or words such as an action or a flag."""

    value: str
    """The value that the form sends for the option."""
    label: str
    """The option's name in words."""
    face: str = ""
    """The key of the card's face; "" for an option that is no card."""
    zone: str = ""
    """The key of the zone of the scene that the option belongs to; "" for none."""
    note: str = ""
    """A note beside the option; "" for none."""
    why_closed: str = ""
    """Why the option cannot be chosen now, as a clause; "" when it can."""
    is_chosen: bool = False
    """Whether the option is chosen when the form is shown."""


@dataclass(frozen=True, slots=True)
class ChoiceGroup:
    """Options that are chosen by the same kind of control."""

    name: str
    """The key of the group in `Picks`, and the name of its inputs in HTML."""
    label: str
    """The heading of the group; "" for none."""
    control: Control
    options: tuple[ChoiceOption, ...]


@dataclass(frozen=True, slots=True)
class ChoiceForm:
    """The form of one decision, with its question."""

    question: str
    groups: tuple[ChoiceGroup, ...]
    verb: str = ""
    """The label of the button that sends the choices; "" if a group's buttons send the form."""

    @property
    def options(self) -> tuple[ChoiceOption, ...]:
        """The options of all groups."""
        return tuple(option for group in self.groups for option in group.options)


def only(picks: Picks, name: str) -> str:
    """The single value chosen in the group `name`; "" if there is none or more than one."""
    # A form may send a name several times, or not at all.
    values = picks.get(name, ())
    return values[0] if len(values) == 1 else ""
