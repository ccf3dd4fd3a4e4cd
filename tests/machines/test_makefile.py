"""What `make` says where no environment can be made; nothing half made is left."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.root import ROOT

pytestmark = pytest.mark.skipif(not shutil.which("make"), reason="make is not installed")


def python(folder: Path, refuses: str) -> Path:
    """A Python that fails at whatever has these words on its command line."""
    program = folder / "python3"
    program.write_text(
        f'#!/bin/sh\ncase "$*" in *{refuses}*) exit 1;; esac\nexec "{sys.executable}" "$@"\n'
    )
    program.chmod(0o755)
    return program


def make(folder: Path, program: Path) -> "subprocess.CompletedProcess[str]":
    venv = folder / "venv"
    return subprocess.run(
        ["make", "--no-print-directory", f"{venv}/bin/python", f"VENV={venv}", f"PYTHON={program}"],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if not name.startswith("MAKE")},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_python_that_can_make_no_environment(tmp_path: Path) -> None:
    program = python(tmp_path, "venv")
    done = make(tmp_path, program)
    said = done.stderr.splitlines()
    assert done.returncode == 2
    assert said[0] == (
        f"{program} can make no environment: install what it lacks"
        " (on Debian and Ubuntu: apt install python3-venv)"
    )
    assert not (tmp_path / "venv").exists()


def test_one_that_fails_on_the_way(tmp_path: Path) -> None:
    """As when the disk is full: the next `make` begins anew."""
    program = tmp_path / "python3"
    program.write_text(
        '#!/bin/sh\ncase "$*" in "-m venv "*) mkdir -p "$3/bin"; touch "$3/bin/python"; exit 1;;'
        f' esac\nexec "{sys.executable}" "$@"\n'
    )
    program.chmod(0o755)
    assert make(tmp_path, program).returncode == 2
    assert not (tmp_path / "venv").exists()


def test_one_that_is_too_old(tmp_path: Path) -> None:
    program = tmp_path / "python3"
    program.write_text(
        f'#!/bin/sh\nexec "{sys.executable}" -c "import sys; sys.version_info = (3, 10);'
        ' sys.version = \'3.10.2 of old\'; exec(sys.argv[1])" "$2"\n'
    )
    program.chmod(0o755)
    done = make(tmp_path, program)
    assert done.returncode == 2
    assert done.stderr.startswith(f"Python 3.11 or newer is needed, and {program} is 3.10.2;")
