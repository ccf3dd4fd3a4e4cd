"""Whether a bot may be stored: it passes the steps of `stych check`."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

from referee.testing.bot import Report, Settings, Verdict, check_bot


def accept(folder: Path) -> str:
    """ "" when the bot in the folder, which is built, may be stored; else what is wrong with it."""
    return "\n".join(_problem(asyncio.run(check_bot(folder, Settings(quick=True, built=True)))))


def _problem(report: Report) -> Iterator[str]:
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
