"""What a step of the check can come to."""

from dataclasses import dataclass
from enum import StrEnum

from referee.errors import StychError


class Verdict(StrEnum):
    """What a step says of the bot; the values stand in reports."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_APPLICABLE = "not applicable"


@dataclass(frozen=True, slots=True)
class Passed:
    """The bot does what the step asks for; the remark says what was seen."""

    remark: str = ""


@dataclass(frozen=True, slots=True)
class NotApplicable:
    """The step has nothing to ask of this bot, for the reason given."""

    why: str


class NoLauncherError(StychError):
    """The Python that is to run the bot's command cannot be started in the sandbox."""


class StepFailedError(StychError):
    """The bot does not do what the step asks for.

    `advice` tells its author what to do. `output` is what the bot printed last, when that is known
    better here than by whoever runs the step.
    """

    def __init__(self, expected: str, received: str, advice: str, output: str = "") -> None:
        super().__init__(f"expected {expected}; received {received}")
        self.expected = expected
        self.received = received
        self.advice = advice
        self.output = output
