"""The tables of what was played so far."""

import sys
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from tournaments import competition
from tournaments.commands.console import data_folder, out, say
from tournaments.competition import Competition
from tournaments.errors import UserError
from tournaments.formats.duel import scores
from tournaments.organiser import stand, stored
from tournaments.show.duel import verdict
from tournaments.show.overall import as_rich_overall, as_texts
from tournaments.show.table import Sheet, as_rich
from tournaments.statistics.overall import overall
from tournaments.statistics.timing import thought, times
from tournaments.storage.store import Store


class Format(StrEnum):
    """What a table is printed as."""

    RICH = "rich"
    JSON = "json"
    CSV = "csv"
    MD = "md"


File = Annotated[Path, typer.Argument(help="a tournament file (TOML)", metavar="FILE")]


def table(
    file: File,
    form: Annotated[Format, typer.Option("--format", help="how to print it")] = Format.RICH,
    full: Annotated[bool, typer.Option("--full", help="all there is to know")] = False,
    measured: Annotated[
        bool, typer.Option("--measured", help="in JSON: what differs from run to run as well")
    ] = False,
) -> None:
    """Show the table of what was played so far."""
    if measured and form is not Format.JSON:
        raise UserError(f"--measured belongs to --format json; received --format {form}")
    if full and form is not Format.RICH:
        raise UserError(f"--full is for the terminal; received --format {form}")
    found = competition.read(file)
    with Store(data_folder()) as store:
        if form is Format.RICH:
            print_tables(store, found, full=full)
            return
        sheets = _sheets(store, found, timed=measured)
    lines = overall({name: sheet.table for name, sheet in sheets.items()})
    sys.stdout.write(as_texts(sheets, lines, form, measured=measured) + "\n")


def print_tables(
    store: Store, found: Competition, *, full: bool = False, begun_only: bool = False
) -> None:
    """The tables of a competition as they stand, and the overall one if it has divisions.

    If `begun_only`, divisions of which nothing was played have none; else they are an error.
    """
    begun = {
        name: each
        for name, each in found.divisions.items()
        if not begun_only or store.definition(each.name)
    }
    if not begun:
        return
    sheets = _sheets(store, replace(found, divisions=begun), timed=full)
    for sheet in sheets.values():
        _print(sheet, full=full)
    if "" not in sheets:
        lines = overall({name: sheet.table for name, sheet in sheets.items()})
        out.print(as_rich_overall(found.name, list(sheets), lines))


def print_table(store: Store, name: str, *, begun_only: bool = False) -> None:
    """The table of a tournament as it stands; none, if `begun_only`, of what never began."""
    if begun_only and not store.definition(name):
        return
    _print(_sheet(store, name, timed=False), full=False)


def _sheets(store: Store, found: Competition, *, timed: bool) -> dict[str, Sheet]:
    """By division."""
    return {name: _sheet(store, each.name, timed=timed) for name, each in found.divisions.items()}


def _sheet(store: Store, name: str, *, timed: bool) -> Sheet:
    definition = stored(store, name)
    faulty = list(store.records(name, faulty=True))
    spent = times(thought(store.records(name))) if timed else {}
    return Sheet.of(definition, stand(store, definition), faulty, spent)


def _print(sheet: Sheet, *, full: bool) -> None:
    definition = sheet.definition
    out.print(as_rich(sheet, full=full))
    if definition.values["format"] == "duel":
        for sentence in verdict(definition, scores(sheet.counted, definition.values["hero"])):
            say(out, sentence)
