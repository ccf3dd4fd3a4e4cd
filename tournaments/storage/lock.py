"""Locks by files: `alone` to play or import a tournament, `in_turn` for work that others wait for.

The locks are the kernel's (flock). A lock ends with its process, also after `kill -9`; its file
stays.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from referee.errors import UserError
from referee.files import FileError, open_own


@contextmanager
def alone(folder: Path, name: str) -> Iterator[None]:
    """Hold the lock of the tournament `name` in the block.

    Raises UserError when another block holds the lock, in this process or in another, or when it
    cannot be taken for another reason.
    """
    with _locked(folder, name):
        yield


def held(folder: Path) -> str:
    """The name of a tournament of the folder whose lock is held; "" if there is none.

    Locks of this process count too. A lock file is passed over if an error keeps this function from
    telling whether it is held. Each lock is taken for a moment, in which `alone` fails.
    """
    for path in folder.glob(".*.lock"):
        with suppress(OSError, FileError), os.fdopen(open_own(path), "wb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return path.name.removeprefix(".").removesuffix(".lock")
    return ""


@contextmanager
def in_turn(path: Path) -> Iterator[None]:
    """Hold the lock of the file `path` in the block; waits until nobody else holds it.

    The file is made if it is missing. Raises OSError, also for a folder at the path, and UserError
    for anything else there that is no regular file.
    """
    # This waits, as its blocks take a moment, or minutes for a build. A tournament takes hours, so
    # `alone` does not wait.
    with _opened(path) as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _opened(path: Path) -> IO[bytes]:
    """Open the file of a lock, and make it if it is missing. Raises OSError and UserError."""
    # The file is never removed. Otherwise one process could lock the removed file, and another one
    # a new file of the same name.
    try:
        return os.fdopen(open_own(path), "wb")
    except FileError as error:
        raise UserError(f"the lock {path} {error}; remove it") from None


def _locked(folder: Path, name: str) -> IO[bytes]:
    """The locked file of a tournament; to close it frees the lock. Raises UserError."""
    path = folder / f".{name}.lock"
    try:
        file = _opened(path)
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}") from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise UserError(
            f"{name} is being played or imported by another process in {folder};"
            " wait for its end, or stop it"
        ) from None
    except OSError as error:
        file.close()
        raise UserError(f"{path} cannot be locked: {error.strerror}") from None
    return file
