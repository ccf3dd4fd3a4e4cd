"""Writes files that get their names only when they are complete."""

from collections.abc import Iterator
from contextlib import contextmanager
from errno import EISDIR
from os import strerror
from pathlib import Path
from typing import BinaryIO

from referee.errors import UserError


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Open a new file for writing, which gets the name `path` at the end of the block.

    Then it replaces a file of this name. Until then it lies beside `path` under another name; if
    the block raises, it is removed. The folder is made if there is none. Raises UserError for an
    OSError, also for one in the block.
    """
    part = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Checked before anything is written: else a caller that writes several files could fail
        # when some have their names already.
        if path.is_dir():
            raise IsADirectoryError(EISDIR, strerror(EISDIR))
        try:
            with part.open("wb") as file:
                yield file
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror or error}") from None
