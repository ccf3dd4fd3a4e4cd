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
from referee.sandbox.uids import BOT_UIDS

MOST_LEVELS: Final = 200
"""How many levels of folders may lie in a folder that is lent or given back: more than any build
needs."""
# A program with one of these bits runs with the rights of its owner or group. After a build the
# owner is that of the folder again, perhaps root.
_SET_ID_BITS: Final = stat.S_ISUID | stat.S_ISGID
_LOOK_SECONDS: Final = 0.05
"""Seconds between two attempts to lock a folder."""


class LeftBehindError(StychError):
    """A build has left files that cannot be checked or given back to their owner.

    The text is the end of a sentence, and follows the word "leaves".
    """


Owners = Mapping[int, tuple[int, int]]
"""User and group of files by inode number. Renaming a file does not change its inode number."""


@contextmanager
def alone(folder: Path, seconds: float, stopped: Callable[[], bool]) -> Iterator[bool]:
    """Lock the folder, for a build that must be the only one in it.

    Nobody else gets the lock meanwhile, in other processes or in other threads of this one. Yields
    True while the lock is held; False if it was not free within `seconds`, or if `stopped` returned
    True before. Raises OSError when the folder cannot be opened or locked.
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
    """Make the build user `uid` the owner and group of the folder and of all that is in it.

    A build user is one with an id of BOT_UIDS. Links are not followed. A file that also has a name
    outside of the folder keeps its owner: else a hard link would give away a file there.

    Returns the former owner and group of each lent entry, but not of entries that still belonged to
    the user of an earlier build. Raises OSError when an entry cannot be lent, or when folders lie
    too deep in one another. Entries lent before are then given back as far as possible.
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
        # If the referee was killed during a build, files still belong to that build's user.
        if status.st_uid not in BOT_UIDS:
            owners[status.st_ino] = status.st_uid, status.st_gid
        os.chown(path, uid, uid, follow_symlinks=False)


def settle(folder: Path, owners: Owners | None = None) -> None:
    """Give back all that now belongs to a build user, and clear setuid and setgid bits of files.

    The bits are cleared for all regular files in the folder. `owners` is what `lend` returned: an
    entry whose inode number is in it goes to the owner there, any other to the former owner of the
    folder, or to the referee's user if that is unknown. With None nothing was lent, and only the
    bits are cleared. Raises LeftBehindError if the folder cannot be walked, or if an owner or mode
    cannot be changed: then some entries may not be given back.
    """
    try:
        _settle(folder, owners)
    except OSError as error:
        raise LeftBehindError(
            f"files that cannot be checked or given back: {error.strerror}"
        ) from None


def _settle(folder: Path, owners: Owners | None) -> None:
    referee = os.getuid(), os.getgid()
    folder_owner = referee if owners is None else owners.get(folder.stat().st_ino, referee)
    for path, status in _walk(folder):
        # The build has ended, but the folder's owner may remove files meanwhile.
        with suppress(FileNotFoundError):
            if owners is not None and status.st_uid in BOT_UIDS:
                os.chown(path, *owners.get(status.st_ino, folder_owner), follow_symlinks=False)
            if stat.S_ISREG(status.st_mode) and status.st_mode & _SET_ID_BITS:
                path.chmod(stat.S_IMODE(status.st_mode) & ~_SET_ID_BITS)


def _walk(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """The folder and all that is in it, with their status; a folder comes before its entries.

    Files that are removed meanwhile are left out. Raises OSError, also when folders lie more than
    MOST_LEVELS deep in one another.
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
