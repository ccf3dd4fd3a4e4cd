"""The command `stych dial`: a program that reads lines plays at a referee of another machine."""

import os
import sys
from typing import Annotated

import typer

from referee.errors import UserError
from referee.games.registry import named_game
from referee.rpc.lines import DIALLED, NEVER_TALKS, bridge

_NEEDED = ("STYCH_ADDRESS", "STYCH_TOKEN")
"""The environment variables without which the bridge cannot dial."""


def dial(
    command: Annotated[
        list[str], typer.Argument(help="the program and its arguments", metavar="-- COMMAND...")
    ],
    games: Annotated[
        str, typer.Option(help="the games of the program, with commas between", metavar="GAMES")
    ],
    name: Annotated[
        str | None, typer.Option(help="the bot's name; by default the value of STYCH_BOT_NAME")
    ] = None,
    bot_version: Annotated[
        str | None, typer.Option(help="its version; by default the value of STYCH_BOT_VERSION")
    ] = None,
    never_talks: Annotated[
        bool, typer.Option(NEVER_TALKS, help="never ask the program what to say in The Game")
    ] = False,
) -> None:
    """Let a program that reads lines of JSON play at a referee of another machine.

    The program reads a line for each decision and writes one, as `stych docs lines` says. The
    environment variables of any bot say where to dial, with which token, over TLS or not, and for
    how long to dial again; `stych token` prints those that are needed.
    """
    game_ids = [named_game(each).id for each in games.split(",")]
    if missing := [each for each in _NEEDED if not os.environ.get(each)]:
        raise UserError(
            f"{' and '.join(missing)} must be set, as `stych token` prints them on the host's side"
        )
    variables = {"STYCH_BOT_NAME": name, "STYCH_BOT_VERSION": bot_version}
    given = {key: value for key, value in variables.items() if value is not None}
    environment = {**os.environ, **given}
    options = (DIALLED, NEVER_TALKS) if never_talks else (DIALLED,)
    line = bridge(sys.executable, game_ids, command, options)
    sys.stdout.flush()
    # The bridge takes the place of this process, so it gets all signals, and its exit code counts.
    os.execve(sys.executable, line, environment)  # noqa: S606  its own command
