"""One process at a time plays a tournament; the lock ends with its process, however that ends."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tournaments.errors import UserError


@contextmanager
def alone(folder: Path, name: str) -> Iterator[None]:
    """Keep others in the data folder from the tournament. Raises UserError when one is at it."""
    try:
        # Left behind on purpose: to remove it would let two processes hold two files of one name.
        with (folder / f".{name}.lock").open("a") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield
    except BlockingIOError:
        raise UserError(
            f"{name} is being played or imported by another process in {folder};"
            " wait for its end, or stop it"
        ) from None
