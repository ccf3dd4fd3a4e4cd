"""Decides when an entrant was at fault so often that the run goes on without it."""

from collections import Counter

from referee.evidence import Evidence
from referee.record import Record


class FaultCount:
    """In how many of its last matches, in a row, each entrant was at fault.

    The matches that a remote bot loses by one absence count once (docs/hosting.md).
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
        """By remote entrant: since when it was away, the last time that this was counted."""
        self._in_a_row: Counter[str] = Counter()
        self.withdrawn = withdrawn
        """Those that reached the limit; it only grows."""

    def note(self, record: Record) -> None:
        """Count the faults of a match that was just played."""
        # By entrant and not by seat: one that holds several seats played one match.
        at_fault = {record.seats[entry.seat].entrant for entry in record.faults}
        counted = {name for name in at_fault if self._is_known_absence(name, record)}
        for entrant in {seat.entrant for seat in record.seats} - counted:
            self._in_a_row[entrant] += 1
            if entrant not in at_fault:
                self._in_a_row[entrant] = 0
            elif self._in_a_row[entrant] >= self._limit:
                self.withdrawn |= {entrant}

    def _is_known_absence(self, entrant: str, record: Record) -> bool:
        if entrant not in self._remote:
            return False
        seats = (entry.seat for entry in record.faults)
        own = min(seat for seat in seats if record.seats[seat].entrant == entrant)
        # The beginning of an absence tells whether two matches were lost by the same one.
        since = record.measured.evidence.get(own, Evidence()).since
        known = bool(since) and self._absences.get(entrant) == since
        self._absences[entrant] = since
        return known
