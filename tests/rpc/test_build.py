"""A build is ended in time, with all that it started, and only the end of its output is kept."""

import sys
from pathlib import Path

import psutil
import pytest

from referee.rpc import build
from referee.rpc.build import run_build
from tests.e2e.processes import gone

pytestmark = pytest.mark.slow


def shell(script: str, folder: Path) -> str:
    return run_build(["sh", "-c", script], folder)


def wait_for_the_end_of(file: Path) -> None:
    """Wait until no process has the id in the file."""
    pid = int(file.read_text())
    gone([psutil.Process(pid)] if psutil.pid_exists(pid) else [])


def test_a_build_that_works_says_nothing(tmp_path: Path) -> None:
    assert shell("echo hello; echo made > made", tmp_path) == ""
    assert (tmp_path / "made").read_text() == "made\n"


def test_one_that_does_not_is_heard_to_the_end(tmp_path: Path) -> None:
    said = shell("seq 1 100000; echo last >&2; exit 4", tmp_path)
    lines = [*map(str, range(99992, 100001)), "last"]
    assert said == "\n".join(["its build command exited with code 4", *lines])


def test_who_still_holds_its_output_does_not_hold_us_up(tmp_path: Path) -> None:
    """What it left running is ended."""
    assert shell("sleep 1000 & echo $! > pid", tmp_path) == ""
    wait_for_the_end_of(tmp_path / "pid")


def test_one_that_hangs_is_ended_with_its_children(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "BUILD_SECONDS", 0.5)
    said = shell("echo begun; sleep 1000 & echo $! > pid; wait", tmp_path)
    assert said == "its build command took more than 0.5 s\nbegun"
    wait_for_the_end_of(tmp_path / "pid")


def test_one_that_floods_is_ended_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "BUILD_SECONDS", 0.5)
    sentence, *lines = shell("yes yes", tmp_path).splitlines()
    assert sentence == "its build command took more than 0.5 s"
    assert lines[:9] == ["yes"] * 9


def test_a_home_with_very_deep_folders_is_removed_too(tmp_path: Path) -> None:
    code = "import os; os.chdir(os.environ['HOME']); print(os.getcwd())\n"
    code += "for _ in range(1100): os.mkdir('d'); os.chdir('d')\n"
    said = run_build([sys.executable, "-c", code + "raise SystemExit(3)"], tmp_path)
    assert said.startswith("its build command exited with code 3\n")
    assert not Path(said.splitlines()[1]).exists()


def test_it_stops_when_it_is_told_to(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    words = ["sh", "-c", "echo $$ > pid.new; mv pid.new pid; exec sleep 1000"]
    assert run_build(words, tmp_path, pid.exists) == "its build command was stopped"
    wait_for_the_end_of(pid)


def test_it_is_heard_while_it_runs(tmp_path: Path) -> None:
    heard: list[str] = []

    def hear(line: str) -> None:
        heard.append(line)
        if line:
            (tmp_path / "go").touch()

    script = "sleep 0.2; printf 'one\\n\\033[1mtwo\\n\\n'; while [ ! -e go ]; do sleep 0.1; done"
    assert run_build(["sh", "-c", script], tmp_path, hear=hear) == ""
    assert heard[0] == ""
    assert heard[-1] == "two"
