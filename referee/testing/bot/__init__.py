"""`check_bot`: the steps that a bot's author takes alone, before any tournament."""

from referee.testing.bot.check import Watcher, check_bot, chosen
from referee.testing.bot.findings import Verdict
from referee.testing.bot.registry import Step
from referee.testing.bot.report import Report, Result
from referee.testing.bot.stage import Settings
from referee.testing.bot.steps import STEPS

__all__ = [
    "STEPS",
    "Report",
    "Result",
    "Settings",
    "Step",
    "Verdict",
    "Watcher",
    "check_bot",
    "chosen",
]
