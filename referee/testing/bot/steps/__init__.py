"""The steps of the check, a module for each family, and their order.

The docstring of a step is its text in docs/check.md (`python -m tests.check.page --write`). Only
the steps of `games`, which are made for each game, get their texts where they are added.
"""

from typing import Final

from referee.testing.bot.family import CheckStep
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
    for module in (folder, greeting, decisions, matches, games, clocks, series, endings, process)
    for step in module.FAMILY.steps
)
"""All steps, in the order in which they are taken."""
