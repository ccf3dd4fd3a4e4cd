"""The steps of the check, a file for each family; here is their order."""

from typing import Final

from referee.testing.bot.registry import CheckStep
from referee.testing.bot.steps import (
    clocks,
    decisions,
    endings,
    folder,
    games,
    greeting,
    matches,
    process,
    series,
)

STEPS: Final[tuple[CheckStep, ...]] = tuple(
    step
    for room in (folder, greeting, decisions, matches, games, clocks, series, endings, process)
    for step in room.FAMILY.steps
)
"""All steps, in the order in which they are taken."""
