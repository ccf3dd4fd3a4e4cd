"""Python programs in processes of their own, with this repository on their path."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.e2e.forked import Forked, may_fork
from tests.root import ROOT

_PATH = os.pathsep.join(str(ROOT / each) for each in (".", "proto", "bots/python"))


def child(
    program: str, *arguments: object, seconds: float = 120
) -> "subprocess.CompletedProcess[str]":
    """The program run to its end; the generous limit is only there so that nothing hangs.

    The process may be forked from one that has loaded what commands need.
    """
    line = ["-c", *map(str, arguments)]
    if may_fork(os.environ):
        return _finished(Forked(line, Path.cwd(), os.environ, program), line, seconds)
    return subprocess.run(
        [sys.executable, "-c", program, *line[1:]],
        env={**os.environ, "PYTHONPATH": _PATH},
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )


def _finished(
    process: Forked, line: list[str], seconds: float
) -> "subprocess.CompletedProcess[str]":
    try:
        out, err = process.communicate(seconds)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
    return subprocess.CompletedProcess(line, process.wait(), out, err)
