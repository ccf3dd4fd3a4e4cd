"""Tries to kill its parent and every other process that it finds; then it plays."""

import os
import signal
import time
from pathlib import Path

from attempts import attempt
from talk import play_on

STOPPED = "TZX"
"""The states in /proc of a process that is stopped, a zombie or dead."""


def kill(pid, number):
    """Send the signal, and raise OSError if the process goes on.

    The first process of a sandbox ignores signals without an error to the sender.
    """
    os.kill(pid, number)
    time.sleep(0.02)
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return
    if state not in STOPPED:
        raise OSError("it lives on")


others = [int(path.name) for path in Path("/proc").glob("[0-9]*")]
for pid in {os.getppid(), 1, *others} - {os.getpid(), 0}:
    for number in (signal.SIGTERM, signal.SIGSTOP, signal.SIGKILL):
        attempt(f"send {number.name} to {pid}", lambda: kill(pid, number))  # noqa: B023
play_on()
