"""Numbers of users that nobody is: as root, every bot runs under one of its own."""

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
"""Numbers that no distribution gives to anybody; systemd's list of user ids leaves them unused."""


class Uid:
    """A user's number that is reserved until `give_back`, or until this process ends."""

    def __init__(self, number: int, lock: int) -> None:
        self.number = number
        self._lock = lock

    def give_back(self) -> None:
        """Let others have the number; nothing happens the second time."""
        lock, self._lock = self._lock, -1
        if lock >= 0:
            os.close(lock)


def take() -> Uid:
    """A user's number that nobody else on this machine has; root only.

    Raises OSError with EAGAIN when all of them are taken.
    """
    _LOCKS.mkdir(mode=0o700, exist_ok=True)
    numbers = list(UNUSED)
    random.shuffle(numbers)
    for number in numbers:
        if _known(number):
            continue
        lock = os.open(_LOCKS / str(number), os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW, 0o600)
        try:
            # The lock, not the file, says that the number is taken: it ends with this process, even
            # when that is killed. The file stays, since removing it could race with another
            # process's lock.
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
