"""Nothing of the machines stays, however their making ends."""

import os
import pwd
import signal
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.machines.making import ROOT
from tests.machines.users import end_all, remove_user

_NOBODYS: Final = 64_987
"""The number of no user."""
_PROGRAM = """
import sys, time
from tests.machines import __main__ as program

def wait(builder, machine, told):
    print(builder.base, flush=True)
    time.sleep(60)

program._row = wait
sys.argv = ["machines", "plain"]
sys.exit(program.main())
"""
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root starts processes of others")


def test_when_it_is_terminated_its_folder_goes() -> None:
    command = [sys.executable, "-c", _PROGRAM]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        process.stdout.readline()
        base = Path(process.stdout.readline().strip())
        was_there = base.is_dir()
        process.terminate()
        assert process.wait(timeout=30) == 128 + signal.SIGTERM
    assert (was_there, base.exists()) == (True, False)


@as_root
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
