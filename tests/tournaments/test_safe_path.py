"""Processes that are started run nothing that lies in the current folder."""

import multiprocessing
import os
from contextlib import ExitStack
from pathlib import Path

import pytest

from tournaments.system.child import held_back_stops
from tournaments.system.safe_path import safe_path

LONG = 60


@pytest.fixture
def trap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that modules in the current folder would make, which Python loads at its start."""
    ran = tmp_path / "was-run"
    for name in ("pickle", "struct", "selectors"):
        (tmp_path / f"{name}.py").write_text(f"open({str(ran)!r}, 'w')\n")
    monkeypatch.chdir(tmp_path)
    return ran


def test_a_worker_runs_no_file_of_the_current_folder(trap: Path) -> None:
    process = multiprocessing.get_context("spawn").Process(target=os.getpid)
    with held_back_stops():
        process.start()
    process.join(LONG)
    assert process.exitcode == 0
    assert not trap.exists()


def test_without_held_back_stops_such_a_file_is_run(trap: Path) -> None:
    process = multiprocessing.get_context("spawn").Process(target=os.getpid)
    process.start()
    process.join(LONG)
    assert trap.exists()


@pytest.mark.parametrize("before", [None, "", "yes"])
def test_the_environment_is_as_it_was(before: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    if before is not None:
        monkeypatch.setenv("PYTHONSAFEPATH", before)
    with safe_path():
        assert os.environ["PYTHONSAFEPATH"] == "1"
    assert os.environ.get("PYTHONSAFEPATH") == before


@pytest.mark.parametrize("before", [None, "yes"])
def test_it_holds_until_the_last_of_those_who_start_at_once(
    before: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As threads do: one begins before another one is done, and ends first."""
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    if before is not None:
        monkeypatch.setenv("PYTHONSAFEPATH", before)
    one, other = safe_path(), safe_path()
    with ExitStack() as first, ExitStack() as second:
        first.enter_context(one)
        second.enter_context(other)
        first.close()
        assert os.environ["PYTHONSAFEPATH"] == "1"
        second.close()
        assert os.environ.get("PYTHONSAFEPATH") == before
