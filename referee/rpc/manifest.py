"""The manifest of a bot, bot.toml (docs/bots.md); and which files in its folder are the bot."""

import hashlib
import os
import re
import shlex
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)

from referee.errors import InvalidError
from referee.files import MANIFEST_BYTES, FileError, open_regular, walk
from referee.toml import first_problem, read_toml

MANIFEST = "bot.toml"
BUILT = ("build", "node_modules", "target")
"""The names of folders, at any depth, for what a build command makes. If a bot has such a command,
they are no part of the bot, and neither are files with these names."""
LEFT_OUT = "!"
"""Stands before a path in `keep` that is not kept, even if another path in `keep` includes it."""
MOST_WORDS = 500
"""The most words that a command may have."""
LONGEST_COMMAND = 16_384
"""The most characters that the words of a command may have together, and that a line may have which
is split into words. The words are at most 64 KiB; Linux allows 128 KiB for a single word."""
MOST_BYTES = 4 << 30
"""The most bytes that the files of a bot may have together."""
_NEVER_PART = ("__pycache__", "stych-data")
"""The names of folders of caches, and of results of a `stych` that was run in the bot's folder.
They are never a part of the bot."""
_CHUNK = 1 << 20
"""How many bytes of a file are read at once, to be hashed."""


class ManifestError(InvalidError):
    """The folder holds no usable bot; the message says what is wrong, and where."""


def _words(value: object) -> object:
    """The words of a list, or of a line that is split as a shell splits it.

    A value of another type is returned as it is, and refused by the next check.
    """
    # Checked before the line is split, which would take long for megabytes.
    if isinstance(value, str) and len(value) > LONGEST_COMMAND:
        raise ValueError(_too_long(len(value)))
    if isinstance(value, str):
        try:
            return tuple(shlex.split(value))
        except ValueError as error:
            raise ValueError(f"must be a line as a shell reads it: {error}") from None
    return tuple(value) if isinstance(value, list) else value


def _without_nul(text: str) -> str:
    # No argument of a program can have a NUL. Without this check the bot's start would fail.
    if "\0" in text:
        raise ValueError("must not hold NUL characters")
    return text


def _startable(words: tuple[str, ...]) -> tuple[str, ...]:
    # Without this check an empty name would count at the start as a program that the machine lacks,
    # and not as a fault of the bot.
    if not words[0].strip():
        raise ValueError("must begin with the name of a program")
    if (length := sum(map(len, words))) > LONGEST_COMMAND:
        raise ValueError(_too_long(length))
    return words


def _too_long(length: int) -> str:
    return f"can have {LONGEST_COMMAND} characters at most; received {length}"


def _in_the_folder(path: str) -> str:
    parts = path.removeprefix(LEFT_OUT).split("/")
    if not {"", ".", ".."}.isdisjoint(parts):
        raise ValueError("must be a path inside the bot's folder, such as target/release/bot")
    return path


def _matching(pattern: str, words: str) -> Callable[[str], str]:
    """A check that a text matches the pattern, which `words` describe in the error."""

    def check(text: str) -> str:
        if not re.fullmatch(pattern, text):
            raise ValueError(f"must be {words}")
        return text

    return check


_NAME = "1 to 40 small letters, digits, '.', '_' or '-', a letter or digit first"
_VERSION = "1 to 40 letters, digits, '.', '+' or '-', a letter or digit first"

Command = Annotated[
    tuple[Annotated[str, AfterValidator(_without_nul)], ...],
    BeforeValidator(_words),
    Field(min_length=1, max_length=MOST_WORDS),
    AfterValidator(_startable),
]
Name = Annotated[str, AfterValidator(_matching("[a-z0-9][a-z0-9._-]{0,39}", _NAME))]
Version = Annotated[str, AfterValidator(_matching("[0-9A-Za-z][0-9A-Za-z.+-]{0,39}", _VERSION))]
_Keep = Annotated[
    tuple[Annotated[str, Field(max_length=300), AfterValidator(_in_the_folder)], ...],
    BeforeValidator(_words),
    Field(max_length=100),
]


class Manifest(BaseModel):
    """The contents of bot.toml (docs/bots.md), checked; but `games` may name unknown games."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)

    name: Name
    version: Version
    games: Annotated[
        tuple[Annotated[str, Field(max_length=40)], ...],
        BeforeValidator(_words),
        Field(min_length=1, max_length=100),
    ]
    command: Command
    build: Command | None = None
    keep: _Keep = ()
    """The files made by the build that the program needs to run; empty for all of them.

    Entries are paths or patterns in the bot's folder. Files that an entry after LEFT_OUT names are
    not needed.
    """
    language: str = Field(default="", max_length=40)
    transport: Literal["unix", "tcp"] = "unix"
    protocol: Literal["grpc", "lines"] = "grpc"
    """How the program is asked: over gRPC, or in lines of JSON by a bridge (docs/lines.md)."""
    never_talks: bool = False
    """Whether the bridge's Hello says that the bot never talks; only for the protocol "lines"."""

    @model_validator(mode="after")
    def _check_never_talks(self) -> Self:
        # Other bots say so in a Hello of their own, which could contradict this field.
        if self.never_talks and self.protocol != "lines":
            raise ValueError(
                'never_talks is for bots with protocol = "lines": any other says so in its Hello;'
                f' received it beside protocol = "{self.protocol}"'
            )
        return self


def read_manifest(folder: Path) -> Manifest:
    """The manifest in the bot's folder. Raises ManifestError, one sentence for the bot's author."""
    path = folder / MANIFEST
    try:
        values = read_toml(path, MANIFEST_BYTES, folder)
    except FileNotFoundError:
        what = f"there is no {MANIFEST} in it" if folder.is_dir() else "there is no such folder"
        raise ManifestError(f"{folder} is no bot: {what}") from None
    except NotADirectoryError:
        raise ManifestError(f"{folder} is a file; a bot is a folder with a {MANIFEST}") from None
    except OSError as error:
        raise ManifestError(f"{path} cannot be read: {error.strerror}") from None
    except FileError as error:
        raise ManifestError(f"{path} {error}") from None
    try:
        return Manifest.model_validate(values)
    except ValidationError as error:
        raise ManifestError(f"{path}: {first_problem(error, Manifest)}") from None


def is_part_of_bot(parts: Sequence[str], *, built: bool) -> bool:
    """Whether a file or folder is part of the bot; `parts` is its path inside the bot's folder.

    Hidden files and folders, caches and results are not, nor is anything in them. If the bot is
    `built` by a command, the same holds for files and folders with a name of BUILT.
    """
    left_out = (*_NEVER_PART, *BUILT) if built else _NEVER_PART
    return not any(part.startswith(".") or part in left_out for part in parts)


def bot_files(folder: Path, *, built: bool = False) -> Iterator[tuple[str, Path]]:
    """The files that are part of the bot, sorted; each with its path inside the folder before it.

    The parts of that path are divided by "/". `built` is as for `is_part_of_bot`. Links to files
    are included, wherever they lead; links to folders are not. Raises ManifestError.
    """
    try:
        # Sorted, as the order in which a file system lists files differs between machines.
        paths = sorted(walk(folder, lambda parts: is_part_of_bot(parts, built=built)))
    except OSError as error:
        raise ManifestError(f"{error.filename} cannot be read: {error.strerror}") from None
    except FileError as error:
        raise ManifestError(f"{folder} {error}") from None
    for parts in paths:
        path = folder.joinpath(*parts)
        if path.is_file():
            yield "/".join(parts), path


def digest(folder: Path, *, built: bool = False) -> str:
    """A hash of the names and contents of all files that are part of the bot, in hexadecimal.

    Bots with the same digest count as the same bot. No file outside of the folder is read: of a
    link that leads there, the path in the link is hashed instead. `built` is as for
    `is_part_of_bot`. Raises ManifestError.
    """
    total, left = hashlib.sha256(), MOST_BYTES
    for name, path in bot_files(folder, built=built):
        hashed, size = _hash(path, folder, left)
        left -= size
        total.update(os.fsencode(name) + f"\0{hashed}\n".encode())
    return total.hexdigest()


def _hash(path: Path, folder: Path, most: int) -> tuple[str, int]:
    """The hash of a file, and its size; the size is 0 for a link that leads out of the folder.

    Raises ManifestError, also if the file has more than `most` bytes: those that are left of the
    MOST_BYTES of the bot.
    """
    hashed = hashlib.sha256()
    try:
        if path.is_symlink() and not path.resolve().is_relative_to(folder.resolve()):
            hashed.update(os.fsencode(path.readlink()))
            # Only the hash of a link begins with "link". So the digest tells a link from a file
            # whose contents are the path in the link.
            return f"link {hashed.hexdigest()}", 0
        size = 0
        with open_regular(path, folder) as handle:
            while data := os.read(handle, _CHUNK):
                size += len(data)
                if size > most:
                    raise ManifestError(
                        f"{folder} is too large: a bot may have {MOST_BYTES} bytes at most"
                    )
                hashed.update(data)
        return hashed.hexdigest(), size
    except OSError as error:
        raise ManifestError(f"{path} cannot be read: {error.strerror}") from None
    except FileError as error:
        raise ManifestError(f"{path} {error}") from None
