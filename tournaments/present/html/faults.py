"""Faults by entrant and cause, with what the bot last printed."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from referee.evidence import Evidence
from referee.record import Record

WORDS = 4_000
"""Characters of a bot's last words that are shown, the last ones."""
CAUSES = 10
"""Causes that are shown for each entrant, the most frequent ones."""


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


def causes(faulty: Iterable[Record], secret: Collection[int]) -> list[FaultGroup]:
    """By entrant, the most frequent cause first. Nothing is quoted from boards that are secret."""
    found: dict[tuple[str, str, str], FaultGroup] = {}
    for record in faulty:
        for entry in record.faults:
            entrant, fault = record.seats[entry.seat].entrant, entry.fault
            key = (entrant, str(fault.kind), fault.text)
            cause = found.setdefault(key, FaultGroup(*key, first=record.id))
            cause.times += 1
            # What a bot printed may tell cards of a board that others have still to play.
            if cause.first == record.id and record.board not in secret:
                words = record.measured.evidence.get(entry.seat, Evidence()).words
                cause.words = words[-WORDS:].strip()
    order = sorted(found.values(), key=lambda each: (each.entrant, -each.times, each.text))
    return list(_most_frequent(order))


def _most_frequent(order: Iterable[FaultGroup]) -> Iterable[FaultGroup]:
    seen: dict[str, int] = {}
    for cause in order:
        seen[cause.entrant] = seen.get(cause.entrant, 0) + 1
        if seen[cause.entrant] <= CAUSES:
            yield cause
