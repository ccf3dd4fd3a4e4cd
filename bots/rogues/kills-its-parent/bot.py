"""Kills its parent and whomever else it finds; then it plays."""

import os
import signal
from pathlib import Path

from attempts import attempt
from talk import play_on


def kill(pid, number):
    os.kill(pid, number)
    if number == signal.SIGKILL and Path(f"/proc/{pid}").exists():
        raise OSError("it lives on")


others = [int(path.name) for path in Path("/proc").glob("[0-9]*")]
for pid in {os.getppid(), 1, *others} - {os.getpid(), 0}:
    for number in (signal.SIGTERM, signal.SIGSTOP, signal.SIGKILL):
        attempt(f"send {number.name} to {pid}", lambda: kill(pid, number))  # noqa: B023
play_on()
