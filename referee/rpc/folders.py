"""Private folders of bots: made for this user alone, and removed whatever bots did in them."""

import os
import secrets
import shutil
import stat
import tempfile
import weakref
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final

import psutil

from referee.rpc.place import places, short_place
from referee.sandbox.uids import UNUSED

_PREFIX: Final = "stych-"
_MOST_LEVELS: Final = 100_000
"""How many levels of nested folders are removed.

It is a bound, so that a bot that still digs while its folder is removed cannot hold us up for ever.
"""


class PrivateFolder:
    """A new folder that only this user may enter; its path is short enough for sockets in it.

    Also a context manager, which gives the path and removes the folder. What nobody removes goes
    with the object; `sweep_folders` of a later run removes it if this process is killed.
    """

    def __init__(self) -> None:
        """Make the folder. Raises OSError, as where no place has a short path."""
        # The number of this process, so that a later run knows whose folders nobody needs any more.
        self.path = Path(tempfile.mkdtemp("", f"{_PREFIX}{os.getpid()}-", short_place()))
        # Not TemporaryDirectory: older ones follow links when they change modes.
        self._remove = weakref.finalize(self, remove_folder, self.path)

    def __enter__(self) -> Path:
        return self.path

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.remove()

    def remove(self) -> None:
        """Remove it with all that is in it, as `remove_folder` does. Raises nothing."""
        self._remove()


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
    """Remove a folder, however deep a bot has dug in it and whatever it has closed.

    What cannot be removed stays, and so does a link in its place.
    """
    if folder.is_symlink():
        return
    with suppress(OSError):
        _opened(folder)
    with suppress(RecursionError):
        shutil.rmtree(folder, ignore_errors=True)
    # What is left is closed, or lies too deep for rmtree, which recurses: level by level it is
    # lifted to the top.
    left, before = _names(folder), set[str]()
    for _ in range(_MOST_LEVELS):
        if left == before:
            break
        for name in left:
            _lift(folder / name)
        left, before = _names(folder), left
    with suppress(OSError):
        folder.rmdir()


def _names(folder: Path) -> set[str]:
    with suppress(OSError):
        return {*os.listdir(folder)}  # noqa: PTH208  names alone
    return set()


def _lift(entry: Path) -> None:
    """Remove the entry; what a folder holds moves one level up, so far as that can be."""
    with suppress(OSError):
        if not _opened(entry):
            entry.unlink()
            return
        for deeper in list(entry.iterdir()):
            with suppress(OSError):
                _opened(deeper)
                deeper.rename(entry.with_name(secrets.token_hex(8)))
        entry.rmdir()


def _opened(entry: Path) -> bool:
    """Whether it is a folder, and no link to one; what is in it can be moved from here on.

    A folder that is closed can neither be listed nor be moved to another one. Raises OSError.
    """
    if entry.is_symlink() or not entry.is_dir():
        return False
    entry.chmod(0o700)
    return True
