"""`python -m devtools.completion --write`: writes the table for the completion of command lines.

`stych` reads it when a shell asks for completions, and for the list of commands in its help, since
loading all commands would be too slow. It has the commands with their parameters, and the games,
examples and pages of the package. Without `--write` the exit code is 1 when the table is out of
date.
"""

import inspect
import json
import sys
from collections.abc import Iterator
from enum import Enum
from typing import Any, Final, get_args, get_type_hints

from typer.main import get_command

from referee.games.registry import GAMES, package_of
from referee.rpc.manifest import MANIFEST
from tournaments.cli import app
from tournaments.commands.completing.answer import TABLE
from tournaments.commands.console import DATA
from tournaments.config.tournament_file import QUICK
from tournaments.core.options import option_texts
from tournaments.formats.registry import formats_of
from tournaments.resources.examples import examples, league_examples
from tournaments.resources.pages import pages
from tournaments.resources.samples import samples
from tournaments.resources.scaffold import languages, line_languages
from tournaments.storage.address import DATABASE
from tournaments.storage.migrating import newest

_OUR_GAMES: Final = "referee.games."
"""The beginning of the names of packages that have games of this repository."""


def table() -> str:
    """The text that the file of the table should have, which is JSON."""
    root: Any = get_command(app)
    data = next(each for each in root.params if each.name == "data")
    values = {
        "data": {"folder": str(DATA), "variable": data.envvar},
        "database": DATABASE,
        "schema": newest(),
        "manifest": MANIFEST,
        "quick": QUICK,
        "examples": examples(),
        "leagues": league_examples(),
        "languages": [*languages(), *line_languages(), "tournament"],
        "pages": pages(),
        # Games of other packages are looked up when somebody completes.
        "games": {game: _game(game) for game in GAMES if package_of(game).startswith(_OUR_GAMES)},
        "commands": _command(root),
    }
    return json.dumps(values, indent=1, ensure_ascii=False) + "\n"


def _game(name: str) -> dict[str, Any]:
    game = GAMES[name]
    return {
        "title": game.title,
        "options": [
            (f"{each.name}={value}", each.meaning)
            for each in option_texts(game)
            for value in each.examples
        ],
        "samples": samples(name),
        "formats": [each.name for each in formats_of(game(game.options_type()))],
    }


def _command(command: Any) -> dict[str, Any]:
    choices = _choices(command)
    # Only a group of commands has this method.
    inner = {} if not hasattr(command, "list_commands") else dict(_inner(command))
    by_type: dict[str, list[dict[str, Any]]] = {"option": [], "argument": []}
    for each in command.params:
        is_option = each.param_type_name == "option"
        flag = is_option and bool(each.is_flag)
        by_type[each.param_type_name].append(
            {
                "name": each.name,
                "names": [*each.opts, *each.secondary_opts] if is_option else [each.metavar],
                "help": each.help or "",
                "flag": flag,
                "many": each.multiple if is_option else each.nargs != 1,
                "choices": [] if flag else choices.get(each.name, []),
            }
        )
    # Every command has --help, but not among its parameters.
    show_help = {"name": "help", "names": ["--help"], "help": "Show this message and exit."}
    by_type["option"].append({**show_help, "flag": True, "many": False, "choices": []})
    return {
        "help": command.get_short_help_str(),
        # The first paragraph, which is one line, for `stych --help`; "help" is its beginning.
        "summary": (command.help or "").partition("\n\n")[0],
        "options": by_type["option"],
        "arguments": by_type["argument"],
        "commands": inner,
    }


def _inner(group: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    for name in group.list_commands(None):
        yield name, _command(group.get_command(None, name))


def _choices(command: Any) -> dict[str, list[str]]:
    """By name of a parameter that takes one of a few values: these values."""
    if command.callback is None:
        return {}
    choices = {}
    for name, hint in get_type_hints(inspect.unwrap(command.callback)).items():
        for kind in (hint, *get_args(hint)):
            if isinstance(kind, type) and issubclass(kind, Enum):
                choices[name] = [str(each.value) for each in kind]
    return choices


if __name__ == "__main__":
    if "--write" in sys.argv:
        TABLE.write_text(table(), encoding="utf-8")
    elif TABLE.read_text(encoding="utf-8") != table():
        print(f"{TABLE} is out of date: python -m devtools.completion --write")
        sys.exit(1)
