"""Decides when a run goes on without an entrant, after several faulty matches in a row."""

from collections import Counter

from referee.evidence import Evidence
from referee.record import Record


class FaultCount:
    """Counts, for each entrant, the latest matches in a row in which it was at fault.

    All matches that a remote bot loses by one absence count as one (docs/hosting.md).
    """

    def __init__(
        self,
        limit: int,
        remote: frozenset[str] = frozenset(),
        withdrawn: frozenset[str] = frozenset(),
    ) -> None:
        self._limit = limit
        self._remote = remote
        self._absences: dict[str, str] = {}
        """By remote entrant: the beginning of the absence by which it lost its last faulty match,
        as a text; "" if there was no absence."""
        self._in_a_row: Counter[str] = Counter()
        self.withdrawn = withdrawn
        """The entrants that were withdrawn before or have reached the limit; none is taken out."""

    def note(self, record: Record) -> None:
        """Count the faults of a match that was just played."""
        # By entrant and not by seat: an entrant that holds several seats has played one match.
        at_fault = {record.seats[entry.seat].entrant for entry in record.faults}
        counted_before = {name for name in at_fault if self._is_known_absence(name, record)}
        for entrant in {seat.entrant for seat in record.seats} - counted_before:
            self._in_a_row[entrant] += 1
            if entrant not in at_fault:
                self._in_a_row[entrant] = 0
            elif self._in_a_row[entrant] >= self._limit:
                self.withdrawn |= {entrant}

    def _is_known_absence(self, entrant: str, record: Record) -> bool:
        """Whether the absence that lost the match was counted before; notes that it is now."""
        if entrant not in self._remote:
            return False
        seats = (entry.seat for entry in record.faults)
        first = min(seat for seat in seats if record.seats[seat].entrant == entrant)
        # Two matches were lost by the same absence if it began at the same moment in both.
        since = record.measured.evidence.get(first, Evidence()).since
        is_known = bool(since) and self._absences.get(entrant) == since
        self._absences[entrant] = since
        return is_known
