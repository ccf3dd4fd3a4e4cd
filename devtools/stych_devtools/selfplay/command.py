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
"""The only program that is built in."""


def selfplay(
    game: Annotated[str, typer.Argument(help="the game's id, such as fox", metavar="GAME")],
    bot: Annotated[
        str, typer.Option(help="the program in all seats: random is the one that is built in")
    ] = RANDOM,
    games: Annotated[int, typer.Option(min=1, help="how many games")] = 1000,
    option: Annotated[
        list[str] | None, typer.Option(help="an option of the game: --option target=35")
    ] = None,
    seed: Annotated[str, typer.Option(help="another seed, other games")] = "selfplay",
    as_object: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Let one program play all seats in this process, and show what the games come to.

    Points, decisions, and the figures that the game's page gives, each with its standard error
    and the number N that it is a mean of. Ctrl-C shows what was reached.
    """
    if bot != RANDOM:
        raise UserError(f"the program that is built in is {RANDOM}; received {bot!r}")
    played = SelfPlay(_game(game, parse_options(option or [])), checked_seed(seed))
    done = _play(played, games)
    if played.games:
        if as_object:
            sys.stdout.write(as_json(played, bot) + "\n")
        else:
            out.print(as_rich(played, bot))
    if not done:
        say(err, f"Stopped after {played.games} of {games} games.")
        raise typer.Exit(130)


def _game(game: str, options: Mapping[str, Any]) -> AnyGame:
    try:
        return make_game(game, options)
    except (UnknownGameError, OptionsError) as error:
        raise UserError(str(error)) from None


def checked_seed(seed: str) -> str:
    """The seed itself. Raises UserError when it cannot be printed, or no deal can be derived."""
    if "\0" in seed or not seed.isprintable():
        raise UserError(f"a seed is text that can be printed; received {seed!r}")
    return seed


def _play(played: SelfPlay, games: int) -> bool:
    """Play `games` games; False if Ctrl-C ended it before."""
    numbers = track(
        range(games), played.game.id, console=err, transient=True, disable=not err.is_terminal
    )
    with interruptible() as interrupted:
        for _ in numbers:
            if interrupted:
                return False
            played.play()
    return True
