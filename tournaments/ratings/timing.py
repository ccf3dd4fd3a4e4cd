"""The times that entrants took for decisions.

These are measurements, which differ from run to run. So they are not in the rating table, which is
the same to the byte for the same matches.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from referee.record import Record


@dataclass(frozen=True, slots=True)
class Times:
    """The times of one entrant's decisions, in milliseconds."""

    decisions: int
    """How many decisions have a time: those for which an answer came in time. The answers of the
    random player that replaces a bot at fault are among them, with 0 ms each."""
    median_ms: float
    """The least time that at least half of the decisions did not exceed."""
    p99_ms: float
    """The least time that at least 99 % of the decisions did not exceed."""


def times(thought: Mapping[str, Sequence[float]]) -> dict[str, Times]:
    """The `Times` by entrant, from the milliseconds of its decisions; see `decision_times`.

    Sorted by name, without entrants that have no times.
    """
    return {name: _times(sorted(thought[name])) for name in sorted(thought) if thought[name]}


def _times(thought: Sequence[float]) -> Times:
    return Times(len(thought), _quantile(thought, 50), _quantile(thought, 99))


def _quantile(ordered: Sequence[float], percent: int) -> float:
    """The least value that at least `percent` % of the sorted values do not exceed."""
    # The index is rounded up, so that the result is a measured time and no mean of two.
    return ordered[-(-len(ordered) * percent // 100) - 1]


def decision_times(records: Iterable[Record]) -> dict[str, list[float]]:
    """By entrant: the milliseconds of its answers, in order, as `Measured.thought` has them."""
    by_entrant: dict[str, list[float]] = {}
    for record in records:
        for seat, milliseconds in record.measured.thought:
            by_entrant.setdefault(record.seats[seat].entrant, []).append(milliseconds)
    return by_entrant
