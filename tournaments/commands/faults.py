"""The command `stych faults`: what went wrong in a tournament, in words."""

import json
import sys
from collections.abc import Iterator
from typing import Annotated

import typer

from referee.errors import UserError
from referee.text import did_you_mean
from tournaments.commands.arguments import PlayedFile
from tournaments.commands.console import data_folder, out, say
from tournaments.commands.kept import told_if_changed
from tournaments.commands.played import find_played
from tournaments.config.competition import CompetitionNames
from tournaments.config.stored import stored
from tournaments.present.terminal.faults import FaultReport, as_rich, of_bots, of_voids
from tournaments.storage.store import Store


def faults(
    file: PlayedFile,
    bot: Annotated[
        str | None, typer.Option(help="only those of this entrant", metavar="NAME")
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="every single one, not the first of each kind")
    ] = False,
    as_object: Annotated[bool, typer.Option("--json", help="print JSON: all of them")] = False,
) -> None:
    """Tell what went wrong: whose fault, in which phase, the clocks, the memory, the last words.

    A match that a bot lost by its fault counts. A match in which the referee or its machine failed
    is void: it was played again under the same id, and stands here as well.
    """
    found = find_played(file)
    with Store(data_folder()) as store, told_if_changed(store, found.tournaments, file):
        _show(store, found, bot, every=every, as_object=as_object)


def _show(
    store: Store, found: CompetitionNames, bot: str | None, *, every: bool, as_object: bool
) -> None:
    # A name that is misspelt would look like an entrant without faults.
    known = {name for each in found.tournaments for name in stored(store, each).entrants}
    if bot is not None and bot not in known:
        meant, names = did_you_mean(bot, known), ", ".join(sorted(known))
        raise UserError(f"no entrant is called {bot!r}; there are {names}{meant}")
    told = [each for each in _told(store, found) if bot in (None, each.entrant)]
    if as_object:
        sys.stdout.write(json.dumps([each.as_json() for each in told]) + "\n")
    elif not told:
        say(out, "No faults, and no match was void.")
    else:
        for part in as_rich(told, every=every):
            out.print(part)


def _told(store: Store, found: CompetitionNames) -> Iterator[FaultReport]:
    for each in found.tournaments:
        yield from of_bots(store.records(each, faulty=True))
        yield from of_voids(store.voids(each))
