"""The file that holds the tournaments of a tournament file whole: a zip archive of three texts.

`about.json` says what they are and which heads their journals have. `journal.jsonl` has these
journals, one after the other: a definition or a void is its entry, a match is two lines, its record
and its measured part. `tournament.toml` is the tournament file. Nothing in an archive is ever
unpacked to a path.
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
from tournaments.storage.journal import Defined, JournalError, Voided, Witnessed, read_text
from tournaments.system.zips import opened_zip

ABOUT, JOURNAL, FILE = "about.json", "journal.jsonl", "tournament.toml"
_MEMBERS: Final = (ABOUT, JOURNAL, FILE)
_NAMES: Final = ", ".join(_MEMBERS)
_LONGEST: Final = RECORD_BYTES
"""The most bytes of a line or of one of the small texts: what an archive may take of memory."""
_DIRECTORY: Final = 1 << 16
"""The most bytes of an archive's list of contents."""
_SAID: Final = 200
"""Characters that are repeated of an error about an archive, which may quote from it."""
_BROKEN: Final = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    UnicodeDecodeError,
    struct.error,
)
"""What zipfile raises for files that are not as they should be."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class ArchivedTournament(_Part):
    """A tournament in an archive."""

    name: Name
    entries: int = Field(ge=1)
    """How many entries its journal has."""
    head: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


def _once(parts: tuple[ArchivedTournament, ...]) -> tuple[ArchivedTournament, ...]:
    if len({part.name for part in parts}) < len(parts):
        raise ValueError("must name every tournament once")
    return parts


class About(_Part):
    """What an archive says of itself, in about.json (docs/records.md, An exported tournament)."""

    format: Literal[1] = 1
    """The version of this format; others are refused."""
    stych: str = STYCH
    """The version of the program that wrote it."""
    tournaments: Annotated[
        tuple[ArchivedTournament, ...], Field(strict=False, min_length=1), AfterValidator(_once)
    ]


Item: TypeAlias = Defined | Voided | tuple[bytes, bytes]
"""A definition, a void, or the two lines of a match."""


class Archive:
    """An archive that is read; everything raises UserError for what is damaged in it."""

    def __init__(self, path: Path, archive: zipfile.ZipFile) -> None:
        """Read what it says of itself. Raises UserError for no archive of this version."""
        self._path = path
        self._zip = archive
        # Exactly these: of two members with one name it would be open which one counts.
        if sorted(archive.namelist()) != sorted(_MEMBERS) or not all(map(_plain, archive.filelist)):
            raise UserError(f"{path} is no exported tournament: its files are not {_NAMES}")
        try:
            self.about = About.model_validate_json(self._small(ABOUT))
        except ValidationError as error:
            problem = first_problem(error, About)
            raise UserError(
                f"{path} is no exported tournament that stych {STYCH} reads: {ABOUT}: {problem}"
            ) from None
        self.file = self._small(FILE)

    def items(self) -> Iterator[Item]:
        """The entries of the journals in their order; one line or match is in memory at a time."""
        with self._zip.open(JOURNAL) as text:
            lines = self._lines(text)
            for line in lines:
                # Entries are arrays; a record is an object, which its measured part follows.
                if line.startswith(b"["):
                    yield self._entry(line)
                else:
                    yield line, next(lines, b"")

    def _entry(self, line: bytes) -> Defined | Voided:
        try:
            said = read_text(line)
        except JournalError as error:
            raise UserError(f"{self._path} is damaged: a line of its journal: {error}") from None
        if isinstance(said, Witnessed):
            raise UserError(f"{self._path} is damaged: a match of its journal has no record")
        return said

    def _lines(self, text: IO[bytes]) -> Iterator[bytes]:
        while line := text.readline(_LONGEST):
            if not line.endswith(b"\n"):
                raise UserError(f"{self._path} is damaged: a line of its journal has no end")
            yield line[:-1]

    def _small(self, name: str) -> bytes:
        with self._zip.open(name) as text:
            read = text.read(_LONGEST)
            # The size that the archive states is not believed.
            if text.read(1):
                raise UserError(f"{self._path} is no exported tournament: {name} is too long")
            return read


@contextmanager
def opened(path: Path) -> Iterator[Archive]:
    """The archive at the path. Whatever is wrong with it, also while it is read, is a UserError."""
    # Around the caller's block, since members are unpacked while they are read there.
    try:
        with opened_zip(path, _DIRECTORY) as archive:
            yield Archive(path, archive)
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror or error}") from None
    except FileError as error:
        raise UserError(f"{path} {error}") from None
    except _BROKEN as error:
        said = one_line(str(error), _SAID)
        raise UserError(f"{path} is no exported tournament, or a damaged one: {said}") from None


def write(path: Path, about: About, file: bytes, items: Iterable[bytes]) -> None:
    """Write an archive; each item is a line, or two. Raises UserError; then there is no file."""
    # Renamed when it is whole, so that a command that is killed leaves no half archive.
    unfinished = path.with_name(f".{path.name}.unfinished")
    try:
        if path.exists():
            raise UserError(f"{path} is there already; remove it, or name another file")
        with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(_member(ABOUT), json.dumps(about.model_dump(), indent=2) + "\n")
            archive.writestr(_member(FILE), file)
            # Its size is not known beforehand and may be beyond 2 GB.
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
    """A member without a time, so that the same tournament gives the same bytes."""
    member = zipfile.ZipInfo(name)
    member.compress_type = zipfile.ZIP_DEFLATED
    member.external_attr = 0o644 << 16
    return member


def _plain(member: zipfile.ZipInfo) -> bool:
    # Bit 0 of the flags says encrypted. Other ways of packing need modules that may be missing.
    encrypted = member.flag_bits & 1
    return not encrypted and member.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
