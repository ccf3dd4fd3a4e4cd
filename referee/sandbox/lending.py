"""A folder that is lent to another user for a build, and what a build may leave in it."""

import errno
import fcntl
import os
import stat
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from referee.errors import StychError
from referee.sandbox.uids import UNUSED

DEEPEST: Final = 200
"""So many folders in one another are more than any build needs."""
_LENDS_RIGHTS: Final = stat.S_ISUID | stat.S_ISGID
_LOOK_SECONDS: Final = 0.05


class LeftBehindError(StychError):
    """A build has left what cannot be kept; the text says what, after the words "it leaves"."""


Owners = Mapping[int, tuple[int, int]]
"""User and group of files by their number on the disk."""


@contextmanager
def alone(room: Path, seconds: float, stopped: Callable[[], bool]) -> Iterator[bool]:
    """No two confined builds at once in a folder; False when its turn does not come in time."""
    lock = os.open(room, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield _locked(lock, time.monotonic() + seconds, stopped)
    finally:
        os.close(lock)


def _locked(lock: int, until: float, stopped: Callable[[], bool]) -> bool:
    while time.monotonic() < until and not stopped():
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            time.sleep(_LOOK_SECONDS)
        else:
            return True
    return False


def lend(room: Path, uid: int) -> Owners:
    """Give all that is in there to the user, and say whose it was; links are not followed.

    What also has a name elsewhere stays whose it is. Raises OSError.
    """
    names: dict[int, int] = {}
    owners: dict[int, tuple[int, int]] = {}
    found = list(_walk(room))
    for _, status in found:
        names[status.st_ino] = names.get(status.st_ino, 0) + 1
    for path, status in found:
        if not stat.S_ISDIR(status.st_mode) and status.st_nlink > names[status.st_ino]:
            continue
        if status.st_uid not in UNUSED:
            owners[status.st_ino] = status.st_uid, status.st_gid
        os.chown(path, uid, uid, follow_symlinks=False)
    return owners


def settle(room: Path, owners: Owners | None = None) -> None:
    """Give it back, what is new to the folder's owner; no file there lends its owner's rights.

    Without owners nothing was lent. Raises LeftBehindError for what nobody could walk through.
    """
    try:
        _settle(room, owners)
    except OSError as error:
        raise LeftBehindError(f"what cannot be kept: {error.strerror}") from None


def _settle(room: Path, owners: Owners | None) -> None:
    own = owners and owners.get(room.stat().st_ino, (os.getuid(), os.getgid()))
    for path, status in _walk(room):
        if owners is not None and own and status.st_uid in UNUSED:
            os.chown(path, *owners.get(status.st_ino, own), follow_symlinks=False)
        if stat.S_ISREG(status.st_mode) and status.st_mode & _LENDS_RIGHTS:
            path.chmod(stat.S_IMODE(status.st_mode) & ~_LENDS_RIGHTS)


def _walk(room: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """All that is in there, and itself; a folder before what it holds."""
    waiting = [(room, 0)]
    yield room, room.stat()
    while waiting:
        folder, depth = waiting.pop()
        if depth > DEEPEST:
            raise OSError(errno.ELOOP, f"folders lie more than {DEEPEST} deep in one another")
        for entry in os.scandir(folder):
            status = entry.stat(follow_symlinks=False)
            yield Path(entry.path), status
            if stat.S_ISDIR(status.st_mode):
                waiting.append((Path(entry.path), depth + 1))
