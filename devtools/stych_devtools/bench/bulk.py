"""Compares spelling out whole tournaments, as lines and as tables, with Python's own json."""

import json
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Final, TypeAlias

from stych_devtools.bench.arena import make_plan, without_processes
from stych_devtools.bench.effort import Effort
from stych_devtools.bench.findings import Findings, Ratio
from tournaments.present.spelled.course import Courses
from tournaments.present.spelled.line import spelled_line
from tournaments.storage.store import Store
from tournaments.system.child import spared_collector

_AT_ONCE: Final = 16
"""Matches under way while the matches are played, which is not measured."""
_MATCHES: Final = 400
"""Matches of a game in a full run."""
# More than 1, since json does not read from the database, which takes long for short matches.
_MOST: Final = 1.8
"""The goal: the most time of an export, as a multiple of that of json."""
_Export: TypeAlias = Callable[[Store, str], object]
"""Spells out the tournament with this name."""


async def bulk(game: str, folder: Path, effort: Effort, note: Callable[[], None]) -> Findings:
    """The ratios of both forms for matches of one game; json reads and writes the same lines.

    `note` is called after each round. Without pyarrow only lines are measured, and the findings
    have a note that says so.
    """
    matches = max(round(_MATCHES * effort.match_factor), 10)
    plan = make_plan(game, {}, folder)
    exports: dict[str, _Export] = {"spelled": _spelled}
    findings = Findings()
    if find_spec("pyarrow"):
        exports["parquet"] = _tables_into(folder / "tables")
    else:
        findings.notes.append("pyarrow is not installed: no tables are written")
    with Store(folder) as store:
        async with without_processes(plan) as arena:
            played = await arena.play(_AT_ONCE, matches=matches, keep=True)
        store.save(played.records)
        # What json reads and writes. It is not measured how long these lines take to make.
        lines = list(_lines(store, plan.tournament))
        times = {name: list[float]() for name in ("json", *exports)}
        for _ in range(effort.rounds):
            # In turn within a round, so that other work on the machine affects all of them.
            times["json"].append(_seconds(lambda: _by_json(lines)))
            for name, export in exports.items():
                times[name].append(_seconds(partial(export, store, plan.tournament)))
            note()
    medians = {name: median(each) for name, each in times.items()}
    for name in exports:
        findings.ratios.append(_ratio(game, name, medians, len(lines), sum(map(len, lines))))
    return findings


def _ratio(game: str, name: str, seconds: dict[str, float], matches: int, size: int) -> Ratio:
    text = (
        f"{game}, {matches} matches of {size / matches / 1000:.0f} kB spelled out:"
        f" {matches / seconds[name]:,.0f} a second of processor time; json reads and writes"
        f" {matches / seconds['json']:,.0f}"
    )
    value = seconds[name] / seconds["json"]
    return Ratio(f"bulk/{game}/{name}", value, _MOST, at_least=False, text=text)


def _lines(store: Store, tournament: str) -> Iterator[str]:
    courses = Courses()
    return (spelled_line(each, courses) for each in store.records(tournament, measured=False))


def _spelled(store: Store, tournament: str) -> None:
    for _ in _lines(store, tournament):
        pass


def _tables_into(folder: Path) -> _Export:
    # Imported here: it may not be installed.
    from tournaments.present.spelled.parquet import table_writer

    def export(store: Store, tournament: str) -> None:
        with table_writer(folder) as writer:
            for record in store.records(tournament, measured=False):
                writer.add(record)

    return export


def _by_json(lines: list[str]) -> None:
    for line in lines:
        json.dumps(json.loads(line))


def _seconds(work: Callable[[], object]) -> float:
    """Seconds of processor time that the work takes, in all threads."""
    # As in the command that spells out matches.
    with spared_collector():
        begun = time.process_time()
        work()
        return time.process_time() - begun
