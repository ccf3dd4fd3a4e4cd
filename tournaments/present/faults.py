"""The faults of entrants, counted by kind and text, and the entrants that mostly failed."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from referee.evidence import Evidence
from referee.record import Record
from tournaments.core.results import PlayedMatch
from tournaments.ratings.standings import StandingsTable

_WITHDRAWN = "withdrawn"
"""The kind of fault in matches that a bot lost unasked, as it had been withdrawn before."""


@dataclass(slots=True)
class FaultGroup:
    """Faults of one entrant that have the same kind and the same text, counted."""

    entrant: str
    kind: str
    text: str
    first: str
    """The id of the first match with this fault."""
    times: int = 0
    """The number of faults; at least that of the matches."""
    words: str = ""
    """What the bot had last printed at the first of these; "" if nothing, or if it is secret."""
    matches: set[str] = field(default_factory=set)
    """The ids of the matches with this fault."""


@dataclass(frozen=True, slots=True)
class Failure:
    """An entrant that was at fault in more than half of its matches that count."""

    entrant: str
    failed: int
    """In how many of these matches it was at fault, those after it was withdrawn included."""
    matches: int
    """How many of its matches count, without those lost by the fault of a partner in its team."""
    kind: str
    """Of its faults in these matches, the kind of the one that is most frequent in all its matches;
    "withdrawn" only if these have no other."""
    text: str
    """What happened at this fault, in words."""

    def sentence(self) -> str:
        """What happened, as a sentence without its full stop."""
        share = f"{self.failed} of {self.matches} matches"
        return f"{self.entrant} failed in {share}, mostly so: {self.kind}, {self.text}"


def fault_groups(faulty: Iterable[Record], secret: Collection[int] = ()) -> list[FaultGroup]:
    """The faults in these records, grouped, in the order of the first fault of each group.

    `secret` are boards that are still played: nothing that a bot printed on them is quoted.
    """
    groups: dict[tuple[str, str, str], FaultGroup] = {}
    for record in faulty:
        for entry in record.faults:
            key = (record.seats[entry.seat].entrant, str(entry.fault.kind), entry.fault.text)
            group = groups.setdefault(key, FaultGroup(*key, first=record.id))
            group.times += 1
            group.matches.add(record.id)
            # What a bot printed may name cards of a board that others are still to play.
            if group.times == 1 and record.board not in secret:
                group.words = record.measured.evidence.get(entry.seat, Evidence()).words
    return list(groups.values())


def failures(
    table: StandingsTable, counted: Sequence[PlayedMatch], groups: Iterable[FaultGroup]
) -> Iterator[Failure]:
    """The failures, at most one of an entrant, in the order of the table.

    `counted` are the matches that the table counts; `groups` are the faults of all matches.
    """
    ids = {match.fixture.id for match in counted}
    matches = _matches_of_entrants(counted)
    by_entrant: dict[str, list[FaultGroup]] = {}
    for group in groups:
        by_entrant.setdefault(group.entrant, []).append(group)
    for line in table.standings:
        own_groups = by_entrant.get(line.entrant, [])
        failed = ids.intersection(chain.from_iterable(each.matches for each in own_groups))
        if 2 * len(failed) > matches[line.entrant]:
            most = max((each for each in own_groups if ids & each.matches), key=_weight)
            yield Failure(line.entrant, len(failed), matches[line.entrant], most.kind, most.text)


def _matches_of_entrants(counted: Iterable[PlayedMatch]) -> Counter[str]:
    """By entrant: its number of these matches, without those lost by the fault of a partner."""
    # Not from the table, which counts a match once for each seat that the entrant holds in it.
    matches: Counter[str] = Counter()
    for match in counted:
        names = set(match.fixture.seats)
        if match.fixture.block.teams and match.result.faults:
            names = {name for name, _ in match.result.faults}
        matches.update(names)
    return matches


def _weight(group: FaultGroup) -> int:
    """The number of faults; 0 for losses by withdrawal, which only follow from other faults."""
    return 0 if group.kind == _WITHDRAWN else group.times
