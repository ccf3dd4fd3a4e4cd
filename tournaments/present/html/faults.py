"""Faults by entrant and cause, with what the bot last printed, as the page lists them."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from tournaments.present.faults import FaultGroup

WORDS = 4_000
"""Characters of a bot's last words that are shown, the last ones."""
CAUSES = 10
"""Causes that are shown for each entrant, the most frequent ones."""


def causes(groups: Iterable[FaultGroup]) -> list[FaultGroup]:
    """By entrant, the most frequent cause first."""
    order = sorted(groups, key=lambda each: (each.entrant, -each.times, each.text))
    return [replace(each, words=each.words[-WORDS:].strip()) for each in _most_frequent(order)]


def _most_frequent(order: Iterable[FaultGroup]) -> Iterator[FaultGroup]:
    seen: dict[str, int] = {}
    for cause in order:
        seen[cause.entrant] = seen.get(cause.entrant, 0) + 1
        if seen[cause.entrant] <= CAUSES:
            yield cause
