"""The command `stych submit`: a bot is stored in the data folder."""

import json
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from referee.errors import UserError
from referee.sandbox.isolation import Isolation
from referee.sandbox.probe import Mode
from referee.sandbox.promise import promise
from referee.serving_agents import check_no_link
from tournaments.commands.console import data_folder, err, out, say
from tournaments.commands.isolation import IsolationOption, Verbose, isolation_finder
from tournaments.present.terminal.building import telling, watching
from tournaments.present.terminal.check import CheckProgress
from tournaments.storage.store import Store
from tournaments.submissions.registry import BotRegistry
from tournaments.submissions.submitting import check_bot_path
from tournaments.submissions.submitting import submit as store_bot


def submit(
    bot: Annotated[
        Path,
        typer.Argument(
            help="the bot's folder, or a .zip, .tar, .tar.gz or .tgz of it", metavar="BOT"
        ),
    ],
    steps: Annotated[
        bool, typer.Option("--steps", help="print every line of the build and every step")
    ] = False,
    author: Annotated[
        str | None,
        typer.Option(help="the author: names of others' bots are refused, and a sandbox is needed"),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
    mode: IsolationOption = Mode.AUTO,
    verbose: Verbose = False,
) -> None:
    """Build a bot, check it, and store it as a version that tournaments can name.

    It is copied and built in a folder of its own, and taken through the steps of
    `stych check --quick`, all in a sandbox where the machine has one. What is stored never changes:
    new contents are a new version of its name. All of the bot is stored, or nothing.
    """
    # Before the store is opened, which makes a data folder: a wrong path should not lead to one.
    check_bot_path(bot)
    # An archive needs no check: that of an agent is a private copy, which the server has made.
    if bot.is_dir():
        check_no_link(bot)
    with Store(data_folder()) as store, _stopped_in_words():
        # Everything but the result goes to standard error.
        isolate = isolation_finder(mode, console=err, verbose=verbose)
        version, new = store_bot(
            bot,
            BotRegistry(store, author),
            lambda text: say(err, text),
            isolate=isolate if author is None else partial(_confining_level, isolate),
            watch=telling(err) if steps else watching(err),
            steps=CheckProgress(err) if steps else None,
        )
    # The result is the only output, so that a program can read it.
    if as_json:
        values = {"version": str(version), "new": new, "games": [*version.manifest.games]}
        sys.stdout.write(json.dumps({**values, "digest": version.digest}) + "\n")
        return
    if not new:
        withdrawn = ", withdrawn" if version.withdrawn else ""
        say(out, f"{bot} is there already as {version}{withdrawn}; nothing was changed.")
        return
    say(out, f"Stored as {version}: {', '.join(version.manifest.games)}; {version.digest}")
    say(out, f'In a tournament file: bot = "{version}"')


def _confining_level(isolate: Callable[[], Isolation | None]) -> Isolation:
    """The isolation level for a bot that somebody else wrote.

    Raises UserError when the level does not confine bots.
    """
    level = isolate()
    if level is None or not level.confines:
        raise UserError(f"what others submit is built only in a sandbox, and here {promise(level)}")
    return level


@contextmanager
def _stopped_in_words() -> Iterator[None]:
    """Let Ctrl-C and SIGTERM end the block by KeyboardInterrupt, and the command with code 130."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    except KeyboardInterrupt:
        say(err, "stych: stopped; nothing was stored")
        raise typer.Exit(130) from None
    finally:
        signal.signal(signal.SIGTERM, before)
