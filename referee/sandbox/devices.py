"""The devices that all bots may open for writing, and so lock against one another."""

import fcntl
import os
import struct
import sys
from contextlib import suppress
from typing import Final

SHARED: Final = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")


def hold() -> None:
    """Have this process read-lock them all, for as long as it lives.

    Nobody else gets a write lock then, and read locks hinder nobody: whether somebody else has one
    cannot be told by trying.
    """
    if sys.platform != "linux":
        return
    # Unlike other locks, these are not lost when the process closes another handle of the file.
    whole = struct.pack("hhqqi4x", fcntl.F_RDLCK, os.SEEK_SET, 0, 0, 0)
    for path in SHARED:
        with suppress(OSError):
            handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
            fcntl.fcntl(handle, fcntl.F_OFD_SETLK, whole)
