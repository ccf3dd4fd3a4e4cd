"""The command `stych faults`: what went wrong in a tournament, in words."""

import json
import sys
from collections.abc import Iterator
from typing import Annotated

import typer

from referee.errors import UserError
from referee.text import did_you_mean
from tournaments.commands.arguments import PlayedFile
from tournaments.commands.changed_data import warn_of_changes
from tournaments.commands.console import data_folder, out, say
from tournaments.commands.played import find_played
from tournaments.config.competition import CompetitionNames
from tournaments.config.stored import stored
from tournaments.present.terminal.faults import (
    FaultReport,
    as_rich,
    reports_of_faults,
    reports_of_voids,
)
from tournaments.storage.store import Store


def faults(
    file: PlayedFile,
    bot: Annotated[
        str | None, typer.Option(help="only the faults of this entrant", metavar="NAME")
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="show every fault, not only the first of each kind")
    ] = False,
    as_object: Annotated[bool, typer.Option("--json", help="print all as JSON")] = False,
) -> None:
    """Tell what went wrong: whose fault, in which phase, the clocks, the memory, the last words.

    A match that a bot lost by its fault counts. A match in which the referee or its machine failed
    is void: it is played again under the same id. It is shown here too.
    """
    names = find_played(file)
    with Store(data_folder()) as store, warn_of_changes(store, names.tournaments, file):
        _show(store, names, bot, every=every, as_object=as_object)


def _show(
    store: Store, names: CompetitionNames, bot: str | None, *, every: bool, as_object: bool
) -> None:
    # Without this check a misspelt name would look like an entrant without faults.
    entrants = {name for each in names.tournaments for name in stored(store, each).entrants}
    if bot is not None and bot not in entrants:
        hint, listed = did_you_mean(bot, entrants), ", ".join(sorted(entrants))
        raise UserError(f"no entrant is called {bot!r}; there are {listed}{hint}")
    reports = [each for each in _reports(store, names) if bot in (None, each.entrant)]
    if as_object:
        sys.stdout.write(json.dumps([each.as_json() for each in reports]) + "\n")
    elif not reports:
        say(out, "No faults, and no match was void.")
    else:
        for part in as_rich(reports, every=every):
            out.print(part)


def _reports(store: Store, names: CompetitionNames) -> Iterator[FaultReport]:
    for name in names.tournaments:
        yield from reports_of_faults(store.records(name, faulty=True))
        yield from reports_of_voids(store.voids(name))
