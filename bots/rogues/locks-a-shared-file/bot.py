"""Tries to pass on and to read secrets by locks on files that all bots can open; then it plays."""

import fcntl
import os
import runpy
import struct

from attempts import attempt
from talk import play_on

# As in the kernel's fcntl.h.
F_OFD_GETLK, F_OFD_SETLK = 36, 37
SHARED = ("bot.py", os.__file__, runpy.__file__)
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/urandom")
HELD = []
"""Open files; a lock lasts as long as its file is open."""


def lock(kind):
    """The kernel's structure for a lock of this kind on a whole file."""
    return struct.pack("hhqqi4x", kind, os.SEEK_SET, 0, 0, 0)


def open_to_the_end(path, mode=os.O_RDONLY):
    HELD.append(os.open(path, mode))
    return HELD[-1]


def say(path):
    """Take a shared lock of this process. That is allowed, as no other bot can see it.

    /proc/locks lists a lock of an open file, so one of those is not allowed.
    """
    fcntl.fcntl(open_to_the_end(path), fcntl.F_SETLK, lock(fcntl.F_RDLCK))


def read_locks():
    with open("/proc/locks") as file:
        if not file.read():
            raise FileNotFoundError("no locks are listed")


for path in SHARED:
    say(path)
    for name, ask in (("process", fcntl.F_GETLK), ("open file", F_OFD_GETLK)):
        attempt(
            f"see the locks of another {name} on {path}",
            lambda path=path, ask=ask: fcntl.fcntl(open_to_the_end(path), ask, lock(fcntl.F_WRLCK)),
        )
    attempt(
        f"lock {path} for an open file",
        lambda path=path: fcntl.fcntl(open_to_the_end(path), F_OFD_SETLK, lock(fcntl.F_RDLCK)),
    )
    attempt(
        f"lock all of {path}", lambda path=path: fcntl.flock(open_to_the_end(path), fcntl.LOCK_EX)
    )
for path in DEVICES:
    attempt(
        f"keep others from locking {path}",
        lambda path=path: fcntl.fcntl(
            open_to_the_end(path, os.O_RDWR), fcntl.F_SETLK, lock(fcntl.F_WRLCK)
        ),
    )
attempt("read the list of all locks", read_locks)
play_on()
