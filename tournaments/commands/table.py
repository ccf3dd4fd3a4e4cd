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
from tournaments.commands.console import data_folder, out, say, tell
from tournaments.commands.kept import told_if_changed
from tournaments.commands.played import find_played, tell_other_rules
from tournaments.config.competition import CompetitionNames
from tournaments.config.stored import stored
from tournaments.formats.duel import DUEL
from tournaments.present.duel import verdict
from tournaments.present.sheet import Sheet
from tournaments.present.terminal.duel import EvidenceBar, evidence_of
from tournaments.present.terminal.overall import as_rich_overall, as_texts
from tournaments.present.terminal.table import as_rich
from tournaments.ratings.model_usage import usage
from tournaments.ratings.overall import Overall, overall
from tournaments.ratings.timing import thought, times
from tournaments.run.stand import stand
from tournaments.storage.store import Store


class TableFormat(StrEnum):
    """The ways in which a table can be printed."""

    RICH = "rich"
    JSON = "json"
    CSV = "csv"
    MD = "md"


def table(
    file: PlayedFile,
    form: Annotated[
        TableFormat, typer.Option("--format", help="how to print it")
    ] = TableFormat.RICH,
    full: Annotated[bool, typer.Option("--full", help="all there is to know")] = False,
    measured: Annotated[
        bool, typer.Option("--measured", help="in JSON: what differs from run to run as well")
    ] = False,
) -> None:
    """Show the table of what was played so far.

    Exit code 1, and a sentence, when what is kept is not what the journal says was saved.
    """
    if measured and form is not TableFormat.JSON:
        raise UserError(f"--measured belongs to --format json; received --format {form}")
    if full and form is not TableFormat.RICH:
        raise UserError(f"--full is for the terminal; received --format {form}")
    found = find_played(file)
    with Store(data_folder()) as store, told_if_changed(store, found.tournaments, file):
        tell_other_rules(store, found.tournaments)
        if form is TableFormat.RICH:
            print_tables(store, found, full=full)
        else:
            sheets = _sheets(store, found, timed=measured)
            sys.stdout.write(as_texts(sheets, _overall(sheets), form, measured=measured) + "\n")


def print_tables(
    store: Store, found: CompetitionNames, *, full: bool = False, begun_only: bool = False
) -> list[str]:
    """Print the tables of a competition as they stand, and the overall one if it has divisions.

    If `begun_only`, divisions of which nothing was played have none; else they are an error.
    Returns the names of the entrants that were withdrawn for their faults.
    """
    begun = {
        key: name
        for key, name in found.divisions.items()
        if not begun_only or store.definition(name)
    }
    if not begun:
        return []
    sheets = _sheets(store, replace(found, divisions=begun), timed=full)
    for sheet in sheets.values():
        _print(sheet, full=full)
    if "" not in sheets:
        out.print(as_rich_overall(found.name, list(sheets), _overall(sheets)))
    lost = (line for sheet in sheets.values() for line in sheet.table.standings if line.withdrawn)
    return sorted({line.entrant for line in lost})


def print_heads(store: Store, found: CompetitionNames) -> None:
    """Print the heads of the journals as they stand.

    Who keeps them elsewhere can tell later whether anything was changed (docs/records.md).
    """
    for name in found.tournaments:
        if head := store.head(name):
            of = f" of {name}" * (len(found.tournaments) > 1)
            say(out, f"Head of the journal{of}:", head.link)


def print_table(store: Store, name: str) -> None:
    """Print the table of a tournament as it stands."""
    _print(_sheet(store, name, timed=False), full=False)


def _overall(sheets: Mapping[str, Sheet]) -> list[Overall]:
    """The overall table of the divisions; empty where there are none."""
    tables = {name: sheet.table for name, sheet in sheets.items()}
    return [] if "" in sheets else overall(tables)


def _sheets(store: Store, found: CompetitionNames, *, timed: bool) -> dict[str, Sheet]:
    """The sheets of all divisions, by their names."""
    return {key: _sheet(store, name, timed=timed) for key, name in found.divisions.items()}


def _sheet(store: Store, name: str, *, timed: bool) -> Sheet:
    definition = stored(store, name)
    now = stand(store, definition)
    faulty = list(store.records(name, faulty=True))
    if for_agents():
        # Few tables are for agents, and all others can do without it.
        from tournaments.run.open_boards import OpenBoards

        # What a bot printed or answered may tell cards of a board that is still played.
        boards = OpenBoards(store)
        faulty = [each for each in faulty if not boards.is_open(each)]
    # Only if wanted, since all records have to be unpacked for it.
    spent = times(thought(store.records(name))) if timed else {}
    used = usage(store.records(name)) if definition.models else {}
    return Sheet.of(definition, now, faulty, spent, used)


def _print(sheet: Sheet, *, full: bool) -> None:
    definition = sheet.definition
    out.print(as_rich(sheet, full=full))
    if definition.format is DUEL:
        for sentence in verdict(definition, sheet.counted):
            tell(out, sentence)
        if found := evidence_of(sheet):
            out.print(EvidenceBar(found))
