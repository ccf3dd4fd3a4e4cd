"""All measurements by name, and functions to choose and to make them."""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from stych_devtools.bench.bulk import bulk
from stych_devtools.bench.commands import commands
from stych_devtools.bench.effort import Effort
from stych_devtools.bench.findings import Findings
from stych_devtools.bench.growth import growth
from stych_devtools.bench.lines import GAMES as LINES_GAMES
from stych_devtools.bench.lines import lines
from stych_devtools.bench.parts import GAMES, parts
from stych_devtools.bench.rating import ratings
from stych_devtools.bench.rules import engines
from stych_devtools.bench.starting import starting
from stych_devtools.bench.tables import tables
from stych_devtools.bench.tournament import busy, lasting
from stych_devtools.bench.verifying import verifying
from stych_devtools.bench.wire import CONTESTS, end_to_end

Note: TypeAlias = Callable[[], None]
"""Called at least once during a measurement, so that progress can be shown."""
_Measurement: TypeAlias = Callable[[Path, Effort, Note], Findings]
"""A function that measures; its files go into the folder, which is empty before."""


def _awaited(measure: Callable[[Path, Effort, Note], Awaitable[Findings]]) -> _Measurement:
    """An asynchronous measurement as a plain function."""

    def run(folder: Path, effort: Effort, note: Note) -> Findings:
        # asyncio.run takes coroutines alone, and `measure` may return any awaitable.
        async def whole() -> Findings:
            return await measure(folder, effort, note)

        return asyncio.run(whole())

    return run


MEASUREMENTS: Final[dict[str, _Measurement]] = {
    **{f"wire/{each.name}": _awaited(partial(end_to_end, each)) for each in CONTESTS},
    **{f"lines/{game}": _awaited(partial(lines, game)) for game in LINES_GAMES},
    **{f"bulk/{game}": _awaited(partial(bulk, game)) for game in GAMES},
    **{f"parts/{game}": _awaited(partial(parts, game)) for game in GAMES},
    "busy": busy,
    "starting": _awaited(starting),
    "memory": lasting,
    "commands": commands,
    "verify": verifying,
    "tables": lambda _, effort, note: tables(effort, note),
    "ratings": lambda _, effort, note: ratings(effort, note),
    "growth": _awaited(growth),
    "engines": lambda _, effort, note: engines(effort, note),
}


def chosen(names: Iterable[str]) -> list[str]:
    """The measurements that these names stand for, by their full names; all without names.

    A name is that of a measurement, or the part before the slash in those of several. Raises
    KeyError with the first name that is neither.
    """
    wanted = list(names)
    names_of_all = {part for each in MEASUREMENTS for part in (each, each.partition("/")[0])}
    for name in wanted:
        if name not in names_of_all:
            raise KeyError(name)
    return [
        each
        for each in MEASUREMENTS
        if not wanted or each in wanted or each.partition("/")[0] in wanted
    ]


def measure(name: str, effort: Effort, note: Note) -> Findings:
    """Make the measurement with this name; `note` is called at least once during it."""
    # A folder for each measurement, so that none finds what another one has saved.
    with tempfile.TemporaryDirectory(prefix="stych-bench-") as folder:
        return MEASUREMENTS[name](Path(folder), effort, note)
