"""Lends a folder to another user for a build, and checks what a build leaves in it."""

import errno
import fcntl
import os
import stat
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from referee.errors import StychError
from referee.sandbox.uids import UNUSED

MOST_LEVELS: Final = 200
"""How many levels of folders may lie in a folder that is lent or given back."""
# A program with one of these bits runs with the rights of its owner or group. After a build its
# owner is again the user of the referee, perhaps root.
_SET_ID_BITS: Final = stat.S_ISUID | stat.S_ISGID
_LOOK_SECONDS: Final = 0.05
"""Seconds between two attempts to lock a folder."""


class LeftBehindError(StychError):
    """A build has left files that must not stay so; the text follows the word "leaves"."""


Owners = Mapping[int, tuple[int, int]]
"""User and group of files by inode number. Renaming a file does not change its inode number."""


@contextmanager
def alone(folder: Path, seconds: float, stopped: Callable[[], bool]) -> Iterator[bool]:
    """Lock the folder for one build, as it can belong to only one build user at a time.

    Yields True while the lock is held. Yields False if another process held the lock for all of the
    `seconds`, or if `stopped` returned True. Raises OSError when the folder cannot be opened.
    """
    # The folder itself is locked, so that no file has to be made in it.
    lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
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


def lend(folder: Path, uid: int) -> Owners:
    """Make `uid`, one of UNUSED, the owner and group of the folder and of all that is in it.

    Returns the former owner and group of each entry, except for entries that belonged to an UNUSED
    user. Links are not followed. A file that also has a name outside of the folder keeps its owner:
    else a hard link would give away a file there. Raises OSError when an entry cannot be lent; what
    was lent before is then given back.
    """
    owners: dict[int, tuple[int, int]] = {}
    try:
        _lend(folder, uid, owners)
    except OSError:
        with suppress(OSError):
            _settle(folder, owners)
        raise
    return owners


def _lend(folder: Path, uid: int, owners: dict[int, tuple[int, int]]) -> None:
    """Do the work of `lend`; each owner is put into `owners` before it changes."""
    names_inside: dict[int, int] = {}
    entries = list(_walk(folder))
    for _, status in entries:
        names_inside[status.st_ino] = names_inside.get(status.st_ino, 0) + 1
    for path, status in entries:
        if not stat.S_ISDIR(status.st_mode) and status.st_nlink > names_inside[status.st_ino]:
            continue
        # A build that was killed may have left files of its user; their former owner is unknown.
        if status.st_uid not in UNUSED:
            owners[status.st_ino] = status.st_uid, status.st_gid
        os.chown(path, uid, uid, follow_symlinks=False)


def settle(folder: Path, owners: Owners | None = None) -> None:
    """Give back all that now belongs to a build user, and clear the setuid and setgid bits.

    An entry in `owners` goes to its former owner, any other to the former owner of the folder.
    Without `owners` nothing was lent, and only the bits are cleared. Raises LeftBehindError if the
    folder cannot be walked, or if an owner or a mode cannot be changed.
    """
    try:
        _settle(folder, owners)
    except OSError as error:
        raise LeftBehindError(f"what cannot be kept: {error.strerror}") from None


def _settle(folder: Path, owners: Owners | None) -> None:
    referee = os.getuid(), os.getgid()
    folder_owner = referee if owners is None else owners.get(folder.stat().st_ino, referee)
    for path, status in _walk(folder):
        # The build has ended, but the folder's owner may remove files meanwhile.
        with suppress(FileNotFoundError):
            if owners is not None and status.st_uid in UNUSED:
                os.chown(path, *owners.get(status.st_ino, folder_owner), follow_symlinks=False)
            if stat.S_ISREG(status.st_mode) and status.st_mode & _SET_ID_BITS:
                path.chmod(stat.S_IMODE(status.st_mode) & ~_SET_ID_BITS)


def _walk(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """The folder and all that is in it, with their status; a folder comes before its entries.

    This is a loop, since the folders of a bot could be so deep that a recursive function would
    fail. Raises OSError when they are deeper than MOST_LEVELS.
    """
    waiting = [(folder, 0)]
    yield folder, folder.stat()
    while waiting:
        place, depth = waiting.pop()
        if depth > MOST_LEVELS:
            raise OSError(errno.ELOOP, f"folders lie more than {MOST_LEVELS} deep in one another")
        for entry in os.scandir(place):
            try:
                status = entry.stat(follow_symlinks=False)
            except FileNotFoundError:
                continue
            yield Path(entry.path), status
            if stat.S_ISDIR(status.st_mode):
                waiting.append((Path(entry.path), depth + 1))
