"""The command `stych check`: whether a bot does all that a referee may ask of it."""

import asyncio
import os
import signal
import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from referee.errors import UserError
from referee.games.registry import GAMES
from referee.rpc.confining import Confining
from referee.rpc.manifest import MANIFEST
from referee.sandbox.probe import Mode
from referee.serving_agents import check_no_link
from referee.testing.bot import STEPS, CheckReport, Settings, Watcher, check_bot, chosen
from referee.text import quoted
from tournaments.commands.console import err, out, say
from tournaments.commands.isolation import IsolationOption, Verbose, isolation_finder
from tournaments.config.entrants import manifest
from tournaments.present.terminal.building import watching as show_build
from tournaments.present.terminal.check import summary, watch
from tournaments.resources.scaffold import all_sources

_HINT = (
    "All this was under the isolation above (docs/security.md); with --isolation off the bot runs"
    " as you, which tells whether the isolation is why."
)


def check(
    bot: Annotated[Path, typer.Argument(help="the folder of a bot", metavar="BOT")],
    game: Annotated[
        list[str] | None,
        typer.Option(help="only this game of those that it plays; may be repeated"),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(help="only this step, and those that it needs; may be repeated"),
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="play fewer games")] = False,
    limit: Annotated[
        float, typer.Option(min=1, help="seconds for all steps, builds not counted")
    ] = 1800,
    as_json: Annotated[bool, typer.Option("--json", help="print one JSON object")] = False,
    mode: IsolationOption = Mode.AUTO,
    verbose: Verbose = False,
) -> None:
    """Check that a bot does all that a referee may ask of it.

    It is built and started as for a tournament, and taken through about sixty steps: handshake,
    batches of decisions, whole matches of every game it claims, time pressure, matches that end in
    the middle, lost connections, memory. A step that fails says what to do. Exit code 0 when no
    step failed, 1 when one did, 130 when you stopped it.

    All this happens in the sandbox of a tournament, where the machine has one: what the bot may
    not do there it may not do here.
    """
    steps = _steps(only or [])
    check_no_link(bot)
    _check_bot_and_games(bot, game or [])
    if not as_json:
        say(out, f"{bot}: {steps} steps, {limit:g} s at most, builds aside.")
    level = isolation_finder(mode, console=None if as_json else out, verbose=verbose)()
    settings = Settings(
        games=tuple(game or ()),
        only=tuple(only or ()),
        quick=quick,
        limit_s=limit,
        confining=Confining(level) if level else None,
        templates=all_sources(),
    )
    if as_json:
        report = _run(bot, replace(settings, watch=show_build(err)), None)
        sys.stdout.write(report.to_json() + "\n")
    else:
        with watch(out, steps) as watching:
            report = _run(bot, replace(settings, watch=watching.building), watching)
        say(out, summary(report))
        if not report.passed and settings.confining:
            say(out, _HINT)
    if not report.passed:
        raise typer.Exit(1)


def _steps(only: list[str]) -> int:
    """The number of steps to be taken. Raises UserError for a step that does not exist."""
    step_names = {step.name for step in STEPS}
    if wrong := [name for name in only if name not in step_names]:
        names = ", ".join(step.name for step in STEPS)
        raise UserError(f"the steps are {names}; received {quoted(wrong[0])}")
    return len(chosen(only))


def _check_bot_and_games(bot: Path, games: list[str]) -> None:
    """Raise UserError for a folder without a bot.toml, and for games that the bot does not play.

    Without `games` a wrong bot.toml is left to the steps, which report it as a fault of the bot.
    """
    # `manifest` then raises. Path.is_file would raise OSError for a name that is too long.
    if not os.path.isfile(bot / MANIFEST):  # noqa: PTH113
        manifest(bot)
    if not games:
        return
    claimed = manifest(bot).games
    for game in games:
        if game not in GAMES:
            raise UserError(f"the games are {', '.join(sorted(GAMES))}; received {quoted(game)}")
        if game not in claimed:
            played = ", ".join(claimed)
            raise UserError(f"{bot} does not play {game}; the games in its {MANIFEST}: {played}")


def _run(bot: Path, settings: Settings, watcher: Watcher | None) -> CheckReport:
    """Take the steps. Ctrl-C and SIGTERM end the bot, and the command with exit code 130.

    `watcher` is told of each step; None for nobody.
    """
    folder = bot.resolve()

    async def run() -> CheckReport:
        task = asyncio.current_task()
        # SIGTERM ends the bot as Ctrl-C does; otherwise its processes would be left running.
        if task:
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
        return await check_bot(folder, settings, watcher)

    try:
        return asyncio.run(run())
    except (KeyboardInterrupt, asyncio.CancelledError):
        say(err, "stych: stopped; nothing of the bot is left running")
        raise typer.Exit(130) from None
