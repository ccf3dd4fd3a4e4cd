"""Compares bots that read lines with bots of the Python SDK, with one match at a time."""

from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Final

from stych_devtools.bench.arena import make_plan, with_processes
from stych_devtools.bench.effort import Effort
from stych_devtools.bench.findings import Findings, Ratio

LINES_BOT: Final = Path(__file__).parent / "lines_bot"
"""The folder of the bot that reads lines."""
GAMES: Final = ("fox", "korist")
"""The games that are measured: one with short lines, and the one with the longest."""
_LEAST: Final = 0.5
"""The goal: the least share."""


async def lines(game: str, folder: Path, effort: Effort, note: Callable[[], None]) -> Findings:
    """The actions a second of bots that read lines, as a share of those of bots of the SDK.

    Both are measured in turn. `note` is called after each round.
    """
    shares, rates = list[float](), list[float]()
    async with (
        with_processes(make_plan(game, {}, folder / "sdk")) as with_sdk,
        with_processes(make_plan(game, {}, folder / "lines", LINES_BOT)) as by_lines,
    ):
        for _ in range(effort.rounds):
            sdk_play = await with_sdk.play(1, seconds=effort.seconds)
            lines_play = await by_lines.play(1, seconds=effort.seconds)
            rates.append(lines_play.actions / lines_play.seconds)
            shares.append(rates[-1] / (sdk_play.actions / sdk_play.seconds))
            note()
    text = (
        f"{game}, one match at a time: bots that read lines make {median(rates):,.0f} actions a"
        " second; the ratio is to bots of the Python SDK"
    )
    return Findings([Ratio(f"lines/{game}", median(shares), _LEAST, at_least=True, text=text)])
