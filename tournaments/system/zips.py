"""Opens zip archives of strangers, with a bound on the memory for their lists of contents."""

import io
import os
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from referee.files import FileError, open_regular

_TAIL: Final = 1 << 17
"""Zipfile reads the last 64 KiB of an archive to find the list; this bound allows that."""


@contextmanager
def open_zip(path: Path, listed: int) -> Iterator[zipfile.ZipFile]:
    """Open an archive for reading; its list of contents may have `listed` bytes.

    Lists of up to 128 KiB are always allowed. Raises OSError, FileError (also for a longer list),
    and the errors of zipfile.ZipFile.
    """
    # Reads are bounded only until the list is read. Callers have to read members piece by piece.
    with (
        open_regular(path) as handle,
        _Bounded(os.dup(handle), max(listed, _TAIL)) as file,
        zipfile.ZipFile(file) as archive,
    ):
        file.most = None
        yield archive


class _Bounded(io.BufferedReader):
    """A file that refuses to read more than `most` bytes at once; None for no bound.

    zipfile reads the list of contents at once, whatever size the archive says it has.
    """

    def __init__(self, handle: int, most: int) -> None:
        super().__init__(io.FileIO(handle))
        self.most: int | None = most

    def read(self, size: int | None = -1, /) -> bytes:
        """Read as any file does. Raises FileError if more than `most` bytes would be read."""
        wanted = size if size is not None and size >= 0 else os.fstat(self.fileno()).st_size
        if self.most is not None and wanted > self.most and self._left() > self.most:
            raise FileError(f"has too long a list of what is in it; {self.most} bytes are read")
        return super().read(size)

    def _left(self) -> int:
        return os.fstat(self.fileno()).st_size - self.tell()
