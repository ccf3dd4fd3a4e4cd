"""Unpacks a bot's archive; nothing in it can reach beyond the folder that it is given.

The libraries' own `extract` is not used: every name is taken apart and looked at, only regular
files are written, to paths where there was nothing, and all that comes is counted.
"""

import errno
import gzip
import os
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final, TypeAlias

from referee.errors import UserError
from referee.files import DEEPEST, FileError, opened
from referee.rpc.manifest import MANIFEST, is_own
from tournaments.submissions.limits import SizeMeter
from tournaments.submissions.members import Member, of_tar, of_zip
from tournaments.submissions.sources import write_file

ENDINGS: Final = (".zip", ".tar", ".tar.gz", ".tgz")
_BROKEN: Final = (
    zipfile.BadZipFile,
    tarfile.TarError,
    gzip.BadGzipFile,
    zlib.error,
    struct.error,
    EOFError,
    LookupError,
    NotImplementedError,
    OverflowError,
    RecursionError,
    ValueError,
)
"""What the libraries raise for archives that are not as they should be."""
_TAKEN: Final = (errno.EEXIST, errno.ENOTDIR, errno.EISDIR)
_Parts: TypeAlias = tuple[str, ...]


class Unpacked:
    """What was in an archive: a folder, and what in it was not unpacked."""

    def __init__(self, folder: Path, odd: dict[_Parts, str]) -> None:
        self.folder = folder
        """The folder that has the bot.toml."""
        self._odd = odd

    def check(self, archive: Path, *, built: bool) -> None:
        """Raise UserError for links and the like, if they would be part of the bot.

        `built` is whether the bot has a build, which decides what is its own.
        """
        for parts, kind in self._odd.items():
            if is_own(parts, built=built):
                raise UserError(
                    f"{archive} holds {kind}, {'/'.join(parts)!r};"
                    " a bot is made of regular files and folders alone"
                )


def unpack(archive: Path, to: Path, meter: SizeMeter) -> Unpacked:
    """Unpack it into a new folder. Raises UserError, and OSError when `to` cannot be written."""
    to.mkdir()
    odd: dict[_Parts, str] = {}
    try:
        for member in _members(archive, meter):
            parts = _parts(member.name, archive)
            # What is left out counts as well: it takes time to read.
            meter.file()
            if not parts or not is_own(parts, built=False) or member.kind == "a folder":
                continue
            if member.kind == "a file":
                _write(member, to, parts, archive, meter)
            # Refused later if at all: only bot.toml, which may come last, says what is built, and
            # there links do no harm.
            else:
                odd[parts] = member.kind
    except FileError as error:
        raise UserError(f"{archive} {error}") from None
    except _BROKEN as error:
        raise UserError(f"{archive} is no archive, or a damaged one: {error}") from None
    root = _root(to, archive)
    above = len(root.relative_to(to).parts)
    return Unpacked(root, {parts[above:] or parts: kind for parts, kind in odd.items()})


def _members(archive: Path, meter: SizeMeter) -> Iterator[Member]:
    try:
        with opened(archive) as handle:
            size = os.fstat(handle).st_size
    except OSError as error:
        raise UserError(f"{archive} cannot be read: {error.strerror}") from None
    except FileError as error:
        raise UserError(f"{archive} {error}") from None
    # Beyond the limit already when packed: no library is to look at it.
    if size > meter.limits.size:
        meter.data(size)
    return (of_zip if archive.name.endswith(".zip") else of_tar)(archive, meter.limits)


def _parts(name: str, archive: Path) -> _Parts:
    """The parts of the path that a name means. Raises UserError for one that leads elsewhere."""
    # Windows' paths too: what they mean differs between the programs that unpack them.
    parts = tuple(part for part in name.split("/") if part not in ("", "."))
    wrong = (
        "an absolute path"
        if name.startswith("/") or name[1:2] == ":"
        else "a path with .."
        if ".." in parts
        else "a path with a backslash"
        if "\\" in name
        else ""
    )
    if wrong:
        raise UserError(
            f"{archive} holds {wrong}, {name[:80]!r}; paths in it must lead down from its top"
        )
    if len(parts) > DEEPEST:
        raise UserError(f"{archive} holds a path of more than {DEEPEST} folders, {name[:80]!r}")
    return parts


def _write(member: Member, to: Path, parts: _Parts, archive: Path, meter: SizeMeter) -> None:
    try:
        with member.open() as file:
            write_file(file, to.joinpath(*parts), executable=member.executable, meter=meter)
    except OSError as error:
        name = "/".join(parts)
        # One of two would win, and another program might take the other one.
        if error.errno in _TAKEN:
            raise UserError(f"{archive} holds {name!r} twice") from None
        if error.errno == errno.ENAMETOOLONG:
            raise UserError(f"{archive} holds a name that is too long, {name[:80]!r}...") from None
        raise


def _root(folder: Path, archive: Path) -> Path:
    """The folder that has bot.toml: the top, or the only folder there. Raises UserError."""
    if (folder / MANIFEST).is_file():
        return folder
    inside = list(folder.iterdir())
    if len(inside) == 1 and (inside[0] / MANIFEST).is_file():
        return inside[0]
    raise UserError(
        f"{archive} holds no bot: a {MANIFEST} must be at its top, or in the only folder there"
    )
