"""A command that hangs costs minutes and is a problem of its machine."""

from pathlib import Path

import pytest

from tests.machines import playing
from tests.machines.machine import MACHINES, PLAIN, Machine
from tests.machines.making import Made
from tests.machines.playing import Allowed, Row, allowed, play

_HANGS = "echo '{\"half'; sleep 60"
_FAILED = "echo FAILED tests/a.py::test_b"


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.name)
def test_in_the_short_form_a_hang_costs_minutes(machine: Machine) -> None:
    seconds = allowed(machine.name, full=False, at_once=1)
    minutes = 20 if machine.name == PLAIN else 10
    assert max(seconds.run, seconds.tests) <= 60 * minutes


@pytest.mark.parametrize("full", [False, True])
def test_machines_that_share_the_processors_may_take_longer(full: bool) -> None:
    one, three = (allowed("user", full=full, at_once=number) for number in (1, 3))
    assert (three.run, three.tests) == (3 * one.run, 3 * one.tests)


def program(path: Path, line: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{line}\n")
    path.chmod(0o755)


def played(folder: Path, monkeypatch: pytest.MonkeyPatch, make: str, stych: str) -> Row:
    """What comes of the plain machine where `make` and `stych` are these scripts.

    Each command may take 3 s, and `make test` 15 s.
    """
    monkeypatch.setattr(playing, "_PLAIN", Allowed(3.0, 15.0))
    program(folder / "bin" / "make", make)
    program(folder / ".venv" / "bin" / "stych", stych)
    environment = {"PATH": f"{folder / 'bin'}:/usr/bin:/bin"}
    return play(Made(Machine(PLAIN, "plain"), folder, environment), folder / "log", full=False)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("make", "stych", "problems"),
    [
        (_HANGS, "true", ['make run: {"half / ended after 3 s']),
        ("true", _HANGS, ['stych records: {"half / ended after 3 s']),
    ],
)
def test_one_that_hangs_is_a_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make: str, stych: str, problems: list[str]
) -> None:
    assert played(tmp_path, monkeypatch, make, stych).problems == problems


@pytest.mark.slow
def test_tests_that_hang_are_told_beside_those_that_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = '{"faults": [], "measured": {"isolation": "limits"}}'
    make = f"[ $1 = run ] && exit; {_FAILED}; sleep 60"
    row = played(tmp_path, monkeypatch, make, f"echo '{record}'")
    assert row.problems[0] == "tests/a.py::test_b"
    assert [problem.endswith("ended after 15 s") for problem in row.problems] == [False, True]
