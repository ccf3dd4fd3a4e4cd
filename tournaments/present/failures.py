"""Entrants that mostly failed: what has to be known before a table is read."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from referee.record import Record
from tournaments.ratings.standings import StandingsTable

_WITHDRAWN = "withdrawn"
"""The kind of fault of matches for which a bot was not even asked."""


@dataclass(frozen=True, slots=True)
class Failure:
    """An entrant that failed in more than half of its matches."""

    entrant: str
    failed: int
    """In how many of its matches it was at fault; those that it forfeited unasked too."""
    matches: int
    kind: str
    text: str
    """The most frequent fault that it was asked for."""

    def sentence(self) -> str:
        """What happened, as a clause without an end."""
        of = f"{self.failed} of {self.matches} matches"
        return f"{self.entrant} failed in {of}, mostly so: {self.kind}, {self.text}"


def failures(table: StandingsTable, faulty: Iterable[Record]) -> Iterator[Failure]:
    """The entrants that failed in more than half of their matches, in the order of the table.

    `faulty` are the records of the matches with faults.
    """
    causes: dict[str, Counter[tuple[str, str]]] = {}
    failed: dict[str, set[str]] = {}
    for record in faulty:
        for entry in record.faults:
            entrant = record.seats[entry.seat].entrant
            failed.setdefault(entrant, set()).add(record.id)
            what = (str(entry.fault.kind), entry.fault.text)
            causes.setdefault(entrant, Counter())[what] += entry.fault.kind != _WITHDRAWN
    for line in table.standings:
        times = len(failed.get(line.entrant, ()))
        if 2 * times > line.matches:
            [((kind, text), _)] = causes[line.entrant].most_common(1)
            yield Failure(line.entrant, times, line.matches, kind, text)
