"""Opens and lists files that strangers made, with limits on their kind, place, size and number.

It also opens and makes files of ours, in places where a stranger may have put something else.

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

# The number of bytes up to which each kind of file is read.
MANIFEST_BYTES: Final = 64 << 10
TOURNAMENT_BYTES: Final = 1 << 20
RECORD_BYTES: Final = 16 << 20
PEM_BYTES: Final = 4 << 20

MOST_ENTRIES: Final = 200_000
"""How many files and folders `walk` accepts at all depths together, with those not wanted."""
DEEPEST: Final = 64
"""How many levels of folders `walk` accepts below the folder it is called with."""

_KINDS: Final = (
    (stat.S_ISLNK, "a link"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)
"""Tests of a file's mode, each with what messages call such a file."""
_SAFE_FLAGS: Final = os.O_CLOEXEC | os.O_NOCTTY | os.O_NONBLOCK
"""With these flags opening a pipe does not wait for its other end, a terminal does not become the
one that controls this process, and programs that are started do not inherit the file."""
# O_PATH suffices to open files in a folder, even in one that may not be listed.
_FOLDER_FLAGS: Final = (
    getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
)


class FileError(InvalidError):
    """The file is not used; the message says why, in words that follow the name of the file."""


def exists(path: Path) -> bool:
    """Whether the path leads to a file or folder; False also if the system refuses to tell.

    Path.exists is not used, as it raises OSError for a name that is too long, and below a folder
    that may not be searched.
    """
    return os.path.exists(path)  # noqa: PTH110


@contextmanager
def open_regular(path: Path, within: Path | None = None, *, links: bool = True) -> Iterator[int]:
    """Open a regular file for reading, as a descriptor, which is closed at the end of the block.

    With `within` nothing outside of that folder is opened, wherever links lead. If `links` is
    False, which needs `within`, no link below that folder is followed at all, and `path` has to
    begin with the folder's real path. Raises OSError, also when there is no such file or it is a
    folder, and FileError when the file is not regular, or not in the folder.
    """
    handle = _inside(path, within, links=links) if within else _plain(path)
    try:
        # Checked again, now that it is open: another file may have taken the path since the first
        # check.
        _check(os.fstat(handle))
        yield handle
    finally:
        os.close(handle)


def read_file(path: Path, most: int, within: Path | None = None, *, links: bool = True) -> bytes:
    """The contents of a regular file of at most `most` bytes; FileError if it has more.

    The other arguments are those of `open_regular`, whose errors are raised as well.
    """
    with open_regular(path, within, links=links) as handle:
        size = os.fstat(handle).st_size
        if size > most:
            raise FileError(f"has {size} bytes; {most} at most are read")
        with os.fdopen(os.dup(handle), "rb") as file:
            # The file may have grown since its size was read, or report size 0, as in /proc.
            data = file.read(most + 1)
    if len(data) > most:
        raise FileError(f"has more than {most} bytes, and no more are read")
    return data


def check_regular(path: Path) -> None:
    """Check a file before a library opens it by its path. Raises the errors of `open_regular`."""
    with open_regular(path):
        pass


def open_own(path: Path) -> int:
    """The descriptor of a regular file of ours, for writing; the caller closes it.

    The file is made if there is none, and keeps the contents that it has. A link is not followed.
    Raises OSError, also for a folder, and FileError for anything else that is not regular.
    """
    with suppress(FileNotFoundError):
        _check(path.lstat(), "written")
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | _SAFE_FLAGS, 0o666)
    try:
        _check(os.fstat(handle), "written")
    except (OSError, FileError):
        os.close(handle)
        raise
    return handle


def make_anew(path: Path) -> FileIO:
    """Make a new file of ours, unbuffered; a file at the path is removed first. Raises OSError."""
    # Removed, and not emptied: a stranger may have put a pipe there, which would hold us up, or a
    # link to another file.
    path.unlink(missing_ok=True)
    return path.open("xb", buffering=0)


def walk(folder: Path, wanted: Callable[[Sequence[str]], bool]) -> Iterator[tuple[str, ...]]:
    """The files in the folder that are `wanted`, at all depths, in no particular order.

    Files are given as the parts of their paths below the folder. `wanted` is asked about folders as
    well; nothing in a folder that is not wanted is looked at. No link is followed: it counts as a
    file. Raises OSError, and FileError beyond the bounds MOST_ENTRIES and DEEPEST.
    """
    # A loop and not a recursion, as strangers decide on the depth.
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
    """Open a file that the user has chosen; so links are followed, to any place."""
    # Checked before it is opened: opening some devices has an effect, and the system's error for a
    # socket says nothing.
    _check(path.stat())
    return os.open(path, os.O_RDONLY | _SAFE_FLAGS)


def _inside(path: Path, within: Path, *, links: bool) -> int:
    """Open a file from the folder `within` down, step by step.

    With `links` the path is resolved first; otherwise only its parts `.` and `..` are. Opening
    follows no link, not even one that was made since then.
    """
    # The path of the folder itself may have links: that was chosen by whoever named the folder.
    root = os.path.realpath(within, strict=True)
    try:
        target = os.path.realpath(path, strict=True) if links else os.path.normpath(path)
        parts = Path(target).relative_to(root).parts
    except ValueError:
        problem = "is a link that leads out of" if links else "is not in"
        raise FileError(f"{problem} {within}; only what is in it is read") from None
    if not parts:
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    folder = os.open(root, _FOLDER_FLAGS)
    try:
        # Each step begins at an open folder, so that no folder above can be exchanged for a link.
        for part in parts[:-1]:
            folder, above = os.open(part, _FOLDER_FLAGS, dir_fd=folder), folder
            os.close(above)
        _check(os.stat(parts[-1], dir_fd=folder, follow_symlinks=False))
        return os.open(parts[-1], os.O_RDONLY | os.O_NOFOLLOW | _SAFE_FLAGS, dir_fd=folder)
    finally:
        os.close(folder)


def _check(status: os.stat_result, done: str = "read") -> None:
    """Raise FileError, or OSError for a folder, unless the file is regular.

    `done` is what is done with regular files, for the message.
    """
    if stat.S_ISREG(status.st_mode):
        return
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    kind = next((name for is_kind, name in _KINDS if is_kind(status.st_mode)), "something else")
    raise FileError(f"is {kind}; only regular files are {done}")
