"""How long the entrants thought: measured, so different in every run, and kept apart."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from referee.record import Record


@dataclass(frozen=True, slots=True)
class Times:
    """Of one entrant's decisions, in milliseconds."""

    decisions: int
    median_ms: float
    p99_ms: float
    """What 99 of 100 decisions did not exceed."""


def times(thought: Mapping[str, Sequence[float]]) -> dict[str, Times]:
    """Of milliseconds by entrant; in order of names, without those who never decided."""
    return {name: _times(sorted(thought[name])) for name in sorted(thought) if thought[name]}


def _times(thought: Sequence[float]) -> Times:
    return Times(len(thought), _quantile(thought, 50), _quantile(thought, 99))


def _quantile(ordered: Sequence[float], percent: int) -> float:
    """The least value that so many percent do not exceed."""
    return ordered[-(-len(ordered) * percent // 100) - 1]


def thought(records: Iterable[Record]) -> dict[str, list[float]]:
    """Milliseconds of every decision that was asked for, by entrant."""
    found: dict[str, list[float]] = {}
    for record in records:
        for seat, milliseconds in record.measured.thought:
            found.setdefault(record.seats[seat].entrant, []).append(milliseconds)
    return found
