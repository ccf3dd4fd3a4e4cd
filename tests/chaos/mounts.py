"""Commands with file systems of their own: small ones, and some that cannot be written to."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.e2e.command import LONG, Done

_ALONE = ("unshare", "--user", "--map-root-user", "--mount")


@cache
def _possible() -> bool:
    try:
        done = subprocess.run([*_ALONE, "mount", "-t", "tmpfs", "none", "/mnt"], check=False)
    except OSError:
        return False
    return done.returncode == 0


def in_shell(folder: Path, *lines: str) -> list[Done]:
    """Run the lines one after another; returns the outcomes of those that begin with `stych`.

    The others are for a shell, and change mounts, which only these lines see. Skips the test where
    nothing can be mounted.
    """
    if not _possible():
        pytest.skip("this machine lets us mount nothing")
    environment = {key: own for key, own in os.environ.items() if not key.startswith("STYCH")}
    done = subprocess.run(
        [*_ALONE, sys.executable, "-m", "tests.chaos.shell", folder, *lines],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=LONG,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    number = sum(line.startswith("stych ") for line in lines)
    return [_done(folder, each) for each in range(number)]


def _done(folder: Path, number: int) -> Done:
    code, out, err = ((folder / f"{number}.{what}").read_text() for what in ("code", "out", "err"))
    return Done(int(code), out, err)
