"""Compares verifying a tournament with reading its records."""

import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Final

from stych_devtools.bench.effort import Effort
from stych_devtools.bench.findings import Findings, Ratio
from stych_devtools.bench.tournament import organiser_of, play
from tournaments.storage.store import Store
from tournaments.verify.tournament import verify

_BOTS: Final = 8
_BOARDS: Final = 35
"""Bots and boards of the tournament in a full run."""
_MOST: Final = 5
"""The goal: the most that verifying may take, as a multiple of reading."""


def verifying(folder: Path, effort: Effort, note: Callable[[], None]) -> Findings:
    """The time to verify matches of fox, as a multiple of the time to read their records.

    Both are processor time of one process. `note` is called after each round. Raises RuntimeError
    when a problem is found.
    """
    boards = max(1, round(_BOARDS * effort.match_factor))
    bots = effort.bots_of(_BOTS, 2)
    measured = []
    with Store(folder) as store:
        play(organiser_of(store, "verify", "fox", {}, boards, bots), lambda _: None)
        for _ in range(effort.rounds):
            begun = time.process_time()
            matches = sum(1 for _ in store.records("verify"))
            reading = time.process_time() - begun
            begun = time.process_time()
            report = verify(store, "verify", jobs=1)
            measured.append((time.process_time() - begun, reading))
            note()
    if report.problems:
        raise RuntimeError(report.problems[0])
    seconds, reading = (median(each) for each in zip(*measured, strict=True))
    cost = f"{seconds / matches * 1e3:.2f} ms a match, to read it {reading / matches * 1e3:.2f} ms"
    text = f"{matches:,} matches of fox: {cost}"
    return Findings([Ratio("verify/fox", seconds / reading, _MOST, at_least=False, text=text)])
