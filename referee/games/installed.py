"""Finds the games of installed packages, by their entry points.

This module imports only the standard library, since the sandbox uses it: a Python bot must be able
to read these packages.
"""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINTS: Final = "stych.games"
"""The group of entry points in which packages name their games."""


def entries() -> "list[EntryPoint]":
    """The entry points of all games from packages, sorted by name."""
    # Imported here, since the import is slow and most programs that load this module never call
    # this function.
    from importlib.metadata import entry_points

    # Sorted, as the order in which packages are found differs between machines.
    return sorted(entry_points(group=ENTRY_POINTS))


def entry(game: str, place: str) -> "EntryPoint":
    """An entry point for the game `game` at `place`, such as "stych_hearts:GAME"."""
    from importlib.metadata import EntryPoint

    return EntryPoint(game, place, ENTRY_POINTS)


def packages() -> tuple[str, ...]:
    """The top-level packages that the entry points of games lead to, sorted, each once."""
    # The top-level package, since Python loads it before any module in it.
    return tuple(sorted({entry.module.partition(".")[0] for entry in entries()}))
