"""Private folders of bots: made for this user alone, and removed whatever bots did in them."""

import os
import secrets
import shutil
import stat
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

import psutil

from referee.rpc.place import places, short_place
from referee.sandbox.uids import UNUSED

_PREFIX: Final = "stych-"
_MOST_LEVELS: Final = 100_000
"""How many levels of nested folders are removed.

It is a bound, so that a bot that still digs while its folder is removed cannot hold us up for ever.
"""


def private_folder() -> tempfile.TemporaryDirectory[str]:
    """A new folder that only this user may enter; its path is short enough for sockets in it.

    It vanishes with the returned object; `sweep_folders` of a later run removes it if this process
    is killed. Raises OSError.
    """
    # The number of this process, so that a later run knows whose folders nobody needs any more.
    prefix, place = f"{_PREFIX}{os.getpid()}-", short_place()
    return tempfile.TemporaryDirectory(prefix=prefix, dir=place, ignore_cleanup_errors=True)


def sweep_folders() -> None:
    """Remove the private folders of processes of ours that were killed."""
    for place in {*places()}:
        for folder in place.glob(f"{_PREFIX}*-*"):
            owner = folder.name.removeprefix(_PREFIX).partition("-")[0]
            if owner.isdecimal() and _is_ours(folder) and not psutil.pid_exists(int(owner)):
                remove_folder(folder)


def _is_ours(folder: Path) -> bool:
    """Whether it is a folder of this user's, or of one that bots run as, and no link to one.

    Where everybody may write, another user can give anything such a name.
    """
    users = {os.geteuid(), *(() if os.geteuid() else UNUSED)}
    with suppress(OSError):
        found = folder.lstat()
        return stat.S_ISDIR(found.st_mode) and found.st_uid in users
    return False


def remove_folder(folder: Path) -> None:
    """Remove a folder, however deep a bot has dug in it.

    What cannot be removed stays, and so does a link in its place.
    """
    if folder.is_symlink():
        return
    with suppress(RecursionError):
        shutil.rmtree(folder, ignore_errors=True)
    with suppress(OSError):
        # What is left lies too deep for rmtree, which recurses: level by level it is lifted to the
        # top.
        for _ in range(_MOST_LEVELS):
            for entry in list(folder.iterdir()):
                _lift(entry)
            if not any(folder.iterdir()):
                folder.rmdir()
                return


def _lift(entry: Path) -> None:
    """Remove the entry; what a folder holds moves one level up. Raises OSError."""
    if entry.is_symlink() or not entry.is_dir():
        entry.unlink()
        return
    for deeper in list(entry.iterdir()):
        deeper.rename(entry.with_name(secrets.token_hex(8)))
    entry.rmdir()
