"""The devices that all bots may open for writing, and could use to lock one another out."""

import fcntl
import os
import struct
import sys
from contextlib import suppress
from typing import Final

SHARED: Final = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")


def hold() -> None:
    """Have this process hold a read lock on each device of SHARED, for as long as it lives.

    Meanwhile no process gets a write lock, while read locks never exclude each other. So a bot that
    tries to lock a device learns nothing about other bots. Devices that cannot be opened or locked
    are skipped. Does nothing on systems other than Linux.
    """
    if sys.platform != "linux":
        return
    # A lock of F_OFD_SETLK belongs to the open file: one of F_SETLK would be lost as soon as this
    # process closed any other handle of the same file.
    lock = struct.pack("hhqqi4x", fcntl.F_RDLCK, os.SEEK_SET, 0, 0, 0)
    for path in SHARED:
        with suppress(OSError):
            # Never closed, since that would give up the lock.
            handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
            fcntl.fcntl(handle, fcntl.F_OFD_SETLK, lock)
