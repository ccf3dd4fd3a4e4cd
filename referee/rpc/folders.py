"""Private folders for bots: made for this user alone, and removed whatever bots did in them.

Functions that take a folder as a number take a handle of it, a file descriptor.
"""

import os
import secrets
import shutil
import stat
import tempfile
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Final

import psutil

from referee.rpc.place import places, short_place
from referee.sandbox.temporary_folders import FOLDERS, folder_owner, folder_prefix
from referee.sandbox.uids import BOT_UIDS

# O_PATH opens a folder that its mode forbids to read. O_NOFOLLOW refuses a link in its place.
_FOLDER_FLAGS: Final = getattr(os, "O_PATH", 0) | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_MOST_LEVELS: Final = 100_000
"""How many levels of nested folders are removed at most.

Without a bound, a bot that goes on nesting folders during the removal would hold it up for ever.
"""


class PrivateFolder:
    """A new folder that only this user may enter. Its path is short enough for sockets in it.

    As a context manager it gives the path, and removes the folder at the end. Without that or
    `remove`, the folder is removed when this object is collected or the process exits. If the
    process is killed, `sweep_folders` of a later run removes the folder.
    """

    def __init__(self) -> None:
        """Make the folder. Raises OSError, as when no place for it has a short path."""
        self.path = Path(tempfile.mkdtemp("", folder_prefix(), short_place()))
        # Not by TemporaryDirectory, which in older versions of Python follows links when it changes
        # modes.
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
        """Remove the folder with its contents, as `remove_folder` does; may be called again."""
        self._remove()


def bytes_in(folder: Path) -> int:
    """The bytes of all files in the folder and below. What cannot be read counts as empty."""
    total = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            with suppress(OSError):
                total += Path(parent, name).lstat().st_size
    return total


def sweep_folders() -> None:
    """Remove the temporary folders that killed processes of Štych have left."""
    for place in {*places()}:
        for folder in place.glob(FOLDERS):
            owner = folder_owner(folder.name)
            if owner is not None and _is_ours(folder) and not psutil.pid_exists(owner):
                remove_folder(folder)


def _is_ours(folder: Path) -> bool:
    """Whether `folder` is a folder, not a link, of this user or, as root, of a user of bots.

    In a place where everybody may write, other users can make folders with such names too.
    """
    users = {os.geteuid()}
    if os.geteuid() == 0:
        users.update(BOT_UIDS)
    with suppress(OSError):
        status = folder.lstat()
        return stat.S_ISDIR(status.st_mode) and status.st_uid in users
    return False


def remove_folder(folder: Path) -> None:
    """Remove a folder with its contents, however deeply nested or closed by their modes.

    Raises nothing: what cannot be removed stays. If `folder` is a link, nothing is removed.
    """
    if folder.is_symlink():
        return
    with suppress(OSError), _opened(folder) as handle:
        with suppress(RecursionError):
            shutil.rmtree(folder, ignore_errors=True)
        _empty(handle)
    with suppress(OSError):
        folder.rmdir()


def _empty(folder: int) -> None:
    """Remove what rmtree has left in the folder: closed folders, and those too deep for recursion.

    Each round moves the contents of the folders at the top one level up and removes these folders.
    """
    names, before = _names(folder), set[str]()
    for _ in range(_MOST_LEVELS):
        if names == before:
            break
        for name in names:
            _lift(name, folder)
        names, before = _names(folder), names


def _lift(name: str, folder: int) -> None:
    """Remove an entry of `folder`; the contents of an entry that is a folder move into `folder`."""
    with suppress(OSError):
        try:
            with _opened(name, folder) as entry:
                for deeper in _names(entry):
                    _move(deeper, entry, folder)
            os.rmdir(name, dir_fd=folder)
        except NotADirectoryError:
            os.unlink(name, dir_fd=folder)


def _move(name: str, folder: int, above: int) -> None:
    """Move the entry `name` of `folder` into `above`, where it gets a random name."""
    with suppress(OSError):
        # A folder that its mode closes cannot be moved to another one. `_opened` changes the mode.
        with suppress(NotADirectoryError), _opened(name, folder):
            pass
        os.rename(name, secrets.token_hex(8), src_dir_fd=folder, dst_dir_fd=above)


@contextmanager
def _opened(folder: Path | str, above: int | None = None) -> Iterator[int]:
    """A handle of the folder, whose mode is changed so that this user can list and change it.

    The handle stays with this folder even if a bot that still runs puts something in its place.
    Raises OSError: a NotADirectoryError if it is not a folder or is a link.
    """
    handle = os.open(folder, _FOLDER_FLAGS, dir_fd=above)
    try:
        Path(_path(handle)).chmod(0o700)
        yield handle
    finally:
        os.close(handle)


def _names(folder: int) -> set[str]:
    """The names of the folder's entries; empty if it cannot be listed."""
    with suppress(OSError):
        return {each.name for each in Path(_path(folder)).iterdir()}
    return set()


def _path(handle: int) -> str:
    return f"/proc/self/fd/{handle}"
