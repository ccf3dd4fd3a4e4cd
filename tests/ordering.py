"""In which order tests begin that run in several processes: long ones are not left for the end."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

_SLOW: Final = 0.1
"""The minutes of a slow test that tells none."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Each process begins with its share of the longest tests. One process keeps the order."""
    processes = getattr(config, "workerinput", {}).get("workercount", 1)
    if processes > 1:
        minutes, files = list(map(_minutes, items)), [item.path for item in items]
        items[:] = [items[index] for index in in_shares(minutes, files, processes)]


def _minutes(item: pytest.Item) -> float:
    told = item.get_closest_marker("minutes")
    if told:
        return float(told.args[0])
    return _SLOW if item.get_closest_marker("slow") else 0.0


def in_shares(minutes: Sequence[float], files: Sequence[Path], processes: int) -> list[int]:
    """The indices of tests of these files, one share after the other, as `--dist worksteal` cuts.

    In each share those of a minute or more come first, the longest before all; then those of
    less, then those of none. Processes that have nothing left take from the ends of others.
    """
    tests = range(len(minutes))
    longest = sorted((at for at in tests if minutes[at] >= 1), key=lambda at: -minutes[at])
    slow = [at for at in tests if 0 < minutes[at] < 1]
    # Files that are alike take as long as each other, and stand side by side in one folder.
    turns = {file: turn for turn, file in enumerate(dict.fromkeys(files[at] for at in slow))}
    quick = [at for at in tests if not minutes[at]]
    ordered: list[int] = []
    for share in range(processes):
        size = (len(minutes) - len(ordered)) // (processes - share)
        in_turn = [at for at in slow if turns[files[at]] % processes == share]
        own = longest[share::processes] + in_turn
        missing = max(0, size - len(own))
        ordered += own + quick[:missing]
        del quick[:missing]
    return ordered
