"""A process on a machine meets the machine's limits; what was played on one is told as it was."""

import errno
import json
import platform
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from referee.sandbox.syscalls import COLUMNS, DENIED
from tests.machines import limits
from tests.machines.__main__ import table
from tests.machines.commands import lay_out
from tests.machines.machine import MACHINES, Machine, Who
from tests.machines.making import ROOT, Builder
from tests.machines.playing import Row, counted
from tests.machines.short import SHORT, UNAFFECTED, is_short

# CLONE_NEWUSER of linux/sched.h, and the number of landlock_create_ruleset, the same on all
# processors. Called with 1 as its last argument, it returns the version of Landlock.
_CLONE_NEWUSER, _LANDLOCK_CREATE_RULESET = 0x10000000, 444
_ASK = f"""
import ctypes, json, os, resource, sys
libc = ctypes.CDLL(None, use_errno=True)
def error(*call):
    return ctypes.get_errno() if libc.syscall(*call) < 0 else 0
print(json.dumps({{
    "unshare": error(int(sys.argv[1]), {_CLONE_NEWUSER}),
    "landlock": error({_LANDLOCK_CREATE_RULESET}, None, 0, 1),
    "files": resource.getrlimit(resource.RLIMIT_NOFILE)[1],
    "processors": len(os.sched_getaffinity(0)),
}}))
"""
"""Prints the error numbers of two calls, 0 for none, and two limits; its argument is the number of
the call `unshare`."""


def asked(machine: Machine) -> dict[str, int]:
    """What a process on the machine prints of its limits."""
    unshare = DENIED["unshare"][COLUMNS[platform.machine()]]
    done = subprocess.run(
        [*limits.entering(machine), sys.executable, "-c", _ASK, str(unshare)],
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, int] = json.loads(done.stdout)
    return found


needs_filter = pytest.mark.skipif(
    not limits.AVAILABLE, reason="no filter of system calls is known for this processor"
)


@needs_filter
def test_a_container_has_neither_namespaces_nor_landlock() -> None:
    found = asked(Machine("box", "a box", container=True))
    assert (found["unshare"], found["landlock"]) == (errno.EPERM, errno.ENOSYS)


@needs_filter
def test_few_files_and_one_processor() -> None:
    found = asked(Machine("small", "small", files=64, processors=1))
    assert (found["files"], found["processors"]) == (64, 1)


def test_a_plain_path_hides_what_is_installed_beyond_it(tmp_path: Path) -> None:
    lay_out(tmp_path / "bin", Path(sys.executable))
    there = {path.name for path in (tmp_path / "bin").iterdir()}
    assert {"sh", "ls", "python3"} <= there
    tools = {"npm", "node", "go", "cargo", "java", "javac", "mvn", "g++", "c++", "cc", "gcc"}
    assert not there & (tools | {"cmake", "protoc", "openssl", "bwrap", "git"})
    said = subprocess.run(
        [tmp_path / "bin" / "python3", "-c", "import sys; print(sys.executable)"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout.strip() == str(Path(sys.executable).with_name("python3"))


def test_of_one_place_the_machines_of_a_user_come_last() -> None:
    """Once a checkout belongs to a user, root does not play in it any more."""
    assert len({machine.name for machine in MACHINES}) == len(MACHINES)
    for place in {machine.place for machine in MACHINES}:
        owners = [machine.who is Who.USER for machine in MACHINES if machine.place == place]
        assert owners == sorted(owners)


def test_what_cannot_be_made_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    builder = Builder(tmp_path, None)
    lacks = builder.lacks(Machine("box", "a box", bubblewrap=True))
    assert lacks == "bubblewrap is neither on the PATH nor named (--bwrap)"
    monkeypatch.setattr("tests.machines.making.as_root", lambda: False)
    assert builder.lacks(Machine("box", "a box", Who.ROOT)) == "only root plays as root"


def test_without_git_or_a_clone_nothing_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    builder, box = Builder(tmp_path, None), Machine("box", "a box")
    monkeypatch.setattr("tests.machines.making.has_make", lambda: True)
    monkeypatch.setattr("tests.machines.making.ROOT", tmp_path)
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    assert "is no clone of the repository" in builder.lacks(box)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert builder.lacks(box) == "git is not installed, and each machine gets a clone"


def test_two_lanes_that_want_the_same_of_a_builder_get_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lay_out_slowly(folder: Path, python: Path) -> None:
        time.sleep(0.05)
        folder.mkdir()

    def clone(command: list[str], *, check: bool) -> None:
        Path(command[-1]).mkdir()

    monkeypatch.setattr("tests.machines.making.find", lambda *_: (Path(sys.executable), ""))
    monkeypatch.setattr("tests.machines.making.lay_out", lay_out_slowly)
    monkeypatch.setattr(subprocess, "run", clone)
    builder = Builder(tmp_path, None)
    machines = [Machine(name, name, checkout=name[0]) for name in ("a1", "b1", "b2")]
    with ThreadPoolExecutor(len(machines)) as pool:
        first, second, third = pool.map(builder.make, machines)
    assert first.environment["PATH"] == second.environment["PATH"]
    assert first.checkout != second.checkout == third.checkout
    assert all(made.stopping is builder.stopping for made in (first, second, third))


def test_the_short_form_names_tests_that_are_there() -> None:
    assert [name for name in (*SHORT, *UNAFFECTED) if not (ROOT / name).exists()] == []


def test_the_short_form_of_all_leaves_out_what_takes_long_and_the_rules() -> None:
    assert is_short("tests/doctor/test_command.py::test_a", slow=True)
    assert is_short("tests/rpc/test_rate.py::test_a", slow=False)
    assert not is_short("tests/wire/test_news.py::test_a", slow=False)
    assert not is_short("tests/bots/test_rust.py::test_a", slow=True)
    assert not is_short("tests/games/test_fox.py::test_a", slow=False)


ENDED = """
FAILED tests/a.py::test_b - 3 failed in 4 s
3 skipped:
      2  no bwrap
      1  no npm
===== 1 failed, 20 passed, 3 skipped, 2 warnings, 1 error in 12.34s (0:00:12) =====
make: *** [Makefile:24: test] Error 1
"""
"""What `make test` prints at its end. The line of the failed test has counts too, which must not be
taken for those of the last line, and make prints a line of its own after that one."""


def test_the_end_of_the_tests_is_read() -> None:
    told, reasons = counted(ENDED)
    assert told == "20 passed, 3 skipped, 2 failed"
    assert [reason.split(maxsplit=1) for reason in reasons] == [["2", "no bwrap"], ["1", "no npm"]]
    assert counted("make: *** no rule")[0] == "0 passed, 0 skipped, 0 failed"


def test_the_table() -> None:
    rows = [
        Row("a", "one", "limits", "4 of 4", "1 passed, 0 skipped, 0 failed", seconds=41.6),
        Row("b", "two", skipped="no root"),
    ]
    assert table(rows)[-2:] == [
        "| one | limits | 4 of 4 | 1 passed, 0 skipped, 0 failed | 42 s |",
        "| two | - | - | skipped: no root | - |",
    ]
