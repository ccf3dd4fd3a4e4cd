"""The command `stych new`: the folder of a new bot."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from referee.rpc.manifest import read_manifest
from tournaments.commands.console import out, say
from tournaments.scaffolds.scaffold import scaffold


def new(
    language: Annotated[
        str,
        typer.Argument(help="cpp, go, java, python, rust or typescript", metavar="LANGUAGE"),
    ],
    folder: Annotated[
        Path, typer.Argument(help="the folder to make, or an empty one", metavar="DIRECTORY")
    ],
    name: Annotated[str, typer.Option(help="the bot's name; else the folder's")] = "",
) -> None:
    """Make a folder with a bot that can be built and played at once.

    It has the bot in one source file, its bot.toml, the SDK of the language, the protocol's
    definition, and a README with the next steps.
    """
    called = scaffold(language, folder, name)
    game, where = read_manifest(folder).games[0], str(folder)
    say(out, f"{folder} has a bot in {language} called {called}. Two next steps:")
    say(out, f"  1. build it and let it play: {shlex.join(['stych', 'play', game, where, where])}")
    say(out, f"  2. make it better, and check it: {shlex.join(['stych', 'check', where])}")
