"""What a machine lacks is told, with what mends it."""

import errno
import resource
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from referee.sandbox.cgroups import Cgroups
from referee.sandbox.isolation import Isolation
from referee.sandbox.levels import IsolationLevel
from tournaments.doctor import machine
from tournaments.doctor.findings import FindingState


def test_no_level_at_all_is_broken() -> None:
    (found,) = machine.isolation("no level works: out of memory")
    assert (found.state, found.lacks) == (FindingState.BROKEN, "no level works: out of memory")


@pytest.mark.parametrize("level", [IsolationLevel.LANDLOCK, IsolationLevel.LIMITS])
def test_a_lower_level_says_why_and_what_mends_it(level: IsolationLevel) -> None:
    isolation = Isolation(level, True, landlock=7, missing="no bwrap", remedy="dnf install it")
    found = next(iter(machine.isolation(isolation)))
    assert (found.state, found.lacks) == (FindingState.LIMITED, "no better, because no bwrap")
    assert (found.mend, "dnf" in found.found) == ("dnf install it", False)
    assert found.facts["rung"] == level


def test_the_highest_level_is_fine() -> None:
    found = next(iter(machine.isolation(Isolation(IsolationLevel.BUBBLEWRAP, False))))
    assert (found.state, found.lacks, found.mend) == (FindingState.FINE, "", "")


def test_control_groups_and_none() -> None:
    has = Cgroups(controllers={"memory": Path("/m"), "pids": Path("/p")})
    _, found = machine.isolation(Isolation(IsolationLevel.BUBBLEWRAP, True, has))
    assert (found.state, found.facts["controllers"]) == (FindingState.FINE, ["memory", "pids"])
    _, found = machine.isolation(Isolation(IsolationLevel.BUBBLEWRAP, True))
    assert found.state is FindingState.LIMITED


@pytest.mark.parametrize(
    ("soft", "hard", "state", "mend"),
    [
        (8, 31, FindingState.BROKEN, "prlimit --pid $$ --nofile=1024"),
        (8, 4096, FindingState.FINE, ""),
        (256, resource.RLIM_INFINITY, FindingState.FINE, ""),
        (64, 64, FindingState.LIMITED, "prlimit --pid $$ --nofile=1024"),
        (40, 40, FindingState.LIMITED, "prlimit --pid $$ --nofile=1024"),
        (1024, 4096, FindingState.FINE, ""),
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY, FindingState.FINE, ""),
    ],
)
def test_open_files(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, state: FindingState, mend: str
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, hard))
    found = machine.open_files()
    assert (found.state, found.mend.removeprefix("sudo ")) == (state, mend)


def test_one_processor_is_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "available", lambda: 1)
    found = machine.processors()
    assert (found.state, found.facts["usable"]) == (FindingState.LIMITED, 1)


def test_a_temporary_folder_that_takes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", "/nowhere/at/all")
    found = machine.temporary()
    assert (found.state, found.found.endswith("(/nowhere/at/all)")) == (FindingState.BROKEN, True)


def test_no_temporary_folder_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> str:
        raise FileNotFoundError(errno.ENOENT, "no usable folder")

    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setattr(tempfile, "gettempdir", none)
    monkeypatch.delenv("TMPDIR", raising=False)
    assert machine.temporary().found.endswith("no usable folder (TMPDIR is not set)")


@dataclass
class _Usage:
    free: int
    total: int = 10 << 30


@pytest.mark.parametrize(
    ("free", "state"),
    [
        (10 << 20, FindingState.BROKEN),
        (500 << 20, FindingState.LIMITED),
        (5 << 30, FindingState.FINE),
    ],
)
def test_little_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, state: FindingState
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: _Usage(free))
    found = machine.room("disk", tmp_path, "matches are kept there")
    assert (found.state, found.facts["free"]) == (state, free)
