"""Folders of bots, and what a check says of them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from referee.conduct import Conduct
from referee.testing.bot import CheckReport, Settings, StepResult, Verdict, Watcher, check_bot
from tests.check.acting import Actor, acted

IMPATIENT = Settings(quick=True, quiet_s=0.1, exit_s=1.0, reconnect_s=1)
"""For actors, who do at once what they do at all."""
HASTY = Conduct(decision_ms=400, bank_ms=0, grace_ms=0, start_ms=400)
"""For actors that never do what they are waited for."""
FOREVER = 3600.0
"""Seconds that no test waits for."""


@dataclass(frozen=True)
class Bad:
    """An actor, and words out of what the check says that it received."""

    actor: type[Actor]
    received: str
    settings: Settings = IMPATIENT


def bot_folder(folder: Path, plays: Sequence[str] = Actor.games, **lines: str) -> Path:
    """A folder with a bot.toml; further keys, or others, are given as TOML values."""
    folder.mkdir(parents=True, exist_ok=True)
    values = {"name": '"actor"', "version": '"1"', "command": '"python bot.py"'}
    values |= {"games": str(list(plays))} | lines
    (folder / "bot.toml").write_text("".join(f"{key} = {value}\n" for key, value in values.items()))
    return folder


async def check_actor(
    folder: Path,
    actor: type[Actor],
    *only: str,
    settings: Settings = IMPATIENT,
    watcher: Watcher | None = None,
    **lines: str,
) -> CheckReport:
    """What the check says of an actor in these steps, and those that they need."""
    bot = bot_folder(folder, actor.games, **lines)
    with acted(actor):
        return await check_bot(bot, replace(settings, only=only), watcher)


def failed(report: CheckReport) -> list[str]:
    """The names of the steps that failed."""
    return [each.step.name for each in report.results if each.verdict is Verdict.FAILED]


def result(report: CheckReport, name: str) -> StepResult:
    """What became of the step."""
    return next(each for each in report.results if each.step.name == name)
