"""The faults of entrants, counted by what happened."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from referee.evidence import Evidence
from referee.record import Record
from tournaments.ratings.standings import StandingsTable

_WITHDRAWN = "withdrawn"
"""The kind of fault of matches for which a bot was not even asked."""


@dataclass(slots=True)
class FaultGroup:
    """What an entrant did wrong, and how often."""

    entrant: str
    kind: str
    text: str
    first: str
    """The match in which it happened first."""
    times: int = 0
    words: str = ""
    """What the bot last printed in the first of these matches; measured."""
    matches: set[str] = field(default_factory=set)
    """The matches in which it happened."""


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


def fault_groups(faulty: Iterable[Record], secret: Collection[int] = ()) -> list[FaultGroup]:
    """The faults in these records, in the order in which each happened first.

    Nothing is quoted from boards that are `secret`.
    """
    found: dict[tuple[str, str, str], FaultGroup] = {}
    for record in faulty:
        for entry in record.faults:
            key = (record.seats[entry.seat].entrant, str(entry.fault.kind), entry.fault.text)
            group = found.setdefault(key, FaultGroup(*key, first=record.id))
            group.times += 1
            group.matches.add(record.id)
            # What a bot printed may tell cards of a board that others have still to play.
            if group.times == 1 and record.board not in secret:
                group.words = record.measured.evidence.get(entry.seat, Evidence()).words
    return list(found.values())


def failures(table: StandingsTable, groups: Iterable[FaultGroup]) -> Iterator[Failure]:
    """The entrants that failed in more than half of their matches, in the order of the table."""
    own: dict[str, list[FaultGroup]] = {}
    for group in groups:
        own.setdefault(group.entrant, []).append(group)
    for line in table.standings:
        theirs = own.get(line.entrant, [])
        failed = set[str]().union(*(group.matches for group in theirs))
        if 2 * len(failed) > line.matches:
            most = max(theirs, key=lambda each: each.times * (each.kind != _WITHDRAWN))
            yield Failure(line.entrant, len(failed), line.matches, most.kind, most.text)
