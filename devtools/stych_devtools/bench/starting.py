"""Measures how the time to start and end bots together grows with their number."""

import asyncio
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Final

from referee.conduct import Fault
from referee.rpc.local_bot import LocalBot
from stych_devtools.bench.arena import make_plan
from stych_devtools.bench.effort import Effort
from stych_devtools.bench.findings import Findings, GrowthSeries, Ratio, growing_sizes

_MOST_EXPONENT: Final = 1.3
"""The goal: the largest exponent; 1 is linear growth."""
_POINTS: Final = 4
"""How many numbers of bots are measured, at most."""


async def starting(folder: Path, effort: Effort, note: Callable[[], None]) -> Findings:
    """The exponent of the time to start and end bots, from 1 to `effort.bots` of them.

    `note` is called after each number of bots.
    """
    points = []
    # Sizes that round to the same number are measured once.
    for bots in dict.fromkeys(growing_sizes(1, effort.bots, _POINTS)):
        points.append((float(bots), await _start(bots, folder)))
        note()
    series = GrowthSeries("bots started", "bots", tuple(points))
    most, seconds = points[-1]
    text = (
        f"the exponent of the time to start and end 1 to {most:.0f} bots;"
        f" {most:.0f} took {seconds:.1f} s"
    )
    ratio = Ratio("starting", series.exponent, _MOST_EXPONENT, at_least=False, text=text)
    return Findings([ratio], [series])


async def _start(bots: int, folder: Path) -> float:
    """Seconds until `bots` bots have sent their Hello, and then have ended.

    Raises RuntimeError when one does not start.
    """
    plan = make_plan("fox", {}, folder)
    entry = next(iter(plan.entries.values()))
    begun = time.perf_counter()
    async with AsyncExitStack() as stack:
        started = [
            await stack.enter_async_context(
                LocalBot(replace(entry, name=f"bot-{n}"), plan.game, plan.conduct, folder / str(n))
            )
            for n in range(bots)
        ]
        for session in await asyncio.gather(*(bot.session() for bot in started)):
            if isinstance(session, Fault):
                raise RuntimeError(f"a bot of the bench did not start: {session}")
    return time.perf_counter() - begun
