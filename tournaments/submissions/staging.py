"""Where a bot is prepared: a folder of its own beside those that are stored.

A process holds a lock on its staging folder as long as it lives. Whatever nobody holds was left by
one that was killed, and goes when the next bot is submitted.
"""

import fcntl
import os
import re
import secrets
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from referee.rpc.process import remove_folder

STAGING = ".staging"
_STORED = re.compile("[0-9a-f]{64}")


@contextmanager
def staged(bots: Path) -> Iterator[Path]:
    """A new folder that goes in the end, whatever becomes of it. To be entered in turn."""
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
    """Remove what was left half done: to be called in turn, with the digests that are stored."""
    with suppress(FileNotFoundError):
        for place in list((bots / STAGING).iterdir()):
            if not _held(place):
                remove(place)
    for place in list(bots.iterdir()):
        if _STORED.fullmatch(place.name) and place.name not in stored:
            remove(place)


def _held(place: Path) -> bool:
    """Whether the process that made it still lives."""
    handle = os.open(place, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False


def make_read_only(folder: Path) -> None:
    """Nobody is to change what is in the folder."""
    for place, folders, files in os.walk(folder):
        for path in (Path(place, name) for name in (*folders, *files)):
            if not path.is_symlink():
                path.chmod(path.stat().st_mode & 0o555)
    folder.chmod(0o555)


def remove(folder: Path) -> None:
    """Remove it, read-only parts as well; what cannot be removed stays. Of a link only itself."""
    if folder.is_symlink():
        folder.unlink()
        return
    with suppress(OSError):
        folder.chmod(0o700)
        for place, folders, _ in os.walk(folder):
            for path in (Path(place, name) for name in folders):
                if not path.is_symlink():
                    path.chmod(0o700)
    remove_folder(folder)
