"""The command `stych history`: a bot's versions in all tournaments of the data folder."""

import json
import sys
from typing import Annotated

import typer
from rich.text import Text

from tournaments.commands.changed_data import warn_of_changes
from tournaments.commands.console import data_folder, out, say, tell
from tournaments.present.history import as_json
from tournaments.present.terminal.history import LEGEND, show_history
from tournaments.run.bot_history import histories
from tournaments.run.known_bots import find_bots
from tournaments.run.pools import stored_play
from tournaments.storage.store import Store

PLAYED_BOT_HELP = "a name for all its versions; or NAME@N, a folder, or the beginning of a digest"
"""The help of an argument that names bots that have played."""


def history(
    bot: Annotated[str, typer.Argument(help=PLAYED_BOT_HELP, metavar="BOT")],
    seats: Annotated[bool, typer.Option("--seats", help="show shares by seat too")] = False,
    as_object: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Show what all versions of a bot did in all tournaments of the data folder.

    For each game and its options they are rated over all tournaments together, so that they are on
    one scale as far as they have met the same bots. Exit code 1 when stored data was changed.
    """
    with Store(data_folder()) as store:
        names = store.tournaments()
        with warn_of_changes(store, names):
            play = stored_play(store, names)
            versions = find_bots(bot, play.bots)
            shown = histories(play, versions)
            if as_object:
                values = as_json(versions, shown, play.left_out, seats=seats)
                sys.stdout.write(json.dumps(values, indent=2, ensure_ascii=False) + "\n")
                return
            for sentence in play.left_out:
                say(out, f"{sentence}.")
            for each in shown:
                for part in show_history(each, seats=seats):
                    out.print(part)
                out.print(Text())
            tell(out, LEGEND)
