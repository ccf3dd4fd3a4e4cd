"""Makes the folder of a new bot: what all languages have, a template, its SDK, the protocol.

Or, in a language whose bots read lines: a template, some lines, and what is in them.
"""

import secrets
import shutil
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter, ValidationError

import stych.v1
from referee.errors import UserError
from referee.games.registry import GAMES, named_game
from referee.rpc.manifest import BUILT, MANIFEST, Name, read_manifest
from tournaments.resources.place import place
from tournaments.resources.template import Template, others, read_template, rendered

ANY: Final = "any"
"""In place of a game: all that the language's template has policies for."""
_ROOM: Final = place("python", "bots/python").parent
_COMMON: Final = place("common", "bots/common")
_LINES: Final = place("lines", "bots/lines")
_SCHEMAS: Final = place("docs", "docs") / "lines"
_LEFT_OUT: Final = {*BUILT, "__pycache__", ".ruff_cache", "dist"}
# Replaced wherever it stands, in files of any language.
_NAME: Final = b"@NAME@"


def languages() -> list[str]:
    """The languages that there are templates with an SDK for, sorted."""
    return sorted(path.parent.name for path in _ROOM.glob("*/template"))


def line_languages() -> list[str]:
    """The languages that there are templates for of bots that read lines, sorted."""
    return sorted(path.parent.name for path in _LINES.glob(f"templates/*/{MANIFEST}"))


def sources(language: str) -> Path:
    """The folder with the language's template and its SDK, whose files say what they need."""
    return _ROOM / language


def example(language: str) -> Path:
    """The folder of the bot that reads lines of which a new one in the language has its program."""
    return _LINES / language


def templates() -> dict[str, Path]:
    """By language: the same folders, for builds of bots that begin as their templates do."""
    return {language: sources(language) for language in languages()}


def scaffold(language: str, folder: Path, name: str = "", game: str = ANY) -> str:
    """Make the folder, whole or not at all, and return the bot's name: the folder's by default.

    The bot plays the game of that id: by the template's policy if it has one, or else at random.
    Raises UserError.
    """
    by_lines = language in line_languages()
    if not by_lines and language not in languages():
        known = ", ".join([*languages(), *line_languages()])
        raise UserError(f"the languages are {known}; received {language!r}")
    called = _checked(name or folder.resolve().name)
    template = _of_lines(language) if by_lines else _with_sdk(language)
    games = _games(template, game)
    _check_free(folder)
    # Beside the folder, so that it is on the same disk and a rename makes it whole at once.
    unfinished = folder.resolve().with_name(f".{called}.{secrets.token_hex(8)}")
    try:
        _fill(unfinished, template, games, called, _common(by_lines=by_lines))
        if by_lines:
            _add_schemas(unfinished, games)
        else:
            _add_sdk(unfinished, template)
        _put(unfinished, folder)
    except OSError as error:
        raise UserError(f"{folder} cannot be written: {error.strerror}") from None
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    return called


def _games(template: Template, game: str) -> list[str]:
    if game != ANY:
        return [named_game(game).id]
    return sorted(each for each in GAMES if template.own(each))


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


def _with_sdk(language: str) -> Template:
    return read_template(_ROOM / language / "template", _LEFT_OUT)


def _of_lines(language: str) -> Template:
    """The template, with the program of the example for the game that the example plays."""
    template = read_template(_LINES / "templates" / language, _LEFT_OUT)
    manifest = read_manifest(example(language))
    return template.with_file(manifest.games[0], example(language) / manifest.command[-1])


def _common(*, by_lines: bool) -> list[Template]:
    """What bots of all languages have."""
    if not by_lines:
        return [read_template(_COMMON, _LEFT_OUT)]
    # Recorded messages are of no use to them, and they are built and debugged in other ways.
    left_out = {*_LEFT_OUT, "README.md", "positions"}
    return [read_template(_LINES / "common", _LEFT_OUT), read_template(_COMMON, left_out)]


def _fill(
    folder: Path,
    template: Template,
    games: Sequence[str],
    name: str,
    commons: Sequence[Template],
) -> None:
    parts = (template, *commons)
    unknown = {old: new for each in parts for old, new in others(each).items()}
    written = {game: {} if _protocol(game) else unknown for game in games}
    for each in parts:
        for path, text in rendered(each, written, GAMES).items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            # Of a file that both have, such as README.md, the language's part comes first.
            with (folder / path).open("ab") as file:
                file.write(text.replace(_NAME, name.encode()))


def _add_schemas(folder: Path, games: Sequence[str]) -> None:
    """What is in the lines of these games, if they are games of the protocol's own."""
    for path in [each for game in games for each in _SCHEMAS.glob(f"{game}.schema.json")]:
        (folder / "schema").mkdir(exist_ok=True)
        shutil.copy(path, folder / "schema")


def _add_sdk(folder: Path, template: Template) -> None:
    """The SDK of the language where it is copied, and the protocol."""
    sdk = template.folder.with_name("stych")
    if sdk.is_dir():
        shutil.copytree(sdk, folder / "stych", ignore=_products)
    proto = folder / "proto" / "stych" / "v1"
    proto.mkdir(parents=True)
    for path in _protocol("*"):
        shutil.copy(path, proto)


def _protocol(game: str) -> list[Path]:
    """The .proto files of that game; of all games, and of the protocol itself, for "*"."""
    name = game.replace("-", "_")
    return [path for each in stych.v1.__path__ for path in Path(each).glob(f"{name}.proto")]


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
