"""Files that are under their names only when they are whole."""

from collections.abc import Iterator
from contextlib import contextmanager
from errno import EISDIR
from os import strerror
from pathlib import Path
from typing import BinaryIO

from referee.errors import UserError


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Give a file to write to, which gets its name, over any other one, when the block ends.

    Until then it has another name beside it; when the block fails, it is removed. Its folder is
    made where there is none. Raises UserError when it cannot be written.
    """
    part = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Before anything is written: of several files, others would have got their names already.
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
