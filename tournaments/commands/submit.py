"""The command `stych submit`: a bot is stored in the data folder."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from referee.sandbox.probe import Mode
from referee.serving_agents import check_unmoved
from tournaments.commands.console import data_folder, err, out, say
from tournaments.commands.isolation import Isolate, Verbose, isolating
from tournaments.present.terminal.building import watching
from tournaments.storage.store import Store
from tournaments.submissions.registry import BotRegistry
from tournaments.submissions.submitting import check_is_bot
from tournaments.submissions.submitting import submit as store_bot


def submit(
    bot: Annotated[
        Path,
        typer.Argument(
            help="the bot's folder, or a .zip, .tar, .tar.gz or .tgz of it", metavar="BOT"
        ),
    ],
    isolation: Isolate = Mode.AUTO,
    verbose: Verbose = False,
) -> None:
    """Build a bot, check it, and store it as a version that tournaments can name.

    It is copied and built in a folder of its own, and taken through the steps of `stych check`,
    all in a sandbox where the machine has one.
    What is stored never changes: new contents are a new version of its name. All of it
    is stored or nothing.
    """
    # Before a data folder is made, of which nothing would be needed.
    check_is_bot(bot)
    # An archive is a copy of ours already.
    if bot.is_dir():
        check_unmoved(bot)
    with Store(data_folder()) as store, _stopped_in_words():
        # On standard error, as all that is not the result.
        isolate = isolating(isolation, console=err, verbose=verbose)
        version, new = store_bot(
            bot,
            BotRegistry(store),
            lambda text: say(err, text),
            isolate=isolate,
            watch=watching(err),
        )
    if not new:
        withdrawn = ", withdrawn" * bool(version.withdrawn)
        say(out, f"{bot} is there already as {version}{withdrawn}; nothing was changed.")
        return
    say(out, f"Stored as {version}: {', '.join(version.manifest.games)}; {version.digest}")
    say(out, f'In a tournament file: bot = "{version}"')


@contextmanager
def _stopped_in_words() -> Iterator[None]:
    """Let Ctrl-C and SIGTERM end what was begun, remove what is left of it, and say so."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    except KeyboardInterrupt:
        say(err, "stych: stopped; nothing was stored")
        raise typer.Exit(130) from None
    finally:
        signal.signal(signal.SIGTERM, before)
