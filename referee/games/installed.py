"""Which installed packages have games.

It needs the standard library alone, as the sandbox asks it what a Python bot has to read.
"""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINTS: Final = "stych.games"
"""The group of entry points in which packages name their games."""


def entries() -> "list[EntryPoint]":
    """The entry points of all games from packages, sorted by name."""
    # Loaded only here: it is slow, and most of what loads this module never asks.
    from importlib.metadata import entry_points

    # Sorted, as the order in which packages are found differs between machines.
    return sorted(entry_points(group=ENTRY_POINTS))


def entry(game: str, place: str) -> "EntryPoint":
    """The entry point that names the game there, such as "stych_hearts:GAME"."""
    from importlib.metadata import EntryPoint

    return EntryPoint(game, place, ENTRY_POINTS)


def packages() -> tuple[str, ...]:
    """The names of the packages that the entry points lead to, sorted, each once."""
    # The package at the top, since importing a module of it loads that first.
    return tuple(sorted({entry.module.partition(".")[0] for entry in entries()}))
