"""Lends a folder to another user for a build, and checks what a build leaves in it."""

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
"""How deep folders may lie in one another after a build; deeper ones are refused."""
# A program with these bits runs with its owner's rights, and after a build that is one of us again,
# perhaps root.
_LENDS_RIGHTS: Final = stat.S_ISUID | stat.S_ISGID
_LOOK_SECONDS: Final = 0.05


class LeftBehindError(StychError):
    """A build has left what cannot be kept; the text says what, after the words "it leaves"."""


Owners = Mapping[int, tuple[int, int]]
"""User and group of files by inode number, which stays when a build renames them."""


@contextmanager
def alone(room: Path, seconds: float, stopped: Callable[[], bool]) -> Iterator[bool]:
    """Hold the folder for one build; yields False when its turn does not come in `seconds`.

    Two builds at once could not each have the folder lent to a user of its own.
    """
    # The folder itself is locked, so that no file has to be made in it.
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
    """Give all that is in the folder to the user, and return whose it was; links are not followed.

    A file that also has a name elsewhere stays whose it is: else a hard link would give away a file
    outside. Raises OSError.
    """
    names: dict[int, int] = {}
    owners: dict[int, tuple[int, int]] = {}
    found = list(_walk(room))
    for _, status in found:
        names[status.st_ino] = names.get(status.st_ino, 0) + 1
    for path, status in found:
        if not stat.S_ISDIR(status.st_mode) and status.st_nlink > names[status.st_ino]:
            continue
        # A build that was killed may have left files of its user, whose owner nobody knows any
        # more.
        if status.st_uid not in UNUSED:
            owners[status.st_ino] = status.st_uid, status.st_gid
        os.chown(path, uid, uid, follow_symlinks=False)
    return owners


def settle(room: Path, owners: Owners | None = None) -> None:
    """Give the folder back; what is new goes to its owner, and no file lends its owner's rights.

    Without `owners` nothing was lent, and only the rights are taken away. Raises LeftBehindError
    for what nobody could walk through.
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
    """All that is in the folder, and itself first; a folder comes before what it holds.

    A loop and not a recursion, as the depth is a stranger's. Raises OSError beyond DEEPEST.
    """
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
