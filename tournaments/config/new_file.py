"""A new tournament file: the example, which explains every key, with what was chosen filled in."""

import json
import os
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Final

from referee.errors import UserError
from referee.games.game import AnyGame
from referee.games.registry import named_game
from tournaments.config.quick import entrants_of
from tournaments.config.tournament_file import QUICK, from_mapping
from tournaments.core.options import option_texts
from tournaments.formats.registry import FORMATS, formats_of
from tournaments.resources.examples import EXPLAINED
from tournaments.resources.samples import samples

_FEWEST: Final = 3
"""Sample bots that a tournament begins with, or more where the game has more seats."""
_BOTS: Final = (
    "# a bot that comes with Štych; or the folder with your bot.toml, relative to this file; or"
    ' "name@2"'
)


def usual_bots(game: str) -> list[str]:
    """The sample bots that a tournament of this game begins with. Raises UserError."""
    return list(islice(samples(game), max(_FEWEST, _made(game).seats)))


def usual_formats(game: str) -> list[str]:
    """The names of the formats that fit the game, the usual one first. Raises UserError."""
    return [each.name for each in formats_of(_made(game))]


def new_file(path: Path, game: str, bots: Sequence[str], form: str, boards: int) -> str:
    """The text of a tournament file that is to be at the path; `form` names its format.

    Bots are named as on a command line: folders are relative to the current one. Raises UserError
    when there can be no such tournament.
    """
    made, entrants = _made(game), entrants_of(bots, game)
    first = entrants[0]["name"]
    hero = f'hero = "{first}"\n' if form in FORMATS and "hero" in FORMATS[form].keys else ""
    text = EXPLAINED.read_text("utf-8")
    for pattern, new in (
        (r'name = "example"\n', f"name = {json.dumps(path.stem)}\n"),
        (r'game = ".+"\n', f"game = {json.dumps(game)}\n"),
        (r"boards = \d+\n", f"boards = {boards}\n"),
        (r'format = ".+"\n', f"format = {json.dumps(form)}\n{hero}"),
        (r'null_pair = ".+"\n', f'# null_pair = "{first}"\n'),
        (r"\[options\]\n(?:.+\n)+", "[options]\n" + "".join(_options(made))),
        (r"(?:\[\[entrants\]\]\n(?:.+\n)+\n)+", "".join(_entrants(entrants, path.parent))),
    ):
        text = _replaced(pattern, new, text)
    values = tomllib.loads(text)
    if path.stem in QUICK:
        raise UserError(f"{path}: `stych {path.stem}` keeps its matches under this name")
    from_mapping(values, str(path))
    return text


def _made(game: str) -> AnyGame:
    found = named_game(game)
    return found(found.options_type())


def _replaced(pattern: str, new: str, text: str) -> str:
    made, times = re.subn(f"^{pattern}", lambda _: new, text, count=1, flags=re.MULTILINE)
    if not times:
        raise ValueError(f"{EXPLAINED.name} has no line like {pattern}")
    return made


def _options(game: AnyGame) -> Iterator[str]:
    """A line for each option, with its default, its meaning and its values."""
    for each in option_texts(type(game)):
        line = f"{each.name} = {json.dumps(each.default)}"
        # TOML has no such value: the option is left out.
        line = f"# {each.name} = ..." if each.default is None else line
        yield f"{line:<23} # {each.meaning}: {each.values}\n"


def _entrants(entrants: Sequence[Mapping[str, str]], folder: Path) -> Iterator[str]:
    for number, entrant in enumerate(entrants):
        bot = f"bot = {json.dumps(_from(entrant['bot'], folder))}"
        yield "[[entrants]]\n"
        yield f"{bot}\n" if number else f"{bot:<23} {_BOTS}\n"
        yield f"name = {json.dumps(entrant['name'])}\n\n"


def _from(bot: str, folder: Path) -> str:
    """How a file in the folder names the bot that a command line names so."""
    if not Path(bot).exists():
        return bot
    return Path(os.path.relpath(bot, folder)).as_posix()
