"""How long entrants took for decisions: measured, so it differs from run to run.

It is kept apart from the table, which is the same to the byte for the same matches.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from referee.record import Record


@dataclass(frozen=True, slots=True)
class Times:
    """The times of one entrant's decisions, in milliseconds."""

    decisions: int
    """How many were asked for; forced moves are not among them."""
    median_ms: float
    p99_ms: float
    """What 99 of 100 decisions did not exceed."""


def times(thought: Mapping[str, Sequence[float]]) -> dict[str, Times]:
    """Times from milliseconds by entrant; in order of names, without those who never decided."""
    return {name: _times(sorted(thought[name])) for name in sorted(thought) if thought[name]}


def _times(thought: Sequence[float]) -> Times:
    return Times(len(thought), _quantile(thought, 50), _quantile(thought, 99))


def _quantile(ordered: Sequence[float], percent: int) -> float:
    """The least value that so many percent do not exceed."""
    # Rounded up, so that it is a time that was measured and no mean of two.
    return ordered[-(-len(ordered) * percent // 100) - 1]


def thought(records: Iterable[Record]) -> dict[str, list[float]]:
    """Milliseconds of every decision that was asked for, by entrant."""
    found: dict[str, list[float]] = {}
    for record in records:
        for seat, milliseconds in record.measured.thought:
            found.setdefault(record.seats[seat].entrant, []).append(milliseconds)
    return found
