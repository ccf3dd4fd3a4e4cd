"""Bots that read lines against bots of the Python SDK, with one match at a time."""

from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Final

from stych_devtools.bench.arena import make_plan, with_processes
from stych_devtools.bench.effort import Effort
from stych_devtools.bench.findings import Findings, Ratio

LINES_BOT: Final = Path(__file__).parent / "lines_bot"
GAMES: Final = ("fox", "korist")
"""One whose lines are short, and the one whose lines are longest."""
_LEAST: Final = 0.5
"""The share of the SDK's speed that is left at least."""


async def lines(game: str, folder: Path, effort: Effort, note: Callable[[], None]) -> Findings:
    """The ratio of actions a second, measured in turn."""
    shares, rates = list[float](), list[float]()
    async with (
        with_processes(make_plan(game, {}, folder / "sdk")) as usual,
        with_processes(make_plan(game, {}, folder / "lines", LINES_BOT)) as by_lines,
    ):
        for _ in range(effort.rounds):
            own = await usual.play(1, seconds=effort.seconds)
            read = await by_lines.play(1, seconds=effort.seconds)
            rates.append(read.actions / read.seconds)
            shares.append(rates[-1] / (own.actions / own.seconds))
            note()
    text = (
        f"{game}, one match at a time: {median(rates):,.0f} actions a second of bots that read"
        " lines, as a share of those of the Python SDK"
    )
    return Findings([Ratio(f"lines/{game}", median(shares), _LEAST, at_least=True, text=text)])
