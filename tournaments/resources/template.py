"""Templates of bots: sources in which a stand-in game stands for each game that a bot plays.

A template is code that the tools of its language can read. The stand-in is called `a-game`, and in
names `a_game`, `A_GAME`, `AGame` or `aGame`. A block of consecutive lines that name it is repeated
for each game, and `["a-game"]` becomes the list of the bot's games. If a file is named after the
stand-in, the bot has such a file for each game: the template's file that is named after the game,
or else the stand-in's file with the game in its place.
"""

import re
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Final, NamedTuple

STAND_IN: Final = "a-game"
_REPLACEMENTS: Final = ".stych-others.toml"
"""The file of a template that has its `replacements`; it is not copied."""
_LIST: Final = re.compile(rf'([\[{{])"{STAND_IN}"([\]}}])')
"""A list of the stand-in alone, which becomes the list of the bot's games."""


class Template(NamedTuple):
    """The files of a template, by their paths in its folder."""

    folder: Path
    paths: Sequence[Path]
    elsewhere: Mapping[Path, Path] = {}
    """By path, for files that do not lie in the folder: the place of the file."""

    def with_file(self, game: str, file: Path) -> "Template":
        """A copy of the template, in which `file` is the file that is named after the game.

        The template must have one file that is named after the stand-in.
        """
        [stand_in] = self.files_of(STAND_IN)
        path = stand_in.with_name(_named(stand_in.name, game, {}))
        return self._replace(paths=[*self.paths, path], elsewhere={**self.elsewhere, path: file})

    def read(self, path: Path) -> bytes:
        """The contents of the file with this path."""
        return self.elsewhere.get(path, self.folder / path).read_bytes()

    def files_of(self, game: str) -> list[Path]:
        """The paths of the files that are named after the game."""
        return [path for path in self.paths if path.stem in _spellings(game)]


def read_template(folder: Path, left_out: Collection[str]) -> Template:
    """The template in the folder, without files and folders that have a name in `left_out`."""
    paths = [path.relative_to(folder) for path in sorted(folder.rglob("*")) if path.is_file()]
    copied = [path for path in paths if not {*left_out, _REPLACEMENTS}.intersection(path.parts)]
    return Template(folder, copied)


def replacements(template: Template) -> dict[str, str]:
    """By text in the template: its replacement for a game that the protocol has no messages for."""
    file = template.folder / _REPLACEMENTS
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


def rendered(
    template: Template, games: Mapping[str, Mapping[str, str]], known: Iterable[str]
) -> dict[Path, bytes]:
    """The contents of the files of a bot for these games, by path.

    `games` has for each game the texts to replace, with their replacements: for a single game
    everywhere, for several in the lines that are repeated for the game and in its own files.
    `known` are all games that there are: files named after one that is not in `games` are left out.
    """
    stand_ins = template.files_of(STAND_IN)
    of_one_game = {path for game in (*known, STAND_IN) for path in template.files_of(game)}
    sources = {path: (path, games) for path in template.paths if path not in of_one_game}
    for game, replaced in games.items():
        sources |= {path: (path, {game: replaced}) for path in template.files_of(game)}
        for path in stand_ins:
            target = path.with_name(_named(path.name, game, {}))
            sources.setdefault(target, (path, {game: replaced}))
    return {
        path: _repeated(template.read(source), played) for path, (source, played) in sources.items()
    }


def _repeated(data: bytes, games: Mapping[str, Mapping[str, str]]) -> bytes:
    """The contents with the lines that name the stand-in repeated for each of the games."""
    names = ", ".join(f'"{game}"' for game in games)
    # Some files, such as recorded positions, are no text: their bytes stay as they are.
    text = _LIST.sub(rf"\g<1>{names}\g<2>", data.decode("utf-8", "surrogateescape"))
    if len(games) == 1:
        [(game, replaced)] = games.items()
        return _named(text, game, replaced).encode("utf-8", "surrogateescape")
    made = []
    for is_repeated, lines in groupby(text.splitlines(keepends=True), _names_stand_in):
        block = "".join(lines)
        made += [_named(block, *each) for each in games.items()] if is_repeated else [block]
    return "".join(made).encode("utf-8", "surrogateescape")


def _named(text: str, game: str, replaced: Mapping[str, str]) -> str:
    """The text with the replacements made, and with the game in the place of the stand-in."""
    for old, new in replaced.items():
        text = text.replace(old, new)
    for old, new in zip(_spellings(STAND_IN), _spellings(game), strict=True):
        text = text.replace(old, new)
    return text


def _names_stand_in(text: str) -> bool:
    return any(spelling in text for spelling in _spellings(STAND_IN))


@cache
def _spellings(game: str) -> tuple[str, ...]:
    """How the game is written: its id, snake_case, UPPER_CASE, PascalCase and camelCase."""
    words = [word for word in re.split(r"[^a-z0-9]+", game.lower()) if word]
    titled = [word.title() for word in words]
    snake = "_".join(words)
    return game, snake, snake.upper(), "".join(titled), "".join([*words[:1], *titled[1:]])
