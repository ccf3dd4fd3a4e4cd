"""How a command ends: by itself, since it hangs, or since no machine is to be played any more."""

import os
import signal
import subprocess
import time
from contextlib import suppress
from threading import Event
from typing import Final

_LOOK: Final = 0.5
"""Seconds between two looks at whether all is to end. Signals reach the main thread alone, and
commands are awaited in others."""
_LAST_SECONDS: Final = 10.0


class StoppedError(Exception):
    """No machine is to be played any more."""


def finish(process: "subprocess.Popen[str]", seconds: float, stopping: Event) -> str:
    """All that the process says, to its end.

    After `seconds` its process group is killed, and a last line says so. Once `stopping` is set,
    the group is killed as well, and StoppedError is raised.
    """
    until = time.monotonic() + seconds
    while not stopping.is_set():
        left = until - time.monotonic()
        try:
            return process.communicate(timeout=max(min(left, _LOOK), 0.0))[0]
        except subprocess.TimeoutExpired:
            if left <= _LOOK:
                return f"{_end(process)}\nended after {seconds:g} s\n"
        except BaseException:
            _end(process)
            raise
    _end(process)
    raise StoppedError


def _end(process: "subprocess.Popen[str]") -> str:
    """Kill it with its process group; returns what it said.

    "" when something that it left behind holds its output open.
    """
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    try:
        return process.communicate(timeout=_LAST_SECONDS)[0]
    except subprocess.TimeoutExpired:
        assert process.stdout
        process.stdout.close()
        return ""
