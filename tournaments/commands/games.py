"""The command `stych games`: all games, and the options of one."""

from typing import Annotated

import typer

from tournaments.commands.console import out
from tournaments.present.terminal.games import show_game, show_games


def games(
    game: Annotated[
        str | None, typer.Argument(help="a game's id, for its options", metavar="GAME")
    ] = None,
) -> None:
    """List the games, or the options of one."""
    out.print(show_game(game) if game else show_games())
