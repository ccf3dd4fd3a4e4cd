"""How what runs on machines is ended, and how their folders and users are removed."""

import os
import pwd
import signal
import subprocess
import sys
from pathlib import Path
from threading import Event
from typing import Final

import psutil
import pytest

from tests.e2e.processes import gone, until
from tests.machines import ending
from tests.machines.ending import StoppedError
from tests.machines.machine import Machine
from tests.machines.making import ROOT, Builder, Made
from tests.machines.users import end_all, remove_user

_NOBODYS: Final = 64_987
"""The number of no user."""
_LONG: Final = 60.0
_PROGRAM = f"""
import os, sys
from pathlib import Path
from tests.machines import __main__ as program
from tests.machines.making import Made

RUNS = "sleep {_LONG:g} & echo $$ $! > begins; mv begins $0; wait"

def run(builder, machine, told):
    os.write(1, f"{{builder.base}}\\n".encode())
    folder = builder.base / f"lane-{{machine.name}}"
    folder.mkdir()
    made = Made(machine, folder, {{"PATH": "/usr/bin:/bin"}}, builder.stopping)
    made.give(["sh", "-c", RUNS, "pids"], Path("/dev/null"), {_LONG:g})

program._row = run
program._tell = lambda machine, row: None
sys.argv = ["machines", "--at-once", "2", "plain", "bubblewrap", "odd-path"]
sys.exit(program.main())
"""
"""Names three machines, of which two run at once. It prints the folder of all machines each
time that one begins. On a machine, two processes write their ids into a file and wait."""
_LEAVES = f"""
import subprocess
left = subprocess.Popen(["sleep", "{_LONG:g}"], start_new_session=True)
print(left.pid, flush=True)
left.wait()
"""
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root starts processes of others")


def begun(process: "subprocess.Popen[str]") -> tuple[Path, list[psutil.Process]]:
    """Where the machines are made, and what runs on two of them."""
    assert process.stdout
    base = Path(process.stdout.readline().strip())
    until(lambda: len([*base.glob("lane-*/pids")]) == 2)
    pids = [int(pid) for file in base.glob("lane-*/pids") for pid in file.read_text().split()]
    return base, [psutil.Process(pid) for pid in pids]


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_what_runs_in_both_lanes_and_nothing_stays(number: signal.Signals) -> None:
    command = [sys.executable, "-c", _PROGRAM]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            base, running = begun(process)
            process.send_signal(number)
            assert process.wait(timeout=_LONG / 2) == 128 + number
            assert process.stdout
            assert process.stdout.read().splitlines() == [str(base)]
        finally:
            process.kill()
    assert len(running) == 4
    assert not base.exists()
    gone(running)


def test_what_a_command_left_behind_holds_nothing_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has its own session, so it is not ended with the command, and holds its output open."""
    monkeypatch.setattr(ending, "_LAST_SECONDS", 0.1)
    stopping = Event()
    stopping.set()
    command = [sys.executable, "-c", _LEAVES]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
    assert process.stdout
    left = int(process.stdout.readline())
    try:
        with pytest.raises(StoppedError):
            ending.finish(process, _LONG, stopping)
        assert process.returncode == -signal.SIGKILL
        assert psutil.pid_exists(left)
    finally:
        os.kill(left, signal.SIGKILL)


def test_once_all_is_to_end_no_command_begins_and_no_machine_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: pytest.fail("it begins"))
    builder, box = Builder(tmp_path, None), Machine("box", "a box")
    builder.stopping.set()
    made = Made(box, tmp_path, {"PATH": "/usr/bin:/bin"}, builder.stopping)
    with pytest.raises(StoppedError):
        made.give(["touch", "began"], tmp_path / "log", _LONG)
    with pytest.raises(StoppedError):
        builder.make(box)
    assert [*tmp_path.iterdir()] == []


@needs_root
def test_what_a_user_runs_ends() -> None:
    with subprocess.Popen(["sleep", "60"], user=_NOBODYS, cwd="/") as process:
        end_all(_NOBODYS)
        assert process.wait(timeout=10) == -signal.SIGKILL


def test_a_user_who_stays_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    user = pwd.struct_passwd(("made", "x", _NOBODYS, _NOBODYS, "", "/", "/bin/sh"))
    monkeypatch.setattr(pwd, "getpwnam", lambda _: user)
    program = tmp_path / "userdel"
    program.write_text("#!/bin/sh\necho 'cannot lock the file' >&2\nexit 10\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert remove_user("made") == "the user made stays: cannot lock the file"
    program.write_text("#!/bin/sh\nexit 0\n")
    assert remove_user("made") == ""


def test_a_user_who_is_not_there_is_gone() -> None:
    assert remove_user("nobody-has-this-name") == ""
