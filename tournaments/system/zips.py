"""Zip archives of others, opened without taking more memory than their contents are allowed to."""

import io
import os
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from referee.files import FileError, opened

_TAIL: Final = 1 << 17
"""More than the end of an archive with its comment, in which the library looks for the list."""


@contextmanager
def opened_zip(path: Path, listed: int) -> Iterator[zipfile.ZipFile]:
    """The archive, to be read; the list of what is in it may have so many bytes.

    Raises OSError, FileError, and what zipfile raises.
    """
    with (
        opened(path) as handle,
        _Bounded(os.dup(handle), max(listed, _TAIL)) as file,
        zipfile.ZipFile(file) as archive,
    ):
        file.most = None
        yield archive


class _Bounded(io.BufferedReader):
    """A file of which not more than so much is read at once: the list is, whatever size it says."""

    def __init__(self, handle: int, most: int) -> None:
        super().__init__(io.FileIO(handle))
        self.most: int | None = most

    def read(self, size: int | None = -1, /) -> bytes:
        """As any file's. Raises FileError."""
        wanted = size if size is not None and size >= 0 else os.fstat(self.fileno()).st_size
        if self.most is not None and wanted > self.most and self._left() > self.most:
            raise FileError(f"has too long a list of what is in it; {self.most} bytes are read")
        return super().read(size)

    def _left(self) -> int:
        return os.fstat(self.fileno()).st_size - self.tell()
