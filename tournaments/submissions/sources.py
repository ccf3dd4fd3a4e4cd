"""Copies a bot's own files: neither hidden nor built ones; links and devices are refused."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import IO

from referee.errors import UserError
from referee.files import FileError, walk
from referee.rpc.manifest import is_part_of_bot
from tournaments.submissions.limits import SizeMeter

_CHUNK = 1 << 20
"""Bytes that are copied at once."""


def copy_sources(folder: Path, to: Path, *, built: bool, meter: SizeMeter) -> None:
    """Copy a bot's own files into the new folder `to`, and count them by `meter`.

    `built` says whether the bot has a build, as for `is_part_of_bot`. Empty folders are left out,
    since they are no part of a bot's digest. Raises UserError for files that cannot be read or are
    not regular, and OSError when `to` cannot be written.
    """
    to.mkdir()
    for parts in _own_paths(folder, built=built):
        source = folder.joinpath(*parts)
        meter.file()
        with closing(_opened(source)) as file:
            executable = os.fstat(file.fileno()).st_mode & stat.S_IXUSR
            write_file(file, to.joinpath(*parts), executable=bool(executable), meter=meter)


def write_file(file: IO[bytes], path: Path, *, executable: bool, meter: SizeMeter) -> None:
    """Copy the rest of an open file to a path where there is nothing yet, and count its bytes.

    Makes the folders above. Raises OSError, and UserError as the meter does.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    # "x" fails where anything has the path already, also a link.
    with path.open("xb") as copy:
        while data := file.read(_CHUNK):
            meter.data(len(data))
            copy.write(data)
    # Submitted bots have only these two modes.
    path.chmod(0o755 if executable else 0o644)


def _own_paths(folder: Path, *, built: bool) -> Iterator[tuple[str, ...]]:
    """The paths of all of the bot's own files, as parts below the folder, sorted.

    Raises UserError.
    """
    try:
        yield from sorted(walk(folder, lambda parts: is_part_of_bot(parts, built=built)))
    except OSError as error:
        raise UserError(f"{error.filename} cannot be read: {error.strerror}") from None
    except FileError as error:
        raise UserError(f"{folder} {error}") from None


def _opened(path: Path) -> IO[bytes]:
    """Open a regular file to be read. Raises UserError for anything else."""
    if path.is_symlink():
        raise _odd(path, "a link")
    try:
        # Another file may have taken the path since it was listed. O_NOFOLLOW guards against a
        # link, O_NONBLOCK against a pipe, which could otherwise block `open` for ever.
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError as error:
        # ELOOP means a link, ENXIO a socket.
        if error.errno in (errno.ELOOP, errno.ENXIO):
            raise _odd(path, "no regular file") from None
        raise UserError(f"{path} cannot be read: {error.strerror}") from None
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise _odd(path, "no regular file")
    return os.fdopen(handle, "rb")


def _odd(path: Path, what: str) -> UserError:
    return UserError(f"{path} is {what}; a bot is made of regular files and folders alone")
