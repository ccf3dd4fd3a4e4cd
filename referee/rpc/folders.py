"""Private folders of bots: made for this user alone, and removed whatever bots did in them."""

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
from referee.sandbox.uids import UNUSED

_FOLDER: Final = getattr(os, "O_PATH", 0) | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
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
        self.path = Path(tempfile.mkdtemp("", folder_prefix(), short_place()))
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


def bytes_in(folder: Path) -> int:
    """The bytes of all files in the folder; what cannot be read counts as nothing."""
    total = 0
    for place, _, names in os.walk(folder):
        for name in names:
            with suppress(OSError):
                total += Path(place, name).lstat().st_size
    return total


def sweep_folders() -> None:
    """Remove the temporary folders of processes of ours that were killed."""
    for place in {*places()}:
        for folder in place.glob(FOLDERS):
            owner = folder_owner(folder.name)
            if owner is not None and _is_ours(folder) and not psutil.pid_exists(owner):
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
    with suppress(OSError), _opened(folder) as handle:
        with suppress(RecursionError):
            shutil.rmtree(folder, ignore_errors=True)
        _empty(handle)
    with suppress(OSError):
        folder.rmdir()


def _empty(folder: int) -> None:
    """Remove what rmtree has left in the folder: it is closed, or too deep, since rmtree recurses.

    Level by level it is lifted to the top.
    """
    left, before = _names(folder), set[str]()
    for _ in range(_MOST_LEVELS):
        if left == before:
            break
        for name in left:
            _lift(name, folder)
        left, before = _names(folder), left


def _lift(name: str, folder: int) -> None:
    """Remove the entry; what a folder holds moves one level up, so far as that can be."""
    with suppress(OSError):
        try:
            with _opened(name, folder) as entry:
                for deeper in _names(entry):
                    _move(deeper, entry, folder)
            os.rmdir(name, dir_fd=folder)
        except NotADirectoryError:
            os.unlink(name, dir_fd=folder)


def _move(name: str, folder: int, above: int) -> None:
    with suppress(OSError):
        # A folder that is closed can be moved to no other one.
        with suppress(NotADirectoryError), _opened(name, folder):
            pass
        os.rename(name, secrets.token_hex(8), src_dir_fd=folder, dst_dir_fd=above)


@contextmanager
def _opened(folder: Path | str, above: int | None = None) -> Iterator[int]:
    """A handle of the folder, which can be listed and changed from here on.

    It means this very folder, whatever a bot that still runs puts in its place. Raises OSError; a
    NotADirectoryError for what is no folder, a link to one too.
    """
    handle = os.open(folder, _FOLDER, dir_fd=above)
    try:
        Path(_path(handle)).chmod(0o700)
        yield handle
    finally:
        os.close(handle)


def _names(folder: int) -> set[str]:
    with suppress(OSError):
        return {each.name for each in Path(_path(folder)).iterdir()}
    return set()


def _path(handle: int) -> str:
    return f"/proc/self/fd/{handle}"
