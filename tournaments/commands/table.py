"""The command `stych table`, and the printing of tables for other commands."""

import sys
from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Annotated

import typer

from referee.errors import UserError
from referee.serving_agents import for_agents
from tournaments.commands.arguments import PlayedFile
from tournaments.commands.changed_data import warn_of_changes
from tournaments.commands.console import data_folder, out, say, tell
from tournaments.commands.played import find_played, tell_other_rules
from tournaments.config.competition import CompetitionNames
from tournaments.config.stored import stored
from tournaments.formats.duel import DUEL
from tournaments.present.duel import verdict
from tournaments.present.sheet import Sheet
from tournaments.present.terminal.duel import EvidenceBar, evidence_of
from tournaments.present.terminal.overall import as_rich_overall, tables_as_text
from tournaments.present.terminal.table import as_rich
from tournaments.ratings.model_usage import usage
from tournaments.ratings.overall import OverallLine, overall
from tournaments.ratings.timing import decision_times, times
from tournaments.run.stand import stand
from tournaments.storage.store import Store


class TableFormat(StrEnum):
    """The formats in which a table can be printed."""

    RICH = "rich"
    JSON = "json"
    CSV = "csv"
    MD = "md"


def table(
    file: PlayedFile,
    form: Annotated[
        TableFormat, typer.Option("--format", help="how to print it")
    ] = TableFormat.RICH,
    full: Annotated[
        bool, typer.Option("--full", help="show all columns, matrices and times of thinking")
    ] = False,
    measured: Annotated[
        bool, typer.Option("--measured", help="with JSON: include times, which differ between runs")
    ] = False,
) -> None:
    """Show the table of what was played so far.

    Exit code 1, and a sentence, when stored data is not what the journal says was saved.
    """
    if measured and form is not TableFormat.JSON:
        raise UserError(f"--measured belongs to --format json; received --format {form}")
    if full and form is not TableFormat.RICH:
        raise UserError(f"--full is for the terminal; received --format {form}")
    names = find_played(file)
    with Store(data_folder()) as store, warn_of_changes(store, names.tournaments, file):
        tell_other_rules(store, names.tournaments)
        if form is TableFormat.RICH:
            print_tables(store, names, full=full)
        else:
            sheets = _sheets(store, names, timed=measured)
            sys.stdout.write(
                tables_as_text(sheets, _overall(sheets), form, measured=measured) + "\n"
            )


def print_tables(
    store: Store, names: CompetitionNames, *, full: bool = False, begun_only: bool = False
) -> list[str]:
    """Print the tables of a competition as they stand, and the overall table if it has divisions.

    `full` is as the option --full. With `begun_only` divisions that were not begun are left out;
    without it NothingPlayedError is raised for them. Returns the names of the entrants that were
    withdrawn for their faults, sorted.
    """
    begun = {
        key: name
        for key, name in names.divisions.items()
        if not begun_only or store.definition(name)
    }
    if not begun:
        return []
    sheets = _sheets(store, replace(names, divisions=begun), timed=full)
    for sheet in sheets.values():
        _print(sheet, full=full)
    if "" not in sheets:
        out.print(as_rich_overall(names.name, list(sheets), _overall(sheets)))
    withdrawn = (
        line for sheet in sheets.values() for line in sheet.table.standings if line.withdrawn
    )
    return sorted({line.entrant for line in withdrawn})


def print_heads(store: Store, names: CompetitionNames) -> None:
    """Print the heads of the journals as they are now; a journal without entries has none.

    With a head that somebody has noted, `stych verify --head` can tell later whether any entry up
    to it was changed (docs/records.md).
    """
    for name in names.tournaments:
        if head := store.head(name):
            which = f" of {name}" if len(names.tournaments) > 1 else ""
            say(out, f"Head of the journal{which}:", head.link)


def print_table(store: Store, name: str) -> None:
    """Print the table of a tournament as it stands."""
    _print(_sheet(store, name, timed=False), full=False)


def _overall(sheets: Mapping[str, Sheet]) -> list[OverallLine]:
    """The overall table of the divisions; empty where there are none."""
    tables = {name: sheet.table for name, sheet in sheets.items()}
    return [] if "" in sheets else overall(tables)


def _sheets(store: Store, names: CompetitionNames, *, timed: bool) -> dict[str, Sheet]:
    """The sheets of all divisions, by their names."""
    return {key: _sheet(store, name, timed=timed) for key, name in names.divisions.items()}


def _sheet(store: Store, name: str, *, timed: bool) -> Sheet:
    """The table of the tournament and what is shown with it; with times of thinking if `timed`."""
    definition = stored(store, name)
    standing = stand(store, definition)
    faulty = list(store.records(name, faulty=True))
    if for_agents():
        # Imported here, as only tables for agents need it.
        from tournaments.run.open_boards import OpenBoards

        # The evidence of a fault, such as the bot's output, may name cards of an open board.
        boards = OpenBoards(store)
        faulty = [each for each in faulty if not boards.is_open(each)]
    # Only if wanted, since all records have to be unpacked for the times.
    thinking_times = times(decision_times(store.records(name))) if timed else {}
    model_usage = usage(store.records(name)) if definition.models else {}
    return Sheet.of(definition, standing, faulty, thinking_times, model_usage)


def _print(sheet: Sheet, *, full: bool) -> None:
    definition = sheet.definition
    out.print(as_rich(sheet, full=full))
    if definition.format is DUEL:
        for sentence in verdict(definition, sheet.counted):
            tell(out, sentence)
        if evidence := evidence_of(sheet):
            out.print(EvidenceBar(evidence))
