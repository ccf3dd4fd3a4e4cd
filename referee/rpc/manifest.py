"""bot.toml: what a bot is called, what it plays, and how it is started."""

import hashlib
import shlex
import tomllib
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

MANIFEST = "bot.toml"


class ManifestError(ValueError):
    """The folder holds no usable bot; the message says what is wrong where."""


def _words(value: object) -> object:
    """A command is a list of words, or a line that is split as a shell would."""
    if isinstance(value, str):
        return tuple(shlex.split(value))
    return tuple(value) if isinstance(value, list) else value


Command = Annotated[tuple[str, ...], BeforeValidator(_words), Field(min_length=1)]
Name = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9._-]{0,39}$")]


class Manifest(BaseModel):
    """The contents of bot.toml."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: Name
    version: Annotated[str, Field(pattern=r"^[0-9A-Za-z][0-9A-Za-z.+-]{0,39}$")]
    games: Annotated[tuple[str, ...], BeforeValidator(_words), Field(min_length=1)]
    command: Command
    build: Command | None = None
    language: str = Field(default="", max_length=40)
    transport: Literal["unix", "tcp"] = "unix"


def read_manifest(folder: Path) -> Manifest:
    """The manifest in the bot's folder. Raises ManifestError with one sentence."""
    path = folder / MANIFEST
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ManifestError(f"{folder} is no bot: there is no {MANIFEST} in it") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ManifestError(f"{path} cannot be read: {error}") from None
    try:
        return Manifest.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise ManifestError(f"{path} is no TOML: {error}") from None
    except ValidationError as error:
        raise ManifestError(f"{path}: {first_problem(error)}") from None


def first_problem(error: ValidationError) -> str:
    """The first problem of a refused file in one sentence: where, what, and what was received."""
    problem = error.errors()[0]
    where = ".".join(str(step) for step in problem["loc"]) or "the file"
    if problem["type"] == "missing":
        return f"{where} is missing"
    if problem["type"] == "extra_forbidden":
        return f"{where} is not a known key"
    said = problem["msg"].removeprefix("Value error, ")
    return f"{where}: {said[0].lower()}{said[1:]}; received {problem['input']!r}"


def digest(folder: Path) -> str:
    """A hash of the bot's files, hidden ones and caches left out: the same files, the same bot."""
    total = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        hidden = any(part.startswith(".") or part == "__pycache__" for part in parts)
        if path.is_file() and not hidden:
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            total.update(f"{'/'.join(parts)}\0{content}\n".encode())
    return total.hexdigest()
