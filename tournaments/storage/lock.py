"""One process at a time plays a tournament; the lock ends with its process, however that ends."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from referee.errors import UserError


@contextmanager
def alone(folder: Path, name: str) -> Iterator[None]:
    """Keep others in the data folder from the tournament. Raises UserError when one is at it."""
    with _locked(folder, name):
        yield


@contextmanager
def in_turn(path: Path) -> Iterator[None]:
    """Wait until no other process is in here with the same file. Raises OSError."""
    with path.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _locked(folder: Path, name: str) -> IO[str]:
    path = folder / f".{name}.lock"
    try:
        # It stays there: were it removed, two processes could hold two files of one name.
        file = path.open("a")
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
