"""The check of a bot: takes the steps in order, whatever the bot does, and returns the report."""

import asyncio
import tempfile
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from referee.testing.bot.bot_under_test import BotUnderTest, Settings
from referee.testing.bot.family import CheckStep
from referee.testing.bot.findings import (
    NoLauncherError,
    NotApplicable,
    StepFailedError,
    Verdict,
)
from referee.testing.bot.report import CheckReport, StepResult
from referee.testing.bot.steps import STEPS

_NO_CLOCK = ("manifest", "build", "build-again")
"""Steps whose time does not count towards the limit of the check: builds have a limit of their own,
and `manifest` reads all files of the bot."""
_BRIDGED = "it reads lines, and a bridge speaks gRPC for it"


class Watcher(Protocol):
    """Is called at the beginning and the end of each step, for example to show them on a screen."""

    def begins(self, step: CheckStep) -> None:
        """Called before each step, also if it is then not taken."""

    def ends(self, result: StepResult) -> None:
        """Called with the result of each step."""


class _NoWatcher:
    def begins(self, step: CheckStep) -> None:
        del step

    def ends(self, result: StepResult) -> None:
        del result


async def check_bot(
    folder: Path, settings: Settings | None = None, watcher: Watcher | None = None
) -> CheckReport:
    """Start the bot in the folder and take all steps with it, or those that `settings` name.

    Nothing that the bot does raises an error, and the check always ends. Afterwards the processes
    of the bot are ended and its temporary folders removed; what its build has made stays. Raises
    KeyError for a name in `settings.only` that no step has, and OSError when no temporary folder
    can be made.
    """
    settings, watcher = settings or Settings(), watcher or _NoWatcher()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        async with BotUnderTest(folder, settings, Path(scratch)) as tested:
            results = await _Check(tested, watcher).take(chosen(settings.only))
            level = settings.confining.isolation.level if settings.confining else "off"
            return CheckReport(folder, tested.manifest, settings.quick, results, level)


def chosen(only: Collection[str]) -> list[CheckStep]:
    """The steps named in `only` and those that they need, in their order; all if `only` is empty.

    Raises KeyError for a name that no step has.
    """
    by_name = {step.name: step for step in STEPS}
    wanted = list(only) or list(by_name)
    for name in wanted:
        # The list grows while it is walked, so that the needs of needs are added as well.
        wanted += [each for each in by_name[name].needs if each not in wanted]
    return [step for step in STEPS if step.name in wanted]


class _Check:
    def __init__(self, tested: BotUnderTest, watcher: Watcher) -> None:
        self._tested = tested
        self._watcher = watcher
        self._seconds_left = tested.settings.limit_s
        self._stopped: dict[str, CheckStep] = {}
        """By name of a step that failed or was not reached: the step whose failure stopped it."""

    async def take(self, steps: Sequence[CheckStep]) -> list[StepResult]:
        """Take the steps one after another."""
        results = []
        for step in steps:
            self._watcher.begins(step)
            result = await self._reach(step)
            self._watcher.ends(result)
            results.append(result)
        return results

    async def _reach(self, step: CheckStep) -> StepResult:
        """Take the step if it applies, no step that it needs has failed, and time is left."""
        for need in step.needs:
            if need in self._stopped:
                # The reason names the step that failed, not a step between, which was not reached.
                culprit = self._stopped[step.name] = self._stopped[need]
                why = f"not reached, since {culprit.name} failed: {culprit.title}"
                return StepResult(step, Verdict.NOT_APPLICABLE, why)
        if step.of_grpc and self._tested.manifest.protocol == "lines":
            return StepResult(step, Verdict.NOT_APPLICABLE, _BRIDGED)
        # The time of the whole check is limited: a bot that is slow at every step would otherwise
        # take hours.
        if self._seconds_left <= 0:
            return StepResult(step, Verdict.NOT_APPLICABLE, "not reached: the check's time is up")
        loop = asyncio.get_running_loop()
        began = loop.time()
        result = await self._take(step)
        seconds = loop.time() - began
        if step.name not in _NO_CLOCK:
            self._seconds_left -= seconds
        if result.verdict is Verdict.FAILED:
            self._stopped[step.name] = step
            # After a failure nobody knows which messages the shared process still waits for: the
            # next step gets a new process.
            await self._tested.end_shared()
        return replace(result, seconds=seconds)

    async def _take(self, step: CheckStep) -> StepResult:
        limit = None if step.name in _NO_CLOCK else self._seconds_left
        try:
            async with asyncio.timeout(limit) as time:
                finding = await step.run(self._tested)
        except StepFailedError as error:
            return self._failed(step, error)
        except NoLauncherError as error:
            why = f"the program that starts the bot in this step cannot be started: {error}"
            return StepResult(step, Verdict.NOT_APPLICABLE, why)
        except TimeoutError as error:
            # A TimeoutError that comes from within the step, and not from the limit, is unforeseen.
            failure = self._out_of_time() if time.expired() else _unforeseen(error)
            return self._failed(step, failure)
        except Exception as error:  # a traceback of the check would not help the bot's author
            return self._failed(step, _unforeseen(error))
        if isinstance(finding, NotApplicable):
            return StepResult(step, Verdict.NOT_APPLICABLE, finding.why)
        return StepResult(step, Verdict.PASSED, finding.remark)

    def _out_of_time(self) -> StepFailedError:
        limit = self._tested.settings.limit_s
        return StepFailedError(
            f"to be through with all steps within {limit:g} s",
            "a step that was still under way",
            "use --quick, a longer --limit, or one --game at a time; or let the bot think less",
        )

    def _failed(self, step: CheckStep, error: StepFailedError) -> StepResult:
        output = error.output or self._tested.last_words()
        return StepResult(
            step,
            Verdict.FAILED,
            expected=error.expected,
            received=error.received,
            advice=error.advice,
            output=output,
        )


def _unforeseen(error: Exception) -> StepFailedError:
    return StepFailedError(
        "what the check knows how to judge",
        f"{type(error).__name__}: {error}",
        "this may be a fault of the check itself: please report it",
    )
