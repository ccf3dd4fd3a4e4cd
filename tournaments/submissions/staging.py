"""Where a bot is prepared: a folder of its own beside those that are stored.

It is on the same disk as these, so that one rename stores a bot. A process holds a lock on its
staging folder as long as it lives; a folder that is not locked was left by a process that was
killed, and is removed when the next bot is submitted.
"""

import fcntl
import os
import re
import secrets
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from referee.rpc.folders import remove_folder

STAGING = ".staging"
_STORED = re.compile("[0-9a-f]{64}")


@contextmanager
def staged(bots: Path) -> Iterator[Path]:
    """A new folder, locked, which is removed in the end. To be entered in turn. Raises OSError."""
    place = bots / STAGING / secrets.token_hex(8)
    place.mkdir(parents=True)
    handle = os.open(place, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield place
    finally:
        remove(place)
        os.close(handle)


def sweep(bots: Path, stored: Collection[str]) -> None:
    """Remove what processes that were killed left: to be called in turn.

    `stored` are the digests of all versions; folders named by others were never whole.
    """
    if (bots / STAGING).is_symlink():
        # We make a folder there, never a link: everything where it leads would be removed.
        remove(bots / STAGING)
    with suppress(FileNotFoundError):
        for place in list((bots / STAGING).iterdir()):
            if not is_held(place):
                remove(place)
    for place in list(bots.iterdir()):
        if _STORED.fullmatch(place.name) and place.name not in stored:
            remove(place)


def is_held(place: Path) -> bool:
    """Whether a process that lives has a lock on the folder; False of what is no folder."""
    try:
        # Of anything else, as of a pipe, the system says so before it opens it.
        handle = os.open(place, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except NotADirectoryError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False


def make_read_only(folder: Path) -> None:
    """Take the right to write from all that is in the folder, and from the folder itself."""
    for place, folders, files in os.walk(folder):
        for path in (Path(place, name) for name in (*folders, *files)):
            if not path.is_symlink():
                path.chmod(path.stat().st_mode & 0o555)
    folder.chmod(0o555)


def remove(folder: Path) -> None:
    """Remove a folder, read-only parts as well; what cannot be removed stays.

    What is something else in its place is removed as well, of a link only the link itself; raises
    OSError where it cannot be.
    """
    if folder.is_symlink() or not folder.is_dir():
        folder.unlink(missing_ok=True)
        return
    with suppress(OSError):
        # Entries are removed from folders, so it is these that must be writable.
        folder.chmod(0o700)
        for place, folders, _ in os.walk(folder):
            for path in (Path(place, name) for name in folders):
                if not path.is_symlink():
                    path.chmod(0o700)
    remove_folder(folder)
