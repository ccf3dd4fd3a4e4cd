"""`python -m devtools.completion --write`: the table from which shells are answered.

It is all that can be known of the command line before anybody types: the commands with their
parameters, and what comes with the package. Without `--write` the exit code is 1 when it is not
true any more.
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

_OWN: Final = "referee.games."


def table() -> str:
    """The table as it should be, as JSON."""
    root: Any = get_command(app)
    data = next(each for each in root.params if each.name == "data")
    made = {
        "data": {"folder": str(DATA), "variable": data.envvar},
        "database": DATABASE,
        "schema": newest(),
        "manifest": MANIFEST,
        "quick": QUICK,
        "examples": examples(),
        "leagues": league_examples(),
        "languages": [*languages(), *line_languages(), "tournament"],
        "pages": pages(),
        # Games of other packages are asked when somebody completes.
        "games": {game: _game(game) for game in GAMES if package_of(game).startswith(_OWN)},
        "commands": _command(root),
    }
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


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
    inner = {} if not hasattr(command, "list_commands") else dict(_inner(command))
    own: dict[str, list[dict[str, Any]]] = {"option": [], "argument": []}
    for each in command.params:
        is_option = each.param_type_name == "option"
        flag = is_option and bool(each.is_flag)
        own[each.param_type_name].append(
            {
                "name": each.name,
                "names": [*each.opts, *each.secondary_opts] if is_option else [each.metavar],
                "help": each.help or "",
                "flag": flag,
                "many": each.multiple if is_option else each.nargs != 1,
                "choices": [] if flag else choices.get(each.name, []),
            }
        )
    asked = {"name": "help", "names": ["--help"], "help": "Show this message and exit."}
    own["option"].append({**asked, "flag": True, "many": False, "choices": []})
    return {
        "help": command.get_short_help_str(),
        # The first paragraph, of which completion shows no more than the beginning.
        "summary": " ".join(inspect.cleandoc(command.help or "").split("\n\n")[0].split()),
        "options": own["option"],
        "arguments": own["argument"],
        "commands": inner,
    }


def _inner(group: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    for name in group.list_commands(None):
        yield name, _command(group.get_command(None, name))


def _choices(command: Any) -> dict[str, list[str]]:
    """The values of those parameters that have a few, by name."""
    if command.callback is None:
        return {}
    found = {}
    for name, hint in get_type_hints(inspect.unwrap(command.callback)).items():
        for kind in (hint, *get_args(hint)):
            if isinstance(kind, type) and issubclass(kind, Enum):
                found[name] = [str(each.value) for each in kind]
    return found


if __name__ == "__main__":
    if "--write" in sys.argv:
        TABLE.write_text(table(), encoding="utf-8")
    elif TABLE.read_text(encoding="utf-8") != table():
        print(f"{TABLE} is out of date: python -m devtools.completion --write")
        sys.exit(1)
