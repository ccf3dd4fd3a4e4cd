"""What `python -m tests.machines` takes, says and returns."""

import argparse
import signal
import sys

import pytest

from tests.machines import __main__ as program
from tests.machines.machine import Machine
from tests.machines.making import Builder
from tests.machines.playing import Row


def at_once(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    """How many machines are played at the same time with these arguments."""
    monkeypatch.setattr(sys, "argv", ["machines", *arguments])
    number: int = program._arguments().at_once
    return number


@pytest.mark.parametrize(("processors", "number"), [(1, 1), (2, 2), (16, 2)])
def test_two_are_played_at_once_where_there_are_two_processors(
    monkeypatch: pytest.MonkeyPatch, processors: int, number: int
) -> None:
    monkeypatch.setattr(program, "available", lambda: processors)
    assert at_once(monkeypatch) == number
    assert at_once(monkeypatch, "--at-once", "3") == 3


@pytest.mark.parametrize("text", ["0", "-1", "two", "1.5", ""])
def test_what_is_no_number_of_machines_at_once_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        at_once(monkeypatch, f"--at-once={text}")
    assert ended.value.code == 2
    assert capsys.readouterr().err.splitlines()[-1] == (
        "python -m tests.machines: error: argument --at-once:"
        f" a whole number from 1 on is needed, received {text!r}"
    )


def played(_: Builder, machine: Machine, told: argparse.Namespace) -> Row:
    """The plain one is played, system-python fails in an unforeseen way, all others are skipped."""
    # No more than there are checkouts: plain and bubblewrap share one, the others have their own.
    assert told.at_once == (1 if len(told.names) < 3 else 3)
    if machine.name == "plain":
        return Row(machine.name, machine.title, "limits", "4 of 4", "1 passed", seconds=41.6)
    if machine.name == "system-python":
        raise RuntimeError("no room")
    return Row(machine.name, machine.title, skipped="no root")


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(program, "_row", played)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr(sys, "argv", ["machines", "--at-once", "5", *arguments])
    return program.main()


def test_the_table_has_all_in_their_order_and_the_lines_of_each_are_together(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "odd-path", "system-python", "bubblewrap", "plain") == 1
    said = capsys.readouterr().out
    first, second, third, fourth = said.splitlines()[-4:]
    assert [line.split(" | ")[0] for line in (first, second, third, fourth)] == [
        "| root, Python in a private home, no bubblewrap",
        "| the same with bubblewrap",
        "| a path with spaces and letters",
        "| the distribution's own Python",
    ]
    assert "machines: system-python begins\n" in said
    assert (
        "machines: plain: root, Python in a private home, no bubblewrap\n"
        "  limits; quickstart 4 of 4; tests: 1 passed; 42 s\n"
    ) in said
    assert "machines: bubblewrap: the same with bubblewrap\n  skipped: no root\n" in said
    assert "  FAILED Traceback" in said
    assert "RuntimeError: no room\n" in said


def test_the_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be made is a failure where all are asked for."""
    assert run(monkeypatch, "plain") == 0
    assert run(monkeypatch, "plain", "bubblewrap") == 0
    assert run(monkeypatch, "plain", "bubblewrap", "--all") == 1
    assert run(monkeypatch, "plain", "--without", "plain") == 0
