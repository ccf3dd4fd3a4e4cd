"""The finding about one thing that a machine has or lacks, as plain values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class FindingState(StrEnum):
    """How good or bad a finding is, from the best to the worst."""

    FINE = "fine"
    LIMITED = "limited"
    """Works, but not as well as it could."""
    MISSING = "missing"
    """Not there, or too old. Only what needs it is impossible."""
    BROKEN = "broken"
    """With the usual options no bot in Python can play here before it is mended."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found about one thing; the fields are those of a finding in docs/doctor.md, JSON."""

    name: str
    state: FindingState
    found: str
    """What the machine has, in a sentence or less."""
    lacks: str = ""
    """What is not there, and what that costs; "" when nothing is lacking."""
    mend: str = ""
    """What to do: a command, where to read on, or advice; "" when nothing is lacking, or no remedy
    is known."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """What was found as plain values, for programs that read the JSON."""


def playable(findings: Sequence[Finding]) -> bool:
    """Whether bots in Python can play here."""
    # MISSING is no obstacle: it concerns the bots of one other language.
    return all(each.state is not FindingState.BROKEN for each in findings)
