"""Kills its parent and whomever else it finds; then it plays."""

import os
import signal
import time
from pathlib import Path

from attempts import attempt
from talk import play_on

GONE = "TZX"
"""The states of a process that is stopped, or at its end."""


def kill(pid, number):
    """The first process of a sandbox can be sent what it does not hear."""
    os.kill(pid, number)
    time.sleep(0.02)
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return
    if state not in GONE:
        raise OSError("it lives on")


others = [int(path.name) for path in Path("/proc").glob("[0-9]*")]
for pid in {os.getppid(), 1, *others} - {os.getpid(), 0}:
    for number in (signal.SIGTERM, signal.SIGSTOP, signal.SIGKILL):
        attempt(f"send {number.name} to {pid}", lambda: kill(pid, number))  # noqa: B023
play_on()
