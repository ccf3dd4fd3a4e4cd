"""The results of a step of the check.

A step returns Passed or NotApplicable, or raises StepFailedError or NoLauncherError.
"""

from dataclasses import dataclass
from enum import StrEnum

from referee.errors import StychError


class Verdict(StrEnum):
    """The result of a step as a report has it; the values are those of the report's JSON."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_APPLICABLE = "not applicable"
    """Also the verdict of a step that was not taken, or whose launcher could not be started."""


@dataclass(frozen=True, slots=True)
class Passed:
    """The bot does what the step demands. The remark has a figure or a detail; "" for none."""

    remark: str = ""


@dataclass(frozen=True, slots=True)
class NotApplicable:
    """The step does not apply to this bot; `why` is the reason."""

    why: str


class NoLauncherError(StychError):
    """The launcher, which is to run the bot's command, cannot be started on this machine.

    The step then tells nothing about the bot: its verdict is NOT_APPLICABLE.
    """


class StepFailedError(StychError):
    """The bot does not do what the step demands.

    `expected` is what the bot should have done, `received` what it did instead, `advice` what its
    author can do; each is a phrase without a full stop. `output` is what the bot, or its build,
    printed last; if it is "", the report has the output that `BotUnderTest.last_words` returns.
    """

    def __init__(self, expected: str, received: str, advice: str, output: str = "") -> None:
        super().__init__(f"expected {expected}; received {received}")
        self.expected = expected
        self.received = received
        self.advice = advice
        self.output = output
