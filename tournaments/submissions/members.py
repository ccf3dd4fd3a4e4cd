"""Reads the members of an archive, one after the other: zip and tar in the same form."""

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
from referee.files import open_regular
from tournaments.submissions.limits import MIB, SubmissionLimits
from tournaments.system.zips import open_zip

Kind: TypeAlias = Literal["a file", "a folder", "a link", "a device or the like"]

_HEADERS = 4096
"""Bytes that a member of a tar archive may take beside its data, on average."""
_LISTED = 512
"""Bytes that a member may take in the directory of a zip archive, on average."""


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an archive. It can be opened only until the next member is read."""

    name: str
    """The path as the archive has it, unchecked."""
    kind: Kind
    executable: bool
    """Whether the owner may execute the file; its other permissions are ignored."""
    open: Callable[[], IO[bytes]]
    """Opens the data of a file; the caller closes it."""


def of_zip(path: Path, limits: SubmissionLimits) -> Iterator[Member]:
    """The members of a zip archive. Raises UserError, OSError, FileError, and zipfile's errors."""
    with open_zip(path, limits.files * _LISTED) as archive:
        if len(archive.filelist) > limits.files:
            raise UserError(f"{path} is too large: a bot may have {limits.files} files at most")
        for info in archive.filelist:
            if info.flag_bits & 1:
                raise UserError(f"{path} is encrypted; it must be readable without a password")
            if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise UserError(
                    f"{path} is packed in a way that few programs know; pack it by deflate"
                )
            # The upper 16 bits are the mode of Unix. Programs of other systems leave them 0.
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
    """The members of a tar archive, which may be packed by gzip, in a single pass.

    Raises UserError, also when the unpacked stream is larger than the limits allow, OSError,
    FileError, and the errors of gzip and tarfile.
    """
    with ExitStack() as stack:
        # The archive is not listed or unpacked beforehand. So of an archive that unpacks to a huge
        # size (a "bomb") only a bounded part is ever unpacked.
        handle = stack.enter_context(open_regular(path))
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
    """A stream for tarfile that raises UserError beyond the bytes that a bot may have."""

    def __init__(self, stream: IO[bytes], path: Path, limits: SubmissionLimits) -> None:
        self._stream = stream
        self._path = path
        self._limits = limits
        # The members' headers are counted too, so there is room for them beside the data.
        self._left = limits.size + limits.files * _HEADERS

    def read(self, size: int) -> bytes:
        """The next bytes, up to `size`. Raises UserError when the stream is too long."""
        data = self._stream.read(size)
        self._left -= len(data)
        if self._left < 0:
            bound = f"{self._limits.size / MIB:g} MiB"
            raise UserError(f"{self._path} is too large: a bot may have {bound} at most")
        return data
