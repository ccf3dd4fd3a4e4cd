"""Looks at the files that builds of bots share: where they are, and how many bytes they take."""

from typing import Final

from referee.rpc.prebuilt import location, sizes
from tournaments.doctor.findings import Finding, FindingState
from tournaments.doctor.machine import amount

_NAME: Final = "shared builds"


def examine() -> Finding:
    """The finding on the files that confined builds share. They may be removed between builds."""
    place, by_language = location(), sizes()
    facts = {"folder": str(place), "bytes": by_language}
    if not by_language:
        return Finding(_NAME, FindingState.FINE, f"{place}, with nothing in it yet", facts=facts)
    amounts = ", ".join(f"{language} {amount(size)}" for language, size in by_language.items())
    found = f"{place}: {amounts}; may be removed while nothing is built"
    return Finding(_NAME, FindingState.FINE, found, facts=facts)
