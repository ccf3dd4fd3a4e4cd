"""Locks: one process at a time plays a tournament. A lock ends with its process, however it ends.

They are the kernel's (flock), so that `kill -9` leaves none behind.
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
    """Be the only process with the tournament. Raises UserError when another one has it."""
    with _locked(folder, name):
        yield


def held(folder: Path) -> str:
    """A tournament of the folder that another process plays or imports; "" if there is none."""
    for path in folder.glob(".*.lock"):
        with suppress(OSError, FileError), os.fdopen(open_own(path), "wb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return path.name.removeprefix(".").removesuffix(".lock")
    return ""


@contextmanager
def in_turn(path: Path) -> Iterator[None]:
    """Wait until no other process is in here with the same file.

    Raises OSError, and UserError when the file is none that can be a lock.
    """
    # For steps that take a moment; a tournament takes hours, so there is no waiting for that.
    with _opened(path) as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _opened(path: Path) -> IO[bytes]:
    """The file of a lock, which is made where there is none. Raises OSError, and UserError."""
    # It is never removed: else two processes could hold locks on two files of one name.
    try:
        return os.fdopen(open_own(path), "wb")
    except FileError as error:
        raise UserError(f"the lock {path} {error}; remove it") from None


def _locked(folder: Path, name: str) -> IO[bytes]:
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
