"""Writes files that have their names only when they are whole."""

from collections.abc import Iterator
from contextlib import contextmanager
from errno import EISDIR
from os import strerror
from pathlib import Path
from typing import BinaryIO

from referee.errors import UserError


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Give a file to write to, which gets its name at the end of the block.

    A file that has the name is replaced then. Until then the new file lies beside it under another
    name; if the block raises, it is removed. The folder is made if there is none. Raises UserError
    for an OSError, also for one in the block.
    """
    part = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Checked before anything is written: a caller with several files would else fail when some
        # have their names already.
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
