"""The command `stych versus`: two bots against each other, block by block."""

import json
import sys
from pathlib import Path
from typing import Annotated, Final

import typer

from referee.errors import UserError
from tournaments.commands.changed_data import warn_of_changes
from tournaments.commands.console import data_folder, out
from tournaments.commands.history import PLAYED_BOT_HELP
from tournaments.config import competition
from tournaments.present.meeting import shown_meetings
from tournaments.present.terminal.versus import show_meetings
from tournaments.present.versus import as_json
from tournaments.run.known_bots import KnownBot, find_bots
from tournaments.run.pools import StoredPlay, stored_play
from tournaments.storage.store import Store

_SHOWN: Final = 20
"""The default of --limit. It is low, as matches of each block that is shown are replayed."""


def versus(
    bot: Annotated[str, typer.Argument(help=PLAYED_BOT_HELP, metavar="BOT")],
    opponent: Annotated[
        str, typer.Argument(help="the bot that it met, named likewise", metavar="OTHER")
    ],
    within: Annotated[
        str, typer.Option("--in", help="only in this tournament", metavar="FILE")
    ] = "",
    limit: Annotated[
        int, typer.Option(min=0, help="the most blocks to show of each pool; 0: all")
    ] = _SHOWN,
    as_object: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Show how two bots did against each other: blocks side by side, and the total.

    Tournaments with the same game, options and rules are one pool. Each pool in which they met is
    shown by itself. Each block is one board in all seatings: the points of both, and the first
    decision at which its matches differ. Boards on which something is still to be played are left
    out.
    """
    with Store(data_folder()) as store:
        names, file = _tournaments(store, within)
        with warn_of_changes(store, names, file):
            play = stored_play(store, names)
            bots = _single(bot, play), _single(opponent, play)
            if bots[0] == bots[1]:
                raise UserError(
                    f"{bot} and {opponent} are one bot, {bots[0].label}: `stych table` shows what"
                    " sets its names apart by chance"
                )
            meetings = shown_meetings(store, play, bots, limit)
            if not meetings:
                labels = " and ".join(each.label for each in bots)
                raise UserError(f"{labels} have not met on a board that is over")
            if as_object:
                sys.stdout.write(
                    json.dumps(as_json(bots, meetings), indent=2, ensure_ascii=False) + "\n"
                )
                return
            for each in meetings:
                for part in show_meetings(bots, each):
                    out.print(part)


def _tournaments(store: Store, within: str) -> tuple[list[str], Path | None]:
    """The names of the tournaments to look at, and the tournament file if `within` names one.

    `within` may be the name of a tournament in the data folder, which goes before a file; ""
    stands for all tournaments. Raises UserError when the file cannot be read or is wrong.
    """
    names = store.tournaments()
    if not within or within in names:
        return [within] if within else names, None
    file = Path(within)
    return list(competition.find(file).tournaments), file


def _single(text: str, play: StoredPlay) -> KnownBot:
    """The bot that the text names. Raises UserError for none, and for several."""
    bots = find_bots(text, play.bots)
    if len(bots) > 1:
        several = ", ".join(each.label for each in bots)
        raise UserError(f"{text!r} is several bots here: {several}; name one of them")
    return bots[0]
