"""Looks at what builds of bots begin with: where it is kept, and how much of it."""

from typing import Final

from referee.rpc.prebuilt import location, sizes
from tournaments.doctor.findings import Finding, FindingState
from tournaments.doctor.machine import amount

_NAME: Final = "shared builds"


def examine() -> Finding:
    """The finding on what confined builds share, which may be removed at any time."""
    place, kept = location(), sizes()
    facts = {"folder": str(place), "bytes": kept}
    if not kept:
        return Finding(_NAME, FindingState.FINE, f"{place}, with nothing in it yet", facts=facts)
    each = ", ".join(f"{language} {amount(size)}" for language, size in kept.items())
    found = f"{place}: {each}; may be removed while nothing is built"
    return Finding(_NAME, FindingState.FINE, found, facts=facts)
