"""Unpacks a bot's archive safely: no member can write outside of the folder.

The `extract` methods of the libraries are not used. Every part of every name is checked, only
regular files are written, only to paths where there is nothing yet, and all members and all written
bytes are counted.
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
from referee.files import DEEPEST, FileError, open_regular
from referee.rpc.manifest import MANIFEST, is_part_of_bot
from tournaments.submissions.limits import SizeMeter
from tournaments.submissions.members import Member, of_tar, of_zip
from tournaments.submissions.sources import write_file

ENDINGS: Final = (".zip", ".tar", ".tar.gz", ".tgz")
"""How the name of an archive may end."""
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
"""The errors that the libraries raise for damaged archives."""
_TAKEN: Final = (errno.EEXIST, errno.ENOTDIR, errno.EISDIR)
"""The errors of a write where another member has the path, or a file has the path of a folder."""
_Parts: TypeAlias = tuple[str, ...]
"""The parts of a path below the folder."""


class Unpacked:
    """An unpacked archive: its folder, and the members that were not unpacked."""

    def __init__(self, folder: Path, odd: dict[_Parts, str]) -> None:
        self.folder = folder
        """The folder that has the bot.toml."""
        self._odd = odd
        """The kinds of the links, devices and the like, by their paths in the folder."""

    def check(self, archive: Path, *, built: bool) -> None:
        """Raise UserError for links, devices and the like that would be part of the bot.

        `built` says whether the bot has a build, as for `is_part_of_bot`.
        """
        for parts, kind in self._odd.items():
            if is_part_of_bot(parts, built=built):
                raise UserError(
                    f"{archive} holds {kind}, {'/'.join(parts)!r};"
                    " a bot is made of regular files and folders alone"
                )


def unpack(archive: Path, to: Path, meter: SizeMeter) -> Unpacked:
    """Unpack the archive into the new folder `to`, and count its files and bytes by `meter`.

    Raises UserError for an archive that is not acceptable, and OSError when `to` cannot be written
    or the archive cannot be read to its end.
    """
    to.mkdir()
    odd: dict[_Parts, str] = {}
    try:
        for member in _members(archive, meter):
            parts = _parts(member.name, archive)
            # Members that are left out count as well, since they take time to read.
            meter.file()
            if not parts or not is_part_of_bot(parts, built=False) or member.kind == "a folder":
                continue
            if member.kind == "a file":
                _write(member, to, parts, archive, meter)
            # `check` refuses these later. In folders for a build they are no part of the bot, and
            # only bot.toml, which may be the last member, says whether there is a build.
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
        with open_regular(archive) as handle:
            size = os.fstat(handle).st_size
    except OSError as error:
        raise UserError(f"{archive} cannot be read: {error.strerror}") from None
    except FileError as error:
        raise UserError(f"{archive} {error}") from None
    # An archive that exceeds the limit while packed is refused before a library reads it.
    if size > meter.limits.size:
        meter.data(size)
    return (of_zip if archive.name.endswith(".zip") else of_tar)(archive, meter.limits)


def _parts(name: str, archive: Path) -> _Parts:
    """The parts of a member's path. Raises UserError for a path that may lead out of the folder."""
    # Paths of Windows are refused too: programs for unpacking disagree on what they mean.
    parts = tuple(part for part in name.split("/") if part not in ("", "."))
    wrong = ""
    if name.startswith("/") or name[1:2] == ":":
        wrong = "an absolute path"
    elif ".." in parts:
        wrong = "a path with .."
    elif "\\" in name:
        wrong = "a path with a backslash"
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
        # Programs for unpacking disagree on which of two members with one path counts.
        if error.errno in _TAKEN:
            raise UserError(
                f"{archive} holds {name!r} twice, or a path in it is both a file and a folder"
            ) from None
        if error.errno == errno.ENAMETOOLONG:
            raise UserError(f"{archive} holds a name that is too long, {name[:80]!r}...") from None
        raise


def _root(folder: Path, archive: Path) -> Path:
    """The folder that has bot.toml: `folder`, or the only folder in it. Raises UserError."""
    if (folder / MANIFEST).is_file():
        return folder
    inside = list(folder.iterdir())
    if len(inside) == 1 and (inside[0] / MANIFEST).is_file():
        return inside[0]
    raise UserError(
        f"{archive} holds no bot: a {MANIFEST} must be at its top, or in the only folder there"
    )
