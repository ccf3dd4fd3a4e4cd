"""Decides whether a bot may be stored: whether it passes the steps of `stych check`."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

from referee.rpc.confining import Confining
from referee.sandbox.isolation import Isolation
from referee.testing.bot import CheckReport, Settings, Verdict, Watcher, check_bot


def refusal(folder: Path, isolation: Isolation | None, steps: Watcher | None = None) -> str:
    """Why the bot in the folder may not be stored, in lines of text; "" when it may be.

    The bot is already built. Without `isolation` it runs unconfined. `steps` is told of each step.
    Raises OSError when no temporary folder can be made.
    """
    # The quick form of the check, since the author waits for the result. `built`: a build in this
    # read-only folder would fail, and the built files are those that are to be checked.
    confining = Confining(isolation) if isolation else None
    settings = Settings(quick=True, built=True, confining=confining)
    return "\n".join(_problem(asyncio.run(check_bot(folder, settings, steps))))


def _problem(report: CheckReport) -> Iterator[str]:
    """The lines about the failed steps: the first one in full, the others by name."""
    failed = [result for result in report.results if result.verdict is Verdict.FAILED]
    if not failed:
        return
    first, *others = failed
    yield (
        f"it fails the step {first.step.name} of `stych check` ({first.step.title}): expected"
        f" {first.expected}; received {first.received}; what to do: {first.advice}"
    )
    yield from first.output.splitlines()
    if others:
        yield f"It fails {', '.join(each.step.name for each in others)} as well."
