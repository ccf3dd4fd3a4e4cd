"""Says by locks on files that all can open what nobody may know, and listens; then it plays."""

import fcntl
import os
import runpy
import struct

from attempts import attempt
from talk import play_on

F_OFD_GETLK, F_OFD_SETLK = 36, 37
SHARED = ("bot.py", os.__file__, runpy.__file__)
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/urandom")
HELD = []


def lock(kind):
    return struct.pack("hhqqi4x", kind, os.SEEK_SET, 0, 0, 0)


def held(path, mode=os.O_RDONLY):
    HELD.append(os.open(path, mode))
    return HELD[-1]


def say(path):
    """That is no crime: nobody is to hear it."""
    fcntl.fcntl(held(path), fcntl.F_SETLK, lock(fcntl.F_RDLCK))


def read_locks():
    with open("/proc/locks") as file:
        if not file.read():
            raise FileNotFoundError("no locks are listed")


for path in SHARED:
    say(path)
    for name, ask in (("process", fcntl.F_GETLK), ("file", F_OFD_GETLK)):
        attempt(
            f"see the locks of another {name} on {path}",
            lambda path=path, ask=ask: fcntl.fcntl(held(path), ask, lock(fcntl.F_WRLCK)),
        )
    attempt(
        f"lock {path} for an open file",
        lambda path=path: fcntl.fcntl(held(path), F_OFD_SETLK, lock(fcntl.F_RDLCK)),
    )
    attempt(f"lock all of {path}", lambda path=path: fcntl.flock(held(path), fcntl.LOCK_EX))
for path in DEVICES:
    attempt(
        f"keep others from locking {path}",
        lambda path=path: fcntl.fcntl(held(path, os.O_RDWR), fcntl.F_SETLK, lock(fcntl.F_WRLCK)),
    )
attempt("read the list of all locks", read_locks)
play_on()
