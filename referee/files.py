"""Files that others made: only regular ones are read, in their folder, up to a size.

Files of our own are made here where others may have put something else in their place.

docs/security.md has the bounds, under Files of others.
"""

import errno
import os
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path
from typing import Final

from referee.errors import InvalidError

MANIFEST_BYTES: Final = 64 << 10
TOURNAMENT_BYTES: Final = 1 << 20
RECORD_BYTES: Final = 16 << 20
PEM_BYTES: Final = 4 << 20

MOST_ENTRIES: Final = 200_000
"""How many files and folders a folder may hold that is walked through, at all depths."""
DEEPEST: Final = 64
"""How many folders may lie in one another."""

_KINDS: Final = (
    (stat.S_ISLNK, "a link"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)
_BESIDE: Final = os.O_CLOEXEC | os.O_NOCTTY | os.O_NONBLOCK
"""Flags with which opening a pipe does not wait for its other end, and opening a terminal does not
make it ours."""
# O_PATH suffices for a folder that may be walked through and not listed.
_FOLDER: Final = getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


class FileError(InvalidError):
    """The file is not used; the message says why, and goes on after the file's name."""


def is_there(path: Path) -> bool:
    """Whether there is anything of that name, as far as anybody can tell who may not look.

    Path.exists raises OSError for a name that is too long, and below a folder that may not be
    searched.
    """
    return os.path.exists(path)  # noqa: PTH110


@contextmanager
def opened(path: Path, within: Path | None = None, *, links: bool = True) -> Iterator[int]:
    """The descriptor of a regular file, to be read from.

    With `within` nothing outside of that folder is opened, whatever links say; without `links` none
    in it is followed either. Raises OSError, as for what is not there or is a folder, and
    FileError.
    """
    handle = _inside(path, within, links=links) if within else _plain(path)
    try:
        # Again, now that it is open: by its path it may have become another file since the first
        # look.
        _check(os.fstat(handle))
        yield handle
    finally:
        os.close(handle)


def read_file(path: Path, most: int, within: Path | None = None, *, links: bool = True) -> bytes:
    """The contents of a regular file of at most `most` bytes. Raises as `opened` does."""
    with opened(path, within, links=links) as handle:
        size = os.fstat(handle).st_size
        if size > most:
            raise FileError(f"has {size} bytes; {most} at most are read")
        with os.fdopen(os.dup(handle), "rb") as file:
            # The file may have grown since its size was asked, or be one whose size reads as 0.
            data = file.read(most + 1)
    if len(data) > most:
        raise FileError(f"has more than {most} bytes, and no more are read")
    return data


def check_regular(path: Path) -> None:
    """Check a file that a library opens by itself. Raises as `opened` does."""
    with opened(path):
        pass


def open_own(path: Path) -> int:
    """The descriptor of a regular file of ours, which is made where there is none, to be written.

    The file keeps what it has. A link is not followed. Raises OSError, as for a folder, and
    FileError.
    """
    with suppress(FileNotFoundError):
        _check(path.lstat(), "written")
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | _BESIDE, 0o666)
    try:
        _check(os.fstat(handle), "written")
    except (OSError, FileError):
        os.close(handle)
        raise
    return handle


def make_anew(path: Path) -> FileIO:
    """A new file of ours, unbuffered, in the place of whatever else was there. Raises OSError."""
    # Removed, and not emptied: what a stranger put there may be a pipe, which would hold us up, or
    # a link to another file.
    path.unlink(missing_ok=True)
    return path.open("xb", buffering=0)


def walk(folder: Path, wanted: Callable[[Sequence[str]], bool]) -> Iterator[tuple[str, ...]]:
    """The paths of all files in the folder that are `wanted`, in no particular order.

    `wanted` is asked about folders as well, whose contents are left out with them. No link is
    followed: it counts as a file. Raises OSError, and FileError when there is too much.
    """
    # A loop and not a recursion, as the depth is a stranger's.
    waiting: list[tuple[str, ...]] = [()]
    seen = 0
    while waiting:
        above = waiting.pop()
        if len(above) > DEEPEST:
            raise FileError(f"has more than {DEEPEST} folders in one another")
        with os.scandir(folder.joinpath(*above)) as entries:
            for entry in entries:
                seen += 1
                if seen > MOST_ENTRIES:
                    raise FileError(f"has more than {MOST_ENTRIES} files and folders in it")
                parts = (*above, entry.name)
                if not wanted(parts):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(parts)
                else:
                    yield parts


def _plain(path: Path) -> int:
    """Open a file of the user's own choice, where a link is as good as where it leads."""
    # Looked at before it is opened: some devices do something then, and for a socket the system's
    # error says nothing.
    _check(path.stat())
    return os.open(path, os.O_RDONLY | _BESIDE)


def _inside(path: Path, within: Path, *, links: bool) -> int:
    """Open a file from the folder down, step by step: no link is followed, not even a new one."""
    # The folder itself may be reached by a link: that is the choice of whoever named it.
    root = os.path.realpath(within, strict=True)
    try:
        found = Path(os.path.realpath(path, strict=True)) if links else path
        parts = found.relative_to(root).parts
    except ValueError:
        away = f"is a link that leads out of {within}; only what is in it is read"
        raise FileError(away) from None
    if not parts:
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    folder = os.open(root, _FOLDER)
    try:
        # By the folder's own descriptor, so that nothing on the way can be exchanged for a link.
        for part in parts[:-1]:
            folder, above = os.open(part, _FOLDER, dir_fd=folder), folder
            os.close(above)
        _check(os.stat(parts[-1], dir_fd=folder, follow_symlinks=False))
        return os.open(parts[-1], os.O_RDONLY | os.O_NOFOLLOW | _BESIDE, dir_fd=folder)
    finally:
        os.close(folder)


def _check(status: os.stat_result, wanted: str = "read") -> None:
    if stat.S_ISREG(status.st_mode):
        return
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    kind = next((words for is_it, words in _KINDS if is_it(status.st_mode)), "something else")
    raise FileError(f"is {kind}; only regular files are {wanted}")
