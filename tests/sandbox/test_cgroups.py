"""What is written into control groups, and where; test_bombs.py tests what the kernel does then."""

import os
from pathlib import Path

import pytest

from referee.sandbox import cgroups
from referee.sandbox.cgroups import Cgroups
from referee.sandbox.confinement import MB, ResourceLimits
from referee.sandbox.group import Group
from referee.sandbox.tree import Usage

LIMITS = ResourceLimits(memory=100 * MB, processes=7, cpus=2)


def written(group: Group) -> dict[str, str]:
    return {file.name: value for file, value in group.settings(LIMITS)}


def test_the_unified_hierarchy(tmp_path: Path) -> None:
    group = Group(tmp_path, {})
    assert written(group) == {"memory.max": "104857600", "pids.max": "7"}
    assert not group.holds_cpu


def test_the_unified_hierarchy_with_all_that_it_may_have(tmp_path: Path) -> None:
    group = Group(tmp_path, {})
    for name in ("memory.swap.max", "memory.oom.group", "cpu.max"):
        (tmp_path / name).write_text("")
    assert written(group) == {
        "memory.max": "104857600",
        "memory.swap.max": "0",
        "memory.oom.group": "1",
        "pids.max": "7",
        "cpu.max": "200000 100000",
    }
    assert group.holds_cpu
    assert group.folders() == {tmp_path}


def test_the_older_hierarchies(tmp_path: Path) -> None:
    folders = {name: tmp_path / name for name in ("memory", "pids", "cpu")}
    (tmp_path / "memory").mkdir()
    group = Group(None, folders)
    wanted = {
        "memory.limit_in_bytes": "104857600",
        "pids.max": "7",
        "cpu.cfs_period_us": "100000",
        "cpu.cfs_quota_us": "200000",
    }
    assert written(group) == wanted
    (tmp_path / "memory" / "memory.memsw.limit_in_bytes").write_text("")
    assert written(group) == wanted | {"memory.memsw.limit_in_bytes": "104857600"}
    assert group.holds_cpu
    assert len(group.folders()) == 3


def test_what_the_unified_hierarchy_counts(tmp_path: Path) -> None:
    group = Group(tmp_path, {})
    assert group.usage() == Usage()
    assert not group.ran_out_of_memory()
    (tmp_path / "memory.current").write_text("5000\n")
    (tmp_path / "memory.peak").write_text("9000\n")
    (tmp_path / "cpu.stat").write_text("usage_usec 1500000\nuser_usec 3\n")
    (tmp_path / "memory.events").write_text("low 0\noom 1\noom_kill 1\n")
    assert group.usage() == Usage(1.5, 5000, 9000)
    assert group.ran_out_of_memory()


def test_the_unified_hierarchy_is_killed_by_one_word(tmp_path: Path) -> None:
    (tmp_path / "cgroup.kill").write_text("")
    Group(tmp_path, {}).kill()
    assert (tmp_path / "cgroup.kill").read_text() == "1"


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A unified hierarchy mounted at `fs`, in which we are in `unit`."""
    unit = tmp_path / "fs" / "unit"
    unit.mkdir(parents=True)
    (tmp_path / "own").write_text("0::/unit\n")
    fields = f"30 23 0:26 / {tmp_path / 'fs'} rw,nosuid - cgroup2 cgroup2 rw"
    (tmp_path / "mounts").write_text(f"{fields}\n")
    monkeypatch.setattr(cgroups, "_SELF_CGROUP", tmp_path / "own")
    monkeypatch.setattr(cgroups, "_MOUNTS", tmp_path / "mounts")
    (unit / "cgroup.controllers").write_text("cpu io memory pids\n")
    (unit / "cgroup.procs").write_text(f"{os.getpid()}\n")
    (unit / "cgroup.subtree_control").write_text("")
    return unit


def test_what_was_not_handed_over_is_left_alone(system: Path) -> None:
    assert cgroups.find() is None
    assert not (system / "stych-referee").exists()


def test_what_was_handed_over_is_arranged(system: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def marked(_: Path, mark: str) -> bytes:
        return b"1" if mark == "user.delegate" else b"0"

    monkeypatch.setattr(os, "getxattr", marked)
    assert cgroups.find() == Cgroups(system)
    assert (system / "stych-referee" / "cgroup.procs").read_text() == str(os.getpid())
    assert (system / "cgroup.subtree_control").read_text() == "+cpu +memory +pids"


def test_who_is_arranged_already_finds_the_same_place(system: Path) -> None:
    (system / "stych-referee").mkdir()
    cgroups._SELF_CGROUP.write_text("0::/unit/stych-referee\n")
    assert cgroups.find() == Cgroups(system)


def test_without_memory_and_pids_there_is_none(
    system: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "getxattr", lambda *_: b"1")
    (system / "cgroup.controllers").write_text("cpu memory\n")
    assert cgroups.find() is None


def test_empty_groups_of_the_killed_are_swept(tmp_path: Path) -> None:
    """What a living process has just made is empty as well, and stays."""
    own = f"stych-bot-{os.getpid()}-ab"
    for name in ("stych-bot-999999999-ab", own, "other"):
        (tmp_path / name).mkdir()
    Cgroups(tmp_path).sweep()
    assert {path.name for path in tmp_path.iterdir()} == {own, "other"}
