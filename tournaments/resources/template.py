"""Templates of bots: sources in which a stand-in game stands for each game that a bot plays.

A template is code that the tools of its language can read. The stand-in is called `a-game`, and in
names `a_game`, `A_GAME`, `AGame` or `aGame`. A run of lines that name it is repeated for each game,
and `["a-game"]` becomes the list of all. A file that is called after it is there once for each
game: the one that is called after the game, where there is one, or else the stand-in's.
"""

import re
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Final, NamedTuple

STAND_IN: Final = "a-game"
_OTHERS: Final = ".stych-others.toml"
_ALL: Final = re.compile(rf'([\[{{])"{STAND_IN}"([\]}}])')


class Template(NamedTuple):
    """The files of a template, by their paths in its folder."""

    folder: Path
    paths: Sequence[Path]
    elsewhere: Mapping[Path, Path] = {}
    """Of paths whose files are not in the folder: where they are."""

    def with_file(self, game: str, file: Path) -> "Template":
        """The same with this file in place of the stand-in's, for one game."""
        [stand_in] = self.own(STAND_IN)
        path = stand_in.with_name(_named(stand_in.name, game, {}))
        return self._replace(paths=[*self.paths, path], elsewhere={**self.elsewhere, path: file})

    def read(self, path: Path) -> bytes:
        """What is in the file of this path."""
        return self.elsewhere.get(path, self.folder / path).read_bytes()

    def own(self, game: str) -> list[Path]:
        """The files that are called after the game."""
        return [path for path in self.paths if path.stem in _spellings(game)]


def read_template(folder: Path, left_out: Collection[str]) -> Template:
    """The template in the folder, without what has such a name, or lies in a folder that has."""
    paths = [path.relative_to(folder) for path in sorted(folder.rglob("*")) if path.is_file()]
    ours = [path for path in paths if not {*left_out, _OTHERS}.intersection(path.parts)]
    return Template(folder, ours)


def others(template: Template) -> dict[str, str]:
    """What is written instead of some texts for a game that the protocol has no messages for."""
    file = template.folder / _OTHERS
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


def rendered(
    template: Template, games: Mapping[str, Mapping[str, str]], known: Iterable[str]
) -> dict[Path, bytes]:
    """The files of a bot for these games, by path; with each game what is written instead of what.

    Files of games that are known and not among these are left out.
    """
    stand_ins = template.own(STAND_IN)
    of_one = {path for game in (*known, STAND_IN) for path in template.own(game)}
    made = {path: (path, games) for path in template.paths if path not in of_one}
    for game, instead in games.items():
        made |= {path: (path, {game: instead}) for path in template.own(game)}
        for path in stand_ins:
            called = path.with_name(_named(path.name, game, {}))
            made.setdefault(called, (path, {game: instead}))
    return {
        path: _repeated(template.read(source), written) for path, (source, written) in made.items()
    }


def _repeated(data: bytes, games: Mapping[str, Mapping[str, str]]) -> bytes:
    names = ", ".join(f'"{game}"' for game in games)
    # Positions are no text; what is none stays as it is.
    text = _ALL.sub(rf"\g<1>{names}\g<2>", data.decode("utf-8", "surrogateescape"))
    if len(games) == 1:
        [(game, instead)] = games.items()
        return _named(text, game, instead).encode("utf-8", "surrogateescape")
    made = []
    for is_repeated, lines in groupby(text.splitlines(keepends=True), _names_stand_in):
        block = "".join(lines)
        made += [_named(block, *each) for each in games.items()] if is_repeated else [block]
    return "".join(made).encode("utf-8", "surrogateescape")


def _named(text: str, game: str, instead: Mapping[str, str]) -> str:
    """The text with this game in place of the stand-in."""
    for old, new in instead.items():
        text = text.replace(old, new)
    for old, new in zip(_spellings(STAND_IN), _spellings(game), strict=True):
        text = text.replace(old, new)
    return text


def _names_stand_in(text: str) -> bool:
    return any(spelling in text for spelling in _spellings(STAND_IN))


@cache
def _spellings(game: str) -> tuple[str, ...]:
    """The id, and how it is written in names of all kinds."""
    words = [word for word in re.split(r"[^a-z0-9]+", game.lower()) if word]
    titled = [word.title() for word in words]
    snake = "_".join(words)
    return game, snake, snake.upper(), "".join(titled), "".join([*words[:1], *titled[1:]])
