"""The faults that a page lists: by entrant and cause, with what the bot had last printed."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from tournaments.present.faults import FaultGroup

_MOST_CHARACTERS = 4_000
"""The most characters that are shown of what a bot had last printed: the last ones."""
MOST_CAUSES = 10
"""The most causes that are shown for an entrant: the most frequent ones."""


def causes(groups: Iterable[FaultGroup]) -> list[FaultGroup]:
    """The groups to list, cut to both limits: by entrant, the most frequent ones first."""
    in_order = sorted(groups, key=lambda each: (each.entrant, -each.times, each.text))
    return [
        replace(each, words=each.words[-_MOST_CHARACTERS:].strip())
        for each in _most_frequent(in_order)
    ]


def _most_frequent(in_order: Iterable[FaultGroup]) -> Iterator[FaultGroup]:
    seen: dict[str, int] = {}
    for cause in in_order:
        seen[cause.entrant] = seen.get(cause.entrant, 0) + 1
        if seen[cause.entrant] <= MOST_CAUSES:
            yield cause
