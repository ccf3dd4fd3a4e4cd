"""Makes the folder of a new bot, from the template of its language and files for all languages.

In a language with an SDK, the protocol and the SDK are added; only Python's SDK is not, as it comes
with Štych. In a language whose bots read lines, some lines of each of the bot's games and their
schemas are added.
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
from tournaments.resources.template import Template, read_template, rendered, replacements

ANY: Final = "any"
"""In the place of a game: all games that the language's template has policies for."""
_BOTS: Final = place("python", "bots/python").parent
_COMMON: Final = place("common", "bots/common")
_LINES: Final = place("lines", "bots/lines")
_SCHEMAS: Final = place("docs", "docs") / "lines"
_LEFT_OUT: Final = {*BUILT, "__pycache__", ".ruff_cache", "dist"}
"""Names of files and folders that are not copied."""
# It is replaced by the bot's name wherever it stands, in files of any language.
_NAME: Final = b"@NAME@"


def languages() -> list[str]:
    """The languages that have a template and an SDK, sorted."""
    return sorted(path.parent.name for path in _BOTS.glob("*/template"))


def line_languages() -> list[str]:
    """The languages that have a template for bots that read lines, sorted."""
    return sorted(path.parent.name for path in _LINES.glob(f"templates/*/{MANIFEST}"))


def sources(language: str) -> Path:
    """The folder with the template and the SDK of a language, whose files name the tools needed."""
    return _BOTS / language


def line_example(language: str) -> Path:
    """The folder of the example bot in a language whose bots read lines."""
    return _LINES / language


def all_sources() -> dict[str, Path]:
    """By language with an SDK: its folder of `sources`, from which common parts are prebuilt."""
    return {language: sources(language) for language in languages()}


def scaffold(language: str, folder: Path, name: str = "", game: str = ANY) -> str:
    """Make the folder of a new bot, and return the bot's name, which is the folder's by default.

    The bot plays the game with the id `game`: by the template's policy for it if there is one, or
    else at random. A folder that did not exist is made complete or not at all. Raises UserError for
    an unknown language or game, a name that no bot may have, a folder that is not empty or whose
    parent does not exist, and when the files cannot be written.
    """
    by_lines = language in line_languages()
    if not by_lines and language not in languages():
        known = ", ".join([*languages(), *line_languages()])
        raise UserError(f"the languages are {known}; received {language!r}")
    bot_name = _checked(name or folder.resolve().name)
    template = _of_lines(language) if by_lines else _with_sdk(language)
    games = _games(template, game)
    _check_free(folder)
    # Beside the folder, so that it is on the same disk, and one rename puts all files in place.
    unfinished = folder.resolve().with_name(f".{bot_name}.{secrets.token_hex(8)}")
    try:
        _fill(unfinished, template, games, bot_name, _common(by_lines=by_lines))
        if by_lines:
            _add_schemas(unfinished, games)
        else:
            _add_sdk(unfinished, template)
        _put(unfinished, folder)
    except OSError as error:
        raise UserError(f"{folder} cannot be written: {error.strerror}") from None
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    return bot_name


def _games(template: Template, game: str) -> list[str]:
    if game != ANY:
        return [named_game(game).id]
    return sorted(each for each in GAMES if template.files_of(each))


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
    return read_template(_BOTS / language / "template", _LEFT_OUT)


def _of_lines(language: str) -> Template:
    """The template, with the example's program as the file for the game that the example plays."""
    template = read_template(_LINES / "templates" / language, _LEFT_OUT)
    manifest = read_manifest(line_example(language))
    return template.with_file(manifest.games[0], line_example(language) / manifest.command[-1])


def _common(*, by_lines: bool) -> list[Template]:
    """The files for bots of all languages; with `by_lines`, those for bots that read lines."""
    if not by_lines:
        return [read_template(_COMMON, _LEFT_OUT)]
    # Recorded messages are of no use to bots that read lines. Their README is another one, as they
    # are built and debugged in other ways.
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
    foreign = {old: new for each in parts for old, new in replacements(each).items()}
    by_game = {game: {} if _protocol(game) else foreign for game in games}
    for each in parts:
        for path, text in rendered(each, by_game, GAMES).items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            # Appended, as several parts may have the same file, such as README.md. The part of the
            # language comes first.
            with (folder / path).open("ab") as file:
                file.write(text.replace(_NAME, name.encode()))


def _add_schemas(folder: Path, games: Sequence[str]) -> None:
    """Copy the schemas of the lines of these games; games of other packages have none."""
    for path in [each for game in games for each in _SCHEMAS.glob(f"{game}.schema.json")]:
        (folder / "schema").mkdir(exist_ok=True)
        shutil.copy(path, folder / "schema")


def _add_sdk(folder: Path, template: Template) -> None:
    """Copy the protocol, and the SDK of the language if bots get a copy of it."""
    sdk = template.folder.with_name("stych")
    if sdk.is_dir():
        shutil.copytree(sdk, folder / "stych", ignore=_products)
    proto = folder / "proto" / "stych" / "v1"
    proto.mkdir(parents=True)
    for path in _protocol("*"):
        shutil.copy(path, proto)


def _protocol(game: str) -> list[Path]:
    """The .proto file of the game, if there is one; for "*" all .proto files of the protocol."""
    name = game.replace("-", "_")
    return [path for each in stych.v1.__path__ for path in Path(each).glob(f"{name}.proto")]


def _products(_: str, names: Collection[str]) -> set[str]:
    """The names that `shutil.copytree` leaves out: products of builds, and caches."""
    return _LEFT_OUT.intersection(names)


def _put(unfinished: Path, folder: Path) -> None:
    """Rename `unfinished` to `folder`, or move its contents there if `folder` exists."""
    # An existing folder is not replaced: it may be the current folder of somebody's shell.
    if not folder.is_dir():
        unfinished.rename(folder)
        return
    for path in unfinished.iterdir():
        path.rename(folder / path.name)
