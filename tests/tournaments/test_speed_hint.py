"""A long run of plain Python says once what would make it quicker; a short one does not."""

from collections.abc import Sequence

import pytest

from tests.records.matches import make_record
from tournaments.present.terminal.speed_hint import SpeedHint
from tournaments.system import compiled

RECORD = make_record(options={"target": 1})


def told(total: int, steps: Sequence[tuple[float, int]], before: int = 0) -> list[str]:
    """What is told of a run in which so many records come at such times."""
    said: list[str] = []
    times = iter([time for time, _ in steps])
    hint = SpeedHint(said.append, "compile", lambda: total, before, lambda: next(times))
    for _, records in steps:
        hint.note([RECORD] * records)
    return said


def test_it_is_told_once_when_ten_minutes_or_more_are_left() -> None:
    steps = [(0.0, 2), (30.0, 5), (60.0, 5), (90.0, 5)]
    # Ten in a minute; 110 of 122 are left.
    assert told(122, steps) == [
        "About 11 minutes are left in plain Python. Where bots think little, compiled rules take"
        " half of that: compile"
    ]


@pytest.mark.parametrize(
    ("total", "before"),
    [
        (111, 0),
        # Of what was played before nobody knows how long it took.
        (1122, 1011),
    ],
)
def test_it_is_not_told_of_a_run_that_is_over_sooner(total: int, before: int) -> None:
    assert told(total, [(0.0, 2), (60.0, 10), (120.0, 1), (10_000.0, 1)], before) == []


def test_nothing_is_told_before_it_is_known() -> None:
    assert told(10**6, [(0.0, 1), (59.9, 10)]) == []


def test_what_was_played_before_does_not_count_as_quick() -> None:
    [said] = told(1000, [(0.0, 1), (60.0, 1)], before=800)
    assert said.startswith("About 198 minutes are left")


def test_the_command_suits_the_place(tmp_path_factory: pytest.TempPathFactory) -> None:
    tree, installed = (tmp_path_factory.mktemp(each) for each in ("tree", "installed"))
    for name in ("Makefile", "hatch_build.py"):
        (tree / name).touch()
    assert compiled.how_to_compile(tree) == f"make -C {tree} compiled"
    assert "pip install" in compiled.how_to_compile(installed)
