"""Named steps in families: a step is a function from a bot under test to a finding."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from inspect import cleandoc
from typing import TYPE_CHECKING

from referee.testing.bot.findings import NotApplicable, Passed

if TYPE_CHECKING:
    from referee.testing.bot.bot_under_test import BotUnderTest

Finding = Passed | NotApplicable
Run = Callable[["BotUnderTest"], Awaitable[Finding]]
"""Takes the step. Raises StepFailedError when the bot fails it."""


@dataclass(frozen=True, slots=True)
class CheckStep:
    """One thing that is asked of a bot, and how it is found out."""

    name: str
    title: str
    family: str
    needs: tuple[str, ...]
    """Names of the steps without which this one cannot be reached."""
    run: Run
    text: str
    """What is done and demanded, in a sentence or two, for the bot's author (docs/check.md)."""


@dataclass(slots=True)
class Family:
    """Steps that belong together, in the order in which they are taken."""

    title: str
    steps: list[CheckStep] = field(default_factory=list)

    def step(self, name: str, title: str, *needs: str) -> Callable[[Run], Run]:
        """Enter the function as the family's next step; its docstring is the step's text.

        `needs` are the names of steps that have to be passed before.
        """

        def enter(run: Run) -> Run:
            self.add(name, title, needs, run, cleandoc(run.__doc__ or ""))
            return run

        return enter

    def add(self, name: str, title: str, needs: tuple[str, ...], run: Run, text: str) -> None:
        """Enter a step that is made by a function, such as one for each game."""
        # A docstring has line breaks, a cell of the page's table must not.
        joined = " ".join(text.split())
        self.steps.append(CheckStep(name, title, self.title, needs, run, joined))
