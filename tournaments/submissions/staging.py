"""Staging folders: each submission prepares its bot in one, beside the folders of stored bots.

They are on the same disk as the stored bots, so that one rename stores a bot. A process holds a
lock on its staging folder as long as it uses it. A folder that is not locked was left by a process
that was killed, and is removed when the next bot is submitted.
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
"""The folder of all staging folders, in the folder of stored bots."""
_DIGEST = re.compile("[0-9a-f]{64}")
"""The name of a stored bot's folder."""


@contextmanager
def staged(bots: Path) -> Iterator[Path]:
    """A new, locked staging folder, which is removed when the block ends. Raises OSError.

    `bots` is the folder of stored bots. Enter the block in a block of `in_turn`, since another
    process could sweep the folder before it is locked.
    """
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
    """Remove the folders that killed processes have left. Call it in a block of `in_turn`.

    `stored` has the digests of all versions. A folder that is named by another digest belongs to no
    version. Raises OSError.
    """
    if (bots / STAGING).is_symlink():
        # Somebody else made the link. Without this, the folder that it leads to would be emptied.
        remove(bots / STAGING)
    with suppress(FileNotFoundError):
        for place in list((bots / STAGING).iterdir()):
            if not is_held(place):
                remove(place)
    for place in list(bots.iterdir()):
        if _DIGEST.fullmatch(place.name) and place.name not in stored:
            remove(place)


def is_held(place: Path) -> bool:
    """Whether a process holds a lock on the folder; False for anything that is no folder.

    Raises OSError.
    """
    try:
        # With O_DIRECTORY nothing else is opened: to open a pipe could block for ever.
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
    """Remove all write permissions of the folder and of all in it but links. Raises OSError."""
    for place, folders, files in os.walk(folder):
        for path in (Path(place, name) for name in (*folders, *files)):
            if not path.is_symlink():
                path.chmod(path.stat().st_mode & 0o555)
    folder.chmod(0o555)


def remove(folder: Path) -> None:
    """Remove a folder with everything in it, also read-only parts; what cannot be removed stays.

    A file or a link at the path is removed as well, and not what the link leads to; raises OSError
    when that fails. Nothing at the path is no error.
    """
    if folder.is_symlink() or not folder.is_dir():
        folder.unlink(missing_ok=True)
        return
    with suppress(OSError):
        # To remove an entry, its folder must be writable, and not the entry itself.
        folder.chmod(0o700)
        for place, folders, _ in os.walk(folder):
            for path in (Path(place, name) for name in folders):
                if not path.is_symlink():
                    path.chmod(0o700)
    remove_folder(folder)
