"""`check_bot`, with which an author checks a bot before any tournament (docs/check.md)."""

from referee.testing.bot.bot_under_test import Settings
from referee.testing.bot.check import Watcher, check_bot, chosen
from referee.testing.bot.family import CheckStep
from referee.testing.bot.findings import Verdict
from referee.testing.bot.report import CheckReport, StepResult
from referee.testing.bot.steps import STEPS

__all__ = [
    "STEPS",
    "CheckReport",
    "CheckStep",
    "Settings",
    "StepResult",
    "Verdict",
    "Watcher",
    "check_bot",
    "chosen",
]
