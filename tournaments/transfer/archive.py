"""Reads and writes archives of exported tournaments: a zip archive of three texts.

`about.json` names the tournaments and the heads of their journals. `journal.jsonl` has the journals
one after the other: for a definition or a void the line of its entry, for a match two lines, its
record and its measured part. `tournament.toml` is the tournament file. No member of an archive is
ever unpacked to a path.
"""

import json
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Annotated, Final, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from referee.errors import UserError
from referee.files import RECORD_BYTES, FileError
from referee.rpc.manifest import Name
from referee.text import one_line
from referee.toml import first_problem
from referee.version import STYCH
from tournaments.storage.journal import Defined, JournalError, SavedMatch, Voided, read_text
from tournaments.system.zips import open_zip

ABOUT, JOURNAL, FILE = "about.json", "journal.jsonl", "tournament.toml"
_MEMBERS: Final = (ABOUT, JOURNAL, FILE)
_NAMES: Final = ", ".join(_MEMBERS)
_LONGEST: Final = RECORD_BYTES
"""The most bytes of a line of the journal with its end, and of each of the other two members. It
bounds the memory that an archive can take."""
_QUOTED: Final = 200
"""How many characters of an error message of zipfile are shown; it may quote the archive."""
_BROKEN: Final = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    UnicodeDecodeError,
    struct.error,
)
"""The errors of zipfile for files that are damaged or no archives."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class ArchivedTournament(_Part):
    """A tournament that an archive holds."""

    name: Name
    entries: int = Field(ge=1)
    """How many entries its journal has."""
    head: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    """The link of the last entry."""


def _each_once(parts: tuple[ArchivedTournament, ...]) -> tuple[ArchivedTournament, ...]:
    if len({part.name for part in parts}) < len(parts):
        raise ValueError("must name every tournament once")
    return parts


class About(_Part):
    """The contents of about.json (docs/records.md, An exported tournament)."""

    format: Literal[1] = 1
    """The version of the format of archives; other versions are refused."""
    stych: str = STYCH
    """The version of Štych that wrote the archive."""
    tournaments: Annotated[
        tuple[ArchivedTournament, ...],
        Field(strict=False, min_length=1),
        AfterValidator(_each_once),
    ]


Item: TypeAlias = Defined | Voided | tuple[bytes, bytes]
"""A definition, a void, or the two lines of a match: its record and its measured part."""


class Archive:
    """An archive that `opened` has opened for reading.

    Damage raises UserError, or an error of zipfile that `opened` turns into a UserError.
    """

    def __init__(self, path: Path, archive: zipfile.ZipFile) -> None:
        """Read all but the journal. Raises UserError if this version cannot read the archive."""
        self._path = path
        self._zip = archive
        # Exactly these members: of two with one name it would be unclear which one counts.
        if sorted(archive.namelist()) != sorted(_MEMBERS) or not all(
            map(_is_readable, archive.filelist)
        ):
            raise UserError(f"{path} is no exported tournament: its files are not {_NAMES}")
        try:
            self.about = About.model_validate_json(self._small(ABOUT))
        except ValidationError as error:
            problem = first_problem(error, About)
            raise UserError(
                f"{path} is no exported tournament that stych {STYCH} reads: {ABOUT}: {problem}"
            ) from None
        self.file = self._small(FILE)
        """The tournament file, which is not parsed."""

    def items(self) -> Iterator[Item]:
        """The items of the journals in order; only one of them is in memory at a time."""
        with self._zip.open(JOURNAL) as text:
            lines = self._lines(text)
            for line in lines:
                # An entry is a JSON array. A record is an object, and its measured part follows.
                if line.startswith(b"["):
                    yield self._entry(line)
                else:
                    yield line, next(lines, b"")

    def _entry(self, line: bytes) -> Defined | Voided:
        try:
            entry = read_text(line)
        except JournalError as error:
            raise UserError(f"{self._path} is damaged: a line of its journal: {error}") from None
        # A match stands in an archive by its two lines, and not by its entry.
        if isinstance(entry, SavedMatch):
            raise UserError(f"{self._path} is damaged: a match of its journal has no record")
        return entry

    def _lines(self, text: IO[bytes]) -> Iterator[bytes]:
        while line := text.readline(_LONGEST):
            if not line.endswith(b"\n"):
                raise UserError(
                    f"{self._path} is damaged: a line of its journal is too long or has no end"
                )
            yield line[:-1]

    def _small(self, name: str) -> bytes:
        """The bytes of a member, `_LONGEST` at most. Raises UserError when there are more."""
        with self._zip.open(name) as text:
            read = text.read(_LONGEST)
            # The size in the list of members is not trusted, so the end is looked for.
            if text.read(1):
                raise UserError(f"{self._path} is no exported tournament: {name} is too long")
            return read


@contextmanager
def opened(path: Path) -> Iterator[Archive]:
    """The archive at the path. Raises UserError for all problems with it, also in the block.

    They can occur in the block of the caller because members are unpacked while they are read. So
    an OSError or FileError in the block becomes a UserError about the archive, whatever its cause.
    """
    try:
        # 0: no more than the 128 KiB that `open_zip` always allows, far more than three members
        # need.
        with open_zip(path, 0) as archive:
            yield Archive(path, archive)
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror or error}") from None
    except FileError as error:
        raise UserError(f"{path} {error}") from None
    except _BROKEN as error:
        why = one_line(str(error), _QUOTED)
        raise UserError(f"{path} is no exported tournament, or a damaged one: {why}") from None


def write(path: Path, about: About, file: bytes, items: Iterable[bytes]) -> None:
    """Write an archive. Each of `items` is a line, or the two lines of a match, without a line end.

    Raises UserError when there is a file at the path already, which is not changed, or when the
    archive cannot be written. After any error nothing is left of the new archive.
    """
    # Renamed when it is whole, so that a command that is killed leaves no incomplete archive.
    unfinished = path.with_name(f".{path.name}.unfinished")
    try:
        if path.exists():
            raise UserError(f"{path} is there already; remove it, or name another file")
        with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(_member(ABOUT), json.dumps(about.model_dump(), indent=2) + "\n")
            archive.writestr(_member(FILE), file)
            # The size is not known before it is written, and may be more than 2 GiB.
            with archive.open(_member(JOURNAL), "w", force_zip64=True) as journal:
                for item in items:
                    journal.write(item + b"\n")
        unfinished.replace(path)
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}") from None
    finally:
        with suppress(OSError):
            unfinished.unlink()


def _member(name: str) -> zipfile.ZipInfo:
    """A member without a time of writing, so that the same tournament gives the same bytes."""
    member = zipfile.ZipInfo(name)
    member.compress_type = zipfile.ZIP_DEFLATED
    member.external_attr = 0o644 << 16
    return member


def _is_readable(member: zipfile.ZipInfo) -> bool:
    # Bit 0 of the flags means encrypted. Other compressions need modules that Python may not have.
    encrypted = member.flag_bits & 1
    return not encrypted and member.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
