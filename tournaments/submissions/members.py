"""The members of an archive one after the other, the same for every kind of archive."""

import gzip
import os
import stat
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, Any, Literal, TypeAlias, cast

from referee.errors import UserError
from referee.files import opened
from tournaments.submissions.limits import MIB, SubmissionLimits
from tournaments.system.zips import opened_zip

Kind: TypeAlias = Literal["a file", "a folder", "a link", "a device or the like"]

_HEADERS = 4096
"""Bytes that a member of a tar may take beside its data, on average."""
_NAMED = 512
"""Bytes that a member may take in the list of a zip archive, on average."""


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an archive; it can be opened until the next one is asked for."""

    name: str
    """As the archive has it, unchecked."""
    kind: Kind
    executable: bool
    """Whether its owner may execute it; nothing else of its mode is taken over."""
    open: Callable[[], IO[bytes]]


def of_zip(path: Path, limits: SubmissionLimits) -> Iterator[Member]:
    """The members of a zip archive. Raises UserError, OSError, and what zipfile raises."""
    with opened_zip(path, limits.files * _NAMED) as archive:
        if len(archive.filelist) > limits.files:
            raise UserError(f"{path} is too large: a bot may have {limits.files} files at most")
        for info in archive.filelist:
            if info.flag_bits & 1:
                raise UserError(f"{path} is encrypted; it must be readable without a password")
            if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise UserError(
                    f"{path} is packed in a way that few programs know; deflate is right"
                )
            # The upper half is the mode of Unix; programs of other systems leave it 0.
            mode = info.external_attr >> 16
            yield Member(
                info.filename,
                "a folder" if info.filename.endswith("/") else _kind_in_zip(mode),
                bool(mode & stat.S_IXUSR),
                partial(archive.open, info),
            )


def _kind_in_zip(mode: int) -> Kind:
    if stat.S_ISLNK(mode):
        return "a link"
    return "a file" if stat.S_IFMT(mode) in (0, stat.S_IFREG) else "a device or the like"


def of_tar(path: Path, limits: SubmissionLimits) -> Iterator[Member]:
    """The members of a tar, packed by gzip or not. Raises UserError, and what tarfile raises.

    It is read as a stream from beginning to end, and no further than a bot's size.
    """
    with ExitStack() as stack:
        # Nothing is unpacked or listed beforehand: the bytes of a bomb come one after the other,
        # and are counted.
        handle = stack.enter_context(opened(path))
        raw: Any = stack.enter_context(os.fdopen(os.dup(handle), "rb"))
        if path.name.endswith("gz"):
            raw = stack.enter_context(gzip.GzipFile(fileobj=raw))
        stream = cast(IO[bytes], _Bounded(raw, path, limits))
        archive = stack.enter_context(tarfile.open(fileobj=stream, mode="r|"))
        for info in archive:
            yield Member(
                info.name,
                _kind_in_tar(info),
                bool(info.mode & stat.S_IXUSR),
                partial(_in_tar, archive, info),
            )


def _in_tar(archive: tarfile.TarFile, info: tarfile.TarInfo) -> IO[bytes]:
    file = archive.extractfile(info)
    if file is None:
        raise tarfile.TarError(f"{info.name!r} holds nothing")
    return file


def _kind_in_tar(info: tarfile.TarInfo) -> Kind:
    if info.isdir():
        return "a folder"
    if info.issym() or info.islnk():
        return "a link"
    return "a file" if info.isreg() else "a device or the like"


class _Bounded:
    """A stream that raises UserError when an archive unpacks to more than a bot may be."""

    def __init__(self, stream: IO[bytes], path: Path, limits: SubmissionLimits) -> None:
        self._stream = stream
        self._path = path
        self._limits = limits
        self._left = limits.size + limits.files * _HEADERS

    def read(self, size: int) -> bytes:
        """The next bytes. Raises UserError."""
        data = self._stream.read(size)
        self._left -= len(data)
        if self._left < 0:
            bound = f"{self._limits.size / MIB:g} MiB"
            raise UserError(f"{self._path} is too large: a bot may have {bound} at most")
        return data
