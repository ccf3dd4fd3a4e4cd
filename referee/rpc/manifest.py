"""bot.toml: what a bot is called, what it plays, and how it is started (docs/bots.md)."""

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
from referee.files import MANIFEST_BYTES, FileError, opened, walk
from referee.toml import first_problem, read_toml

MANIFEST = "bot.toml"
BUILT = ("build", "node_modules", "target")
"""Folders for what a build command makes; they are no part of what the bot is."""
_CHUNK = 1 << 20
_BESIDE = ("__pycache__", "stych-data")
"""Folders of caches, and of results of a `stych` that was run in the bot's folder: no part of it
either."""


MOST_WORDS = 500
"""How many words a command may have."""
LEFT_OUT = "!"
"""Stands before a path in `keep` that is not kept, though another one there names it."""
LONGEST_COMMAND = 16_384
"""Characters of a command, all its words together. Systems take more, not all of them much more."""
MOST_BYTES = 4 << 30
"""Bytes that all files of a bot may have together."""


class ManifestError(InvalidError):
    """The folder holds no usable bot; the message says what is wrong, and where."""


def _words(value: object) -> object:
    """A command is a list of words, or a line that is split as a shell would."""
    # Before it is split, which takes long for a line of megabytes.
    if isinstance(value, str) and len(value) > LONGEST_COMMAND:
        raise ValueError(_too_long(len(value)))
    if isinstance(value, str):
        try:
            return tuple(shlex.split(value))
        except ValueError as error:
            raise ValueError(f"must be a line as a shell reads it: {error}") from None
    return tuple(value) if isinstance(value, list) else value


def _word(text: str) -> str:
    # No system call takes a NUL, and the error would come only when the bot is started.
    if "\0" in text:
        raise ValueError("must not hold NUL characters")
    return text


def _together(words: tuple[str, ...]) -> tuple[str, ...]:
    # The system finds no program of this name, which would look like a lack of the machine.
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


def _like(pattern: str, words: str) -> Callable[[str], str]:
    def check(text: str) -> str:
        if not re.fullmatch(pattern, text):
            raise ValueError(f"must be {words}")
        return text

    return check


_NAME = "1 to 40 small letters, digits, '.', '_' or '-', a letter or digit first"
_VERSION = "1 to 40 letters, digits, '.', '+' or '-', a letter or digit first"

Command = Annotated[
    tuple[Annotated[str, AfterValidator(_word)], ...],
    BeforeValidator(_words),
    Field(min_length=1, max_length=MOST_WORDS),
    AfterValidator(_together),
]
Name = Annotated[str, AfterValidator(_like("[a-z0-9][a-z0-9._-]{0,39}", _NAME))]
Version = Annotated[str, AfterValidator(_like("[0-9A-Za-z][0-9A-Za-z.+-]{0,39}", _VERSION))]


Kept = Annotated[
    tuple[Annotated[str, Field(max_length=300), AfterValidator(_in_the_folder)], ...],
    BeforeValidator(_words),
    Field(max_length=100),
]


class Manifest(BaseModel):
    """The contents of bot.toml, all fields checked; docs/bots.md describes each."""

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
    keep: Kept = ()
    """Of what the build makes, what the program needs to run; empty for all of it."""
    language: str = Field(default="", max_length=40)
    transport: Literal["unix", "tcp"] = "unix"
    protocol: Literal["grpc", "lines"] = "grpc"
    """What the program speaks; for lines of JSON there is a bridge before it (docs/lines.md)."""
    never_talks: bool = False
    """Whether the bridge says in its hello that the bot is not to be asked what to say."""

    @model_validator(mode="after")
    def _says_it_itself(self) -> Self:
        # Two places that may contradict each other would leave open which one counts.
        if self.never_talks and self.protocol != "lines":
            raise ValueError(
                'never_talks is for bots with protocol = "lines": any other says so in its Hello;'
                f' received it beside protocol = "{self.protocol}"'
            )
        return self


def read_manifest(folder: Path) -> Manifest:
    """The manifest in the bot's folder. Raises ManifestError with one sentence for its author."""
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


def is_own(parts: Sequence[str], *, built: bool) -> bool:
    """Whether a file or folder is part of what the bot is; `parts` is its path in the bot's folder.

    Hidden files and caches are not, and if the bot is `built`, neither are the folders in BUILT.
    """
    left_out = (*_BESIDE, *BUILT) if built else _BESIDE
    return not any(part.startswith(".") or part in left_out for part in parts)


def own_files(folder: Path, *, built: bool = False) -> Iterator[tuple[str, Path]]:
    """The bot's files in order, each with its name inside the folder, parts divided by "/".

    Links to files are among them, wherever they lead. Raises ManifestError.
    """
    try:
        # Sorted, as the order in which a file system lists them differs between machines.
        found = sorted(walk(folder, lambda parts: is_own(parts, built=built)))
    except OSError as error:
        raise ManifestError(f"{error.filename} cannot be read: {error.strerror}") from None
    except FileError as error:
        raise ManifestError(f"{folder} {error}") from None
    for parts in found:
        path = folder.joinpath(*parts)
        if path.is_file():
            yield "/".join(parts), path


def digest(folder: Path, *, built: bool = False) -> str:
    """A hash of the bot's own files: the same files, the same bot. Raises ManifestError.

    What lies elsewhere is not read: a link that leads out of the folder counts as its own text.
    """
    total, left = hashlib.sha256(), MOST_BYTES
    for name, path in own_files(folder, built=built):
        hashed, size = _hash(path, folder, left)
        left -= size
        total.update(os.fsencode(name) + f"\0{hashed}\n".encode())
    return total.hexdigest()


def _hash(path: Path, folder: Path, most: int) -> tuple[str, int]:
    """The hash of a file of at most `most` bytes, and its size. Raises ManifestError."""
    hashed = hashlib.sha256()
    try:
        if path.is_symlink() and not path.resolve().is_relative_to(folder.resolve()):
            hashed.update(os.fsencode(path.readlink()))
            # No file has such a hash, whatever it holds: a link cannot take the place of a file of
            # the same text without a change of the digest.
            return f"link {hashed.hexdigest()}", 0
        size = 0
        with opened(path, folder) as handle:
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
