"""The command `stych new`: the folder of a new bot, or a new tournament file."""

import shlex
from collections.abc import Sequence
from contextlib import suppress
from itertools import cycle, islice
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.prompt import Prompt

from referee.errors import UserError
from referee.games.registry import GAMES
from referee.rpc.manifest import read_manifest
from referee.serving_agents import check_no_link
from referee.text import did_you_mean
from tournaments.commands.console import again, out, say, write_output
from tournaments.config.new_file import new_file, usual_bots, usual_formats
from tournaments.resources.samples import samples
from tournaments.resources.scaffold import ANY, languages, line_languages, scaffold

_TOURNAMENT: Final = "tournament"
_BOARDS: Final = 10
"""The boards of a new tournament, unless others are named."""
_OPPONENTS: Final = ("sample/thumb", "sample/random")
"""The sample bots in the proposed first series of a new bot."""


def new(
    what: Annotated[
        str,
        typer.Argument(
            help="a bot in cpp, go, java, python, rust or typescript; one that reads lines, in lua,"
            " perl, php, ruby or sh; or: tournament",
            metavar="LANGUAGE|tournament",
        ),
    ],
    path: Annotated[
        Path,
        typer.Argument(help="a new or empty folder for the bot; the new file", metavar="PATH"),
    ],
    name: Annotated[str, typer.Option(help="the bot's name; by default the folder's")] = "",
    game: Annotated[
        str | None,
        typer.Option(
            help="the game of the bot, or any for a bot that plays all; the game of the tournament"
        ),
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            help="a bot of the tournament: a folder, NAME@N, or sample/NAME; may be repeated"
        ),
    ] = None,
    form: Annotated[
        str | None, typer.Option("--format", help="the format of the tournament: who meets whom")
    ] = None,
    boards: Annotated[
        int | None, typer.Option(min=1, help="how many boards the tournament has")
    ] = None,
) -> None:
    """Make a folder with a bot that can be built and played at once, or a tournament file.

    The folder has a source file with a policy for each game, bot.toml, the SDK of the language, the
    protocol's definition, and a README with the next steps. A bot that reads lines is a few lines
    of a script for one game: fox, if none is named.

    The tournament file has every key, explained. At a terminal you are asked for what no option
    says; elsewhere it gets a usual value.
    """
    if what != _TOURNAMENT:
        if bot or form or boards:
            raise UserError(
                f"--bot, --format and --boards are for: stych new {_TOURNAMENT} FILE;"
                f" received them for {what}"
            )
        _new_bot(what, path, name, game or ANY)
        return
    if name:
        raise UserError(f"a tournament has its file's name; received --name {name}")
    _new_tournament(path, game, bot, form, boards)


def _new_bot(language: str, folder: Path, name: str, game: str) -> None:
    if language not in (*languages(), *line_languages()):
        choices = [*languages(), *line_languages(), _TOURNAMENT]
        received = f"{language!r}{did_you_mean(language, choices)}"
        raise UserError(f"what can be made: {', '.join(choices)}; received {received}")
    check_no_link(folder)
    bot_name = scaffold(language, folder, name, game)
    first_game, where = read_manifest(folder).games[0], str(folder)
    say(out, f"{folder} has a bot in {language} called {bot_name}. Two next steps:")
    play = shlex.join(["stych", "play", first_game, where, *_opponents(first_game, where)])
    build = "build it and " if read_manifest(folder).build else ""
    say(out, f"  1. {build}let it play: {play}")
    say(out, f"  2. make it better, and check it: {shlex.join(['stych', 'check', where])}")


def _opponents(game: str, bot: str) -> list[str]:
    """Bots for all other seats, or more: sample bots; `bot` itself if none plays the game."""
    opponents: list[str] = [each for each in _OPPONENTS if each in samples(game)] or [bot]
    seats = GAMES[game](GAMES[game].options_type()).seats
    return list(islice(cycle(opponents), max(len(opponents), seats - 1)))


def _new_tournament(
    path: Path, game: str | None, bots: Sequence[str] | None, form: str | None, boards: int | None
) -> None:
    # When the system refuses to tell whether the path exists, writing fails too and says why.
    with suppress(OSError):
        if path.exists():
            raise UserError(f"{path} is there already; a new tournament needs a file of its own")
    game = game or _ask("the game", "fox", [*GAMES])
    usual = usual_bots(game)
    bots = bots or _ask("its bots: folders, NAME@N, sample/NAME", " ".join(usual)).split()
    formats = usual_formats(game)
    form = form or _ask("who meets whom", formats[0], formats)
    boards = boards or _number(_ask("boards", str(_BOARDS)))
    write_output(path, new_file(path, game, bots, form, boards))
    say(out, f"{path} has a tournament, and explains every key. To play it: {again('run', path)}")


def _ask(what: str, usual: str, choices: list[str] | None = None) -> str:
    """The answer of the user at the terminal; `usual` when there is no terminal."""
    if not (out.is_terminal and typer.get_text_stream("stdin").isatty()):
        return usual
    return Prompt.ask(what, console=out, choices=choices, default=usual)


def _number(text: str) -> int:
    """The number of boards, from 1 to 999,999,999. Raises UserError for any other text."""
    if not text.isdecimal() or not 1 <= len(text) <= 9 or not int(text):
        raise UserError(f"the number of boards is a whole number from 1; received {text!r}")
    return int(text)
