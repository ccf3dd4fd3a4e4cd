"""Files that others made: only regular ones are read, in their folder, up to a size."""

import errno
import os
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from referee.errors import InvalidError

MANIFEST_BYTES: Final = 64 << 10
TOURNAMENT_BYTES: Final = 1 << 20
RECORD_BYTES: Final = 16 << 20
PEM_BYTES: Final = 4 << 20

MOST_ENTRIES: Final = 200_000
"""How much a folder may hold that is walked through, all below it included."""
DEEPEST: Final = 64
"""So many folders may lie in one another."""

_KINDS: Final = (
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)
_BESIDE: Final = os.O_CLOEXEC | os.O_NOCTTY | os.O_NONBLOCK
"""Who opens a pipe or a terminal is neither made to wait for it nor controlled by it."""
_FOLDER: Final = getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


class FileError(InvalidError):
    """The file is not read; the message goes on after its name."""


@contextmanager
def opened(path: Path, within: Path | None = None) -> Iterator[int]:
    """The descriptor of a regular file, to be read from.

    With `within` nothing outside of that folder is opened, whatever links say. Raises OSError, as
    for what is not there or is a folder, and FileError.
    """
    handle = _inside(path, within) if within else _plain(path)
    try:
        _check(os.fstat(handle))
        yield handle
    finally:
        os.close(handle)


def read_file(path: Path, most: int, within: Path | None = None) -> bytes:
    """What is in a regular file of so many bytes at most. Raises as `opened` does."""
    with opened(path, within) as handle:
        size = os.fstat(handle).st_size
        if size > most:
            raise FileError(f"has {size} bytes; {most} at most are read")
        with os.fdopen(os.dup(handle), "rb") as file:
            data = file.read(most + 1)
    if len(data) > most:
        raise FileError(f"has more than {most} bytes, and no more are read")
    return data


def check_regular(path: Path) -> None:
    """For what only a library can read, which opens it by itself. Raises as `opened` does."""
    with opened(path):
        pass


def walk(folder: Path, wanted: Callable[[Sequence[str]], bool]) -> Iterator[tuple[str, ...]]:
    """The paths in the folder of all that is `wanted` and no folder, in no particular order.

    No link is followed. Raises OSError, and FileError when there is too much.
    """
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
    """The user's own choice: a link is as good as where it leads."""
    # Some devices do something when they are opened, and a socket has no word for it.
    _check(path.stat())
    return os.open(path, os.O_RDONLY | _BESIDE)


def _inside(path: Path, within: Path) -> int:
    """Down from the folder, step by step: what became a link meanwhile is not followed."""
    root = os.path.realpath(within, strict=True)
    try:
        parts = Path(os.path.realpath(path, strict=True)).relative_to(root).parts
    except ValueError:
        away = f"is a link that leads out of {within}; only what is in it is read"
        raise FileError(away) from None
    folder = os.open(root, _FOLDER)
    try:
        for part in parts[:-1]:
            folder, above = os.open(part, _FOLDER, dir_fd=folder), folder
            os.close(above)
        _check(os.stat(parts[-1], dir_fd=folder, follow_symlinks=False))
        return os.open(parts[-1], os.O_RDONLY | os.O_NOFOLLOW | _BESIDE, dir_fd=folder)
    finally:
        os.close(folder)


def _check(status: os.stat_result) -> None:
    if stat.S_ISREG(status.st_mode):
        return
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    kind = next((words for is_it, words in _KINDS if is_it(status.st_mode)), "something else")
    raise FileError(f"is {kind}; only regular files are read")
