"""The finding about one thing that a machine has or lacks, as plain values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class FindingState(StrEnum):
    """How good or bad a finding is, from the best to the worst."""

    FINE = "fine"
    LIMITED = "limited"
    """It works, with less than there could be."""
    MISSING = "missing"
    """Not there, or too old; only what needs it cannot be done."""
    BROKEN = "broken"
    """Nothing can be played before it is mended."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found about one thing; the fields are the columns and the JSON of the command."""

    name: str
    state: FindingState
    found: str
    """What there is, in a sentence or less."""
    lacks: str = ""
    """What is not there, and what that costs; "" when nothing is lacking."""
    mend: str = ""
    """The command that mends it, or where to read on; "" when nothing does."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """The same as values, for programs."""


def playable(findings: Sequence[Finding]) -> bool:
    """Whether bots in Python can play here."""
    # A language that is missing is no obstacle to the others.
    return all(each.state is not FindingState.BROKEN for each in findings)
