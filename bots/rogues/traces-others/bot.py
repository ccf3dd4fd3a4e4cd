"""Tries to read the memory of every process that it finds and to trace it; then it plays."""

import ctypes
import os
from contextlib import suppress
from pathlib import Path

from attempts import attempt
from talk import play_on

PTRACE_SEIZE = 0x4206
LIBC = ctypes.CDLL(None, use_errno=True)


def read(pid):
    # The first address that is mapped: at address 0 the read would fail in every process.
    first = Path(f"/proc/{pid}/maps").read_text().partition("-")[0]
    with Path(f"/proc/{pid}/mem").open("rb") as memory:
        memory.seek(int(first or "0", 16))
        memory.read(1)


def trace(pid):
    if LIBC.ptrace(PTRACE_SEIZE, pid, None, None) < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def is_bubblewrap(pid):
    """Whether the process is that of the bot's own sandbox, which knows nothing of others."""
    with suppress(OSError):
        return pid == 1 and Path("/proc/1/comm").read_text() == "bwrap\n"
    return False


others = [int(path.name) for path in Path("/proc").glob("[0-9]*")]
for pid in {os.getppid(), 1, *others} - {os.getpid(), 0}:
    if not is_bubblewrap(pid):
        attempt(f"read the memory of {pid}", lambda pid=pid: read(pid))
    attempt(f"trace {pid}", lambda pid=pid: trace(pid))
play_on()
