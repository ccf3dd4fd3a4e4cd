"""The command `stych selfplay`: figures of one program that plays all seats."""

import sys
from collections.abc import Mapping
from typing import Annotated, Any

import typer
from rich.progress import track

from referee.errors import UserError
from referee.games.game import AnyGame
from referee.games.registry import OptionsError, UnknownGameError, make_game
from stych_devtools.selfplay.screen import as_json, as_rich
from stych_devtools.selfplay.series import SelfPlay
from tournaments.commands.console import err, interruptible, out, say
from tournaments.config.quick import parse_options

RANDOM = "random"
"""The only program that can play: a random one, which is built in."""


def selfplay(
    game: Annotated[str, typer.Argument(help="the game's id, such as fox", metavar="GAME")],
    bot: Annotated[
        str, typer.Option(help="the program in all seats; random is the only one so far")
    ] = RANDOM,
    games: Annotated[int, typer.Option(min=1, help="how many games")] = 1000,
    option: Annotated[
        list[str] | None, typer.Option(help="an option of the game: --option target=35")
    ] = None,
    seed: Annotated[
        str, typer.Option(help="the seed of the games: another seed gives other games")
    ] = "selfplay",
    as_object: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Let one program play all seats in this process, and show figures of the games.

    These are points, decisions and further figures of the game, each with its standard error and
    the number N of values of which it is the mean. Ctrl-C shows the figures of the games that
    were played, and leads to exit code 130.
    """
    if bot != RANDOM:
        raise UserError(f"the program that is built in is {RANDOM}; received {bot!r}")
    series = SelfPlay(_game(game, parse_options(option or [])), checked_seed(seed))
    is_complete = _play(series, games)
    if series.games:
        if as_object:
            sys.stdout.write(as_json(series, bot) + "\n")
        else:
            out.print(as_rich(series, bot))
    if not is_complete:
        say(err, f"Stopped after {series.games} of {games} games.")
        raise typer.Exit(130)


def _game(game: str, options: Mapping[str, Any]) -> AnyGame:
    try:
        return make_game(game, options)
    except (UnknownGameError, OptionsError) as error:
        raise UserError(str(error)) from None


def checked_seed(seed: str) -> str:
    """The seed itself. Raises UserError when it has characters that cannot be printed."""
    # That excludes NUL as well, of which no deal could be derived.
    if not seed.isprintable():
        raise UserError(f"a seed is text that can be printed; received {seed!r}")
    return seed


def _play(series: SelfPlay, games: int) -> bool:
    """Play `games` games; returns False if Ctrl-C stopped them early."""
    numbers = track(
        range(games), series.game.id, console=err, transient=True, disable=not err.is_terminal
    )
    with interruptible() as interrupted:
        for _ in numbers:
            if interrupted:
                return False
            series.play()
    return True
