"""Makes the folder of a new bot: a language's template, its SDK, and the protocol."""

import secrets
import shutil
from collections.abc import Collection
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter, ValidationError

import stych.v1
from referee.errors import UserError
from referee.rpc.manifest import BUILT, Name
from tournaments.resources.place import place

_ROOM: Final = place("python", "bots/python").parent
_LEFT_OUT: Final = {*BUILT, "__pycache__", "dist"}
# Replaced wherever it stands, in files of any language.
_NAME: Final = b"@NAME@"


def languages() -> list[str]:
    """The languages that there are templates for, sorted."""
    return sorted(path.parent.name for path in _ROOM.glob("*/template"))


def sources(language: str) -> Path:
    """The folder with the language's template and its SDK, whose files say what they need."""
    return _ROOM / language


def scaffold(language: str, folder: Path, name: str = "") -> str:
    """Make the folder, whole or not at all, and return the bot's name: the folder's by default.

    Raises UserError.
    """
    if language not in languages():
        raise UserError(f"the languages are {', '.join(languages())}; received {language!r}")
    called = _checked(name or folder.resolve().name)
    _check_free(folder)
    # Beside the folder, so that it is on the same disk and a rename makes it whole at once.
    unfinished = folder.resolve().with_name(f".{called}.{secrets.token_hex(8)}")
    try:
        _fill(unfinished, language, called)
        _put(unfinished, folder)
    except OSError as error:
        raise UserError(f"{folder} cannot be written: {error.strerror}") from None
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    return called


def _checked(name: str) -> str:
    try:
        return TypeAdapter(Name).validate_python(name)
    except ValidationError as error:
        rule = error.errors()[0]["msg"].removeprefix("Value error, ")
        raise UserError(
            f"a bot's name {rule}; received {name!r}: name the folder so, or add --name"
        ) from None


def _check_free(folder: Path) -> None:
    try:
        taken = any(folder.iterdir()) if folder.is_dir() else folder.exists()
    except OSError as error:
        raise UserError(f"{folder} cannot be read: {error.strerror}") from None
    if taken:
        what = "is not empty" if folder.is_dir() else "is a file"
        raise UserError(f"{folder} {what}; a new bot begins in a folder of its own")
    if not folder.resolve().parent.is_dir():
        raise UserError(f"there is no folder {folder.parent} in which {folder.name} could be")


def _fill(folder: Path, language: str, name: str) -> None:
    room = _ROOM / language
    shutil.copytree(room / "template", folder, ignore=_products)
    for path in folder.rglob("*"):
        if path.is_file():
            path.write_bytes(path.read_bytes().replace(_NAME, name.encode()))
    if (room / "stych").is_dir():
        shutil.copytree(room / "stych", folder / "stych", ignore=_products)
    proto = folder / "proto" / "stych" / "v1"
    proto.mkdir(parents=True)
    for package in stych.v1.__path__:
        for path in Path(package).glob("*.proto"):
            shutil.copy(path, proto)


def _products(_: str, names: Collection[str]) -> set[str]:
    """The names of what builds and caches left in the source tree, which are not copied."""
    return _LEFT_OUT.intersection(names)


def _put(unfinished: Path, folder: Path) -> None:
    """Move it there by one rename, or its contents into a folder that is there already."""
    # That folder stays the same one: it may be the current folder of somebody's shell.
    if not folder.is_dir():
        unfinished.rename(folder)
        return
    for path in unfinished.iterdir():
        path.rename(folder / path.name)
