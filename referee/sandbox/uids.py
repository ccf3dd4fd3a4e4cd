"""Users that nobody is: as root, every bot runs under a number of its own."""

import errno
import fcntl
import os
import pwd
import random
from contextlib import suppress
from pathlib import Path
from typing import Final

_LOCKS: Final = Path("/run/stych-uids")
UNUSED: Final = range(60578, 61184)
"""Numbers that no distribution gives to anybody."""


class Uid:
    """A number that is taken until it is given back, or until this process ends."""

    def __init__(self, number: int, lock: int) -> None:
        self.number = number
        self._lock = lock

    def give_back(self) -> None:
        """Let others have it."""
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1


def take() -> Uid:
    """A number that nobody else on this machine has. Raises OSError when there is none."""
    _LOCKS.mkdir(mode=0o700, exist_ok=True)
    numbers = list(UNUSED)
    random.shuffle(numbers)
    for number in numbers:
        if _known(number):
            continue
        lock = os.open(_LOCKS / str(number), os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
            continue
        return Uid(number, lock)
    raise OSError(errno.EAGAIN, f"all users from {UNUSED[0]} to {UNUSED[-1]} are taken")


def _known(number: int) -> bool:
    with suppress(KeyError):
        return bool(pwd.getpwuid(number))
    return False
