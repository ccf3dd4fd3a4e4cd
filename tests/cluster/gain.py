"""What a cluster costs against play on one machine, and what a second machine gains.

The bots sleep, so that processors decide nothing.
"""

import json
import time
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from statistics import mean, median
from typing import Any, Final
from unittest import mock

from stych_cluster.machine_handle import MachineHandle
from stych_cluster.parcel_queue import PARCEL_SECONDS
from tests.cluster.running import Cluster, running
from tests.e2e.command import NEW, call, run, write_bot, write_tournament

BOARDS: Final = 300
WHOLE: Final = 0.75
"""The part of its ten seconds from which a parcel is counted: the first and the last are short."""
SLEEPER: Final = """
import time
from stych_bot import Bot, run

class Sleeper(Bot):
    def choose(self, observation, legal):
        time.sleep(0.02)
        return self.random.randrange(len(legal))

run(Sleeper, games=["fox"], at_once=8)
"""


def gain(folder: Path) -> Iterator[str]:
    """The figures, a line each."""
    bots = [write_bot(folder / name, SLEEPER) for name in ("ann", "bob")]
    file = write_tournament(folder / "cup.toml", bots, BOARDS)
    here = _rate(folder, file, "here", [])
    yield f"here, one worker process: {here:.1f} matches a second"
    # As a user has them: what is forked measures the machine for a shorter time.
    with running(folder) as cluster:
        cluster.join("a", before=NEW)
        costs = _costs(folder, file, cluster, here)
        one = _rate(folder, file, "one", None)
        yield f"one machine: {one:.1f} matches a second, {100 * (here / one - 1):.1f} % more time"
        yield (
            f"its {len(costs)} parcels of about {PARCEL_SECONDS:.0f} s, from the end of one to that"
            f" of the next: {100 * mean(costs):.1f} % more time than here in the mean,"
            f" {100 * median(costs):.1f} % in the median"
        )
        cluster.join("b", before=NEW)
        two = _rate(folder, file, "two", cluster.options)
        yield f"two machines: {two:.1f} matches a second, {two / one:.2f} times as many"


def _costs(folder: Path, file: Path, cluster: Cluster, here: float) -> list[float]:
    """How much longer each whole parcel of one machine took, as a part of what it takes here."""
    ends: list[tuple[float, int]] = []
    note = MachineHandle.note

    def timed(machine: MachineHandle, report: Any, records: Sequence[Any]) -> None:
        ends.append((time.monotonic(), len(records)))
        note(machine, report, records)

    with mock.patch.object(MachineHandle, "note", timed):
        done = call("--data", folder / "data-one", "run", file, *cluster.options)
    assert done.code == 0, done.err
    took = [(end - before, matches) for (before, _), (end, matches) in pairwise(ends)]
    return [
        seconds * here / matches - 1
        for seconds, matches in took
        if matches >= WHOLE * PARCEL_SECONDS * here
    ]


def _rate(folder: Path, file: Path, name: str, options: list[str] | None) -> float:
    """Matches a second, from the start of the first match to the end of the last one.

    With None for `options` they were played before.
    """
    data = folder / f"data-{name}"
    if options is not None:
        done = run("--data", data, "run", file, *options, folder=folder, before=NEW)
        assert done.code == 0, done.err
    lines = run("--data", data, "records", file, "--measured", folder=folder).out.splitlines()
    measured = [json.loads(line)["measured"] for line in lines]
    begins = [datetime.fromisoformat(each["started"]).timestamp() for each in measured]
    ends = [begin + each["seconds"] for begin, each in zip(begins, measured, strict=True)]
    return float(len(lines) / (max(ends) - min(begins)))
