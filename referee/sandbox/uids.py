"""Reserves user ids that nobody else has: as root, each bot runs as a user of its own."""

import errno
import fcntl
import os
import pwd
import random
from contextlib import suppress
from pathlib import Path
from typing import Final

_LOCKS: Final = Path("/run/stych-uids")
"""The folder with a file for each user id; a lock on the file reserves the id."""
BOT_UIDS: Final = range(60706, 61184)
"""User ids for bots and builds. No distribution gives them to anybody: systemd's list of user ids
leaves them unused. (The ids just below are for greeters of display managers since 2025.)"""


class Uid:
    """A user id that is reserved until `give_back` is called or this process ends."""

    def __init__(self, number: int, lock: int) -> None:
        self.number = number
        self._lock = lock

    def give_back(self) -> None:
        """End the reservation; a second call does nothing."""
        lock, self._lock = self._lock, -1
        if lock >= 0:
            os.close(lock)


def take() -> Uid:
    """Reserve a random id of BOT_UIDS that nobody else on this machine has; only root can do that.

    Raises OSError; its number is EAGAIN when no id of BOT_UIDS is free.
    """
    _LOCKS.mkdir(mode=0o700, exist_ok=True)
    numbers = list(BOT_UIDS)
    random.shuffle(numbers)
    for number in numbers:
        if _has_name(number):
            continue
        lock = os.open(_LOCKS / str(number), os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW, 0o600)
        try:
            # The lock and not the file reserves the id: the kernel drops it when this process ends,
            # even if it is killed. The file stays, since another process could open it while it is
            # removed, and lock a file that has no name.
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
            continue
        return Uid(number, lock)
    raise OSError(errno.EAGAIN, f"all users from {BOT_UIDS[0]} to {BOT_UIDS[-1]} are taken")


def _has_name(number: int) -> bool:
    """Whether the machine has a user with this id after all."""
    with suppress(KeyError):
        return bool(pwd.getpwuid(number))
    return False
