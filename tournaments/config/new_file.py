"""Makes new tournament files: example.toml, which explains every key, with the chosen values."""

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

_SAMPLE_BOTS: Final = 3
"""How many sample bots a new file has at most; for a game with more seats, one for each seat."""
_BOT_COMMENT: Final = (
    "# a bot that comes with Štych; or the folder with your bot.toml, relative to this file; or"
    ' "name@2"'
)


def usual_bots(game: str) -> list[str]:
    """The sample bots for a new tournament of this game. Raises UserError for an unknown game."""
    return list(islice(samples(game), max(_SAMPLE_BOTS, _default_game(game).seats)))


def usual_formats(game: str) -> list[str]:
    """The names of the formats that fit the game with its default options, the usual one first.

    Raises UserError for an unknown game.
    """
    return [each.name for each in formats_of(_default_game(game))]


def new_file(path: Path, game: str, bots: Sequence[str], form: str, boards: int) -> str:
    """The text of a tournament file that is to be written to `path`; `form` names its format.

    The tournament is named like the file. Bots are named as on a command line: folders are relative
    to the current one. Raises UserError when the file would be refused.
    """
    default_game, entrants = _default_game(game), entrants_of(bots, game)
    first = entrants[0]["name"]
    hero = f'hero = "{first}"\n' if form in FORMATS and "hero" in FORMATS[form].keys else ""
    text = EXPLAINED.read_text("utf-8")
    for pattern, new in (
        (r'name = "example"\n', f"name = {_toml(path.stem)}\n"),
        (r'game = ".+"\n', f"game = {_toml(game)}\n"),
        (r"boards = \d+\n", f"boards = {boards}\n"),
        (r'format = ".+"\n', f"format = {_toml(form)}\n{hero}"),
        (r'null_pair = ".+"\n', f'# null_pair = "{first}"\n'),
        (r"\[options\]\n(?:.+\n)+", "[options]\n" + "".join(_options(default_game))),
        (r"(?:\[\[entrants\]\]\n(?:.+\n)+\n)+", "".join(_entrants(entrants, path.parent))),
    ):
        text = _replaced(pattern, new, text)
    # Checked as a file would be, so that `stych run` does not refuse the text.
    values = tomllib.loads(text)
    if path.stem in QUICK:
        raise UserError(f"{path}: `stych {path.stem}` keeps its matches under this name")
    from_mapping(values, str(path))
    return text


def _default_game(game: str) -> AnyGame:
    game_type = named_game(game)
    return game_type(game_type.options_type())


def _replaced(pattern: str, new: str, text: str) -> str:
    """The text with its first match of `pattern`, at the start of a line, replaced by `new`."""
    # A function returns `new`, since `re` would read backslashes in a text as escapes.
    replaced, times = re.subn(f"^{pattern}", lambda _: new, text, count=1, flags=re.MULTILINE)
    if not times:
        raise ValueError(f"{EXPLAINED.name} has no line like {pattern}")
    return replaced


def _toml(value: object) -> str:
    """A text, a number or a bool as TOML."""
    # JSON is TOML here, with two exceptions. Escaped, a character beyond U+FFFF would be a pair of
    # surrogates, which TOML refuses. TOML also refuses DEL, which JSON leaves as it is.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _options(game: AnyGame) -> Iterator[str]:
    """A line for each option, with its default, its meaning and its values."""
    for each in option_texts(type(game)):
        line = f"{each.name} = {_toml(each.default)}"
        # TOML cannot write None: the line is a comment, which leaves the option out.
        line = f"# {each.name} = ..." if each.default is None else line
        yield f"{line:<23} # {each.meaning}: {each.values}\n"


def _entrants(entrants: Sequence[Mapping[str, str]], folder: Path) -> Iterator[str]:
    """The [[entrants]] of a file in the folder; a comment explains the first one."""
    for number, entrant in enumerate(entrants):
        bot = f"bot = {_toml(_bot_in_file(entrant['bot'], folder))}"
        yield "[[entrants]]\n"
        yield f"{bot}\n" if number else f"{bot:<23} {_BOT_COMMENT}\n"
        yield f"name = {_toml(entrant['name'])}\n\n"


def _bot_in_file(bot: str, folder: Path) -> str:
    """How a file in `folder` names the bot that `bot` names on a command line."""
    # A text that is no path names a sample bot or a stored bot: the name is the same everywhere.
    if not Path(bot).exists():
        return bot
    return Path(os.path.relpath(bot, folder)).as_posix()
