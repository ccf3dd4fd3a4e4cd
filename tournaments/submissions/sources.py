"""Copies a bot's own files and nothing else: no links, nothing hidden, nothing that was built."""

import os
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import IO

from referee.errors import UserError
from referee.files import FileError, walk
from referee.rpc.manifest import is_own
from tournaments.submissions.limits import SizeMeter

_CHUNK = 1 << 20


def copy_sources(folder: Path, to: Path, *, built: bool, meter: SizeMeter) -> None:
    """Copy a bot's own files into a new folder. Raises UserError for what cannot be taken in.

    Empty folders are left out: they are no part of a bot's digest. An OSError is about `to`.
    """
    to.mkdir()
    for parts in _found(folder, built=built):
        source = folder.joinpath(*parts)
        meter.file()
        with closing(_opened(source)) as file:
            executable = os.fstat(file.fileno()).st_mode & stat.S_IXUSR
            write_file(file, to.joinpath(*parts), executable=bool(executable), meter=meter)


def write_file(file: IO[bytes], path: Path, *, executable: bool, meter: SizeMeter) -> None:
    """Write what the file holds to a path where there is nothing yet. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # "x": never through a link, nor over a file that came before.
    with path.open("xb") as copy:
        while data := file.read(_CHUNK):
            meter.data(len(data))
            copy.write(data)
    # One of two modes, as the digest of a bot knows no others.
    path.chmod(0o755 if executable else 0o644)


def _found(folder: Path, *, built: bool) -> Iterator[tuple[str, ...]]:
    """The paths in the folder of all of the bot's own files, in order. Raises UserError."""

    try:
        yield from sorted(walk(folder, lambda parts: is_own(parts, built=built)))
    except OSError as error:
        raise UserError(f"{error.filename} cannot be read: {error.strerror}") from None
    except FileError as error:
        raise UserError(f"{folder} {error}") from None


def _opened(path: Path) -> IO[bytes]:
    if path.is_symlink():
        raise _odd(path, "a link")
    try:
        # Something else may have taken the file's place since it was found: O_NOFOLLOW is against
        # a link, O_NONBLOCK against a pipe, which could hold up whoever opens it for ever.
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError as error:
        if stat.S_ISREG(path.lstat().st_mode):
            raise UserError(f"{path} cannot be read: {error.strerror}") from None
        raise _odd(path, "no regular file") from None
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise _odd(path, "no regular file")
    return os.fdopen(handle, "rb")


def _odd(path: Path, what: str) -> UserError:
    return UserError(f"{path} is {what}; a bot is made of regular files and folders alone")
