"""Commands with file systems of their own: small ones, and some that cannot be written to."""

import os
import shlex
import subprocess
from functools import cache
from pathlib import Path

import pytest

from tests.e2e.command import LONG, STYCH, Done

_ALONE = ("unshare", "--user", "--map-root-user", "--mount", "sh", "-c")


@cache
def _possible() -> bool:
    try:
        done = subprocess.run([*_ALONE, "mount -t tmpfs none /mnt"], check=False)
    except OSError:
        return False
    return done.returncode == 0


def in_shell(folder: Path, *lines: str) -> list[Done]:
    """What the lines come to, one after another, that begin with `stych`; the others mount.

    The mounts are seen by these commands alone.
    """
    if not _possible():
        pytest.skip("this machine lets us mount nothing")
    script, number = ["set -e"], 0
    for line in lines:
        if line.startswith("stych "):
            command = line.replace("stych", shlex.quote(str(STYCH)), 1)
            script.append(f"code=0; {command} >{number}.out 2>{number}.err || code=$?")
            script.append(f"echo $code >{number}.code")
            number += 1
        else:
            script.append(line)
    environment = {key: own for key, own in os.environ.items() if not key.startswith("STYCH")}
    done = subprocess.run(
        [*_ALONE, "\n".join(script)],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=LONG,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [_done(folder, each) for each in range(number)]


def _done(folder: Path, number: int) -> Done:
    code, out, err = ((folder / f"{number}.{what}").read_text() for what in ("code", "out", "err"))
    return Done(int(code), out, err)
