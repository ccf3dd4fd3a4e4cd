"""The command `stych league`: the table of a season of several tournaments."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from tournaments.commands.changed_data import warn_of_changes
from tournaments.commands.console import data_folder, out
from tournaments.config import league_file
from tournaments.present.league import as_json
from tournaments.present.terminal.league import show_season
from tournaments.run.season import season
from tournaments.storage.store import Store


def league(
    file: Annotated[Path, typer.Argument(help="a league file (TOML)", metavar="LEAGUE")],
    as_object: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Show the table of a season: several tournaments of the data folder, as a league file says.

    The file says which tournaments count, how they make one order, and what a bot needs to be
    ranked; `stych docs history` describes it. Exit code 1 when stored data was changed.
    """
    definition = league_file.read(file)
    # Only the tournaments of the file are checked: a change in another one does not matter here.
    names = [each.name for each in definition.tournaments]
    with Store(data_folder()) as store, warn_of_changes(store, names):
        table = season(store, definition)
        if as_object:
            sys.stdout.write(json.dumps(as_json(table), indent=2, ensure_ascii=False) + "\n")
            return
        for part in show_season(table):
            out.print(part)
