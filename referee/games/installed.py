"""Which installed packages have games. It needs the standard library alone, for the sandbox."""

from importlib.metadata import EntryPoint, entry_points
from typing import Final

ENTRY_POINTS: Final = "stych.games"
"""The group in which packages name their games."""


def entries() -> list[EntryPoint]:
    """The entry points of all games of packages, by name."""
    return sorted(entry_points(group=ENTRY_POINTS))


def packages() -> tuple[str, ...]:
    """The packages that the entry points lead to, by name, each once."""
    return tuple(sorted({entry.module.partition(".")[0] for entry in entries()}))
