"""Steps of the check of a bot, and the families in which they are listed."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from referee.testing.bot.findings import NotApplicable, Passed

if TYPE_CHECKING:
    from referee.testing.bot.bot_under_test import BotUnderTest

Finding = Passed | NotApplicable
Run = Callable[["BotUnderTest"], Awaitable[Finding]]
"""Takes the step.

Raises StepFailedError when the bot fails it, and NoLauncherError when the launcher that is to run
the bot's command cannot be started in the sandbox of this machine.
"""


@dataclass(frozen=True, slots=True)
class CheckStep:
    """One thing that is demanded of a bot, and the function that checks it."""

    name: str
    title: str
    """What a bot does that passes the step, such as "it answers under time pressure"."""
    family: str
    needs: tuple[str, ...]
    """Names of earlier steps. If one of them failed or was not reached, this step is not taken.

    It is taken if one of them was reached and found not applicable.
    """
    run: Run
    text: str
    """What the step does and demands, in a few sentences for the bot's author (docs/check.md)."""
    of_grpc: bool = False
    """Whether the step leaves out bots that read lines, which do not speak gRPC themselves."""


@dataclass(slots=True)
class Family:
    """Steps that belong together, in the order in which they are taken."""

    title: str
    steps: list[CheckStep] = field(default_factory=list)

    def step(
        self, name: str, title: str, *needs: str, of_grpc: bool = False
    ) -> Callable[[Run], Run]:
        """Return a decorator that adds a function as the family's next step.

        The function's docstring becomes the step's text. `needs` and `of_grpc` are described at
        CheckStep.
        """

        def enter(run: Run) -> Run:
            self.add(name, title, needs, run, run.__doc__ or "", of_grpc=of_grpc)
            return run

        return enter

    def add(
        self,
        name: str,
        title: str,
        needs: tuple[str, ...],
        run: Run,
        text: str,
        *,
        of_grpc: bool = False,
    ) -> None:
        """Add a function as the family's next step, with `text` in place of its docstring.

        This is for steps that a function makes, such as one for each game.
        """
        # The text may have line breaks, as a docstring has. In docs/check.md it stands in a cell of
        # a table, which must not have any.
        joined = " ".join(text.split())
        self.steps.append(CheckStep(name, title, self.title, needs, run, joined, of_grpc))
