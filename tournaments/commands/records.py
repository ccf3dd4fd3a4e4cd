"""The commands `stych replay`, `record show` and `records`: matches shown and written."""

import sys
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from referee.errors import UserError
from referee.text import one_line
from tournaments.commands.arguments import PlayedFile
from tournaments.commands.bulk import spell, write_tables
from tournaments.commands.console import data_folder, out, write_output
from tournaments.commands.finding import RECORD_HELP, find_record
from tournaments.commands.played import find_played
from tournaments.config.stored import stored
from tournaments.present.spelled.line import spelled_line
from tournaments.present.terminal.record import as_lines
from tournaments.present.terminal.replay import show_replay
from tournaments.storage.store import Store

record_group = typer.Typer(no_args_is_help=True, help="Matches, spelled out.")


def replay(
    record: Annotated[str, typer.Argument(help=RECORD_HELP, metavar="RECORD")],
    seat: Annotated[int | None, typer.Option(help="only what this seat saw (from 0)")] = None,
) -> None:
    """Show a match as the referee saw it or as one seat saw it."""
    for part in show_replay(find_record(record), seat):
        out.print(part)


@record_group.command()
def show(
    records: Annotated[
        list[str],
        typer.Argument(
            help="ids of matches, beginnings of ids, files of records", metavar="RECORD"
        ),
    ],
    as_object: Annotated[
        bool, typer.Option("--json", help="print a line of JSON for each")
    ] = False,
) -> None:
    """Spell matches out: every card dealt, every decision with all that was legal, what came of it.

    All cards and actions are named as the game's page names them. docs/records.md describes the
    JSON, which has names in place of the referee's numbers. For all matches of a tournament there
    is `stych records FILE --spelled`.
    """
    for number, record in enumerate([find_record(text) for text in records]):
        if as_object:
            sys.stdout.write(spelled_line(record) + "\n")
        else:
            if number:
                sys.stdout.write("\n")
            sys.stdout.writelines(f"{one_line(text)}\n" for text in as_lines(record))


def records(
    file: PlayedFile,
    to: Annotated[
        Path | None, typer.Option("--out", help="write each record to a file in this folder")
    ] = None,
    measured: Annotated[bool, typer.Option(help="include times and other measurements")] = False,
    spelled: Annotated[
        bool, typer.Option("--spelled", help="write them as `stych record show --json` does")
    ] = False,
    tables: Annotated[
        Path | None,
        typer.Option(
            "--parquet", help="write tables of matches, decisions, events", metavar="FOLDER"
        ),
    ] = None,
) -> None:
    """Print the records of a tournament, one line of JSON each, or write them to files.

    With --spelled or --parquet, matches are left out as long as something is still to be played on
    their boards.
    """
    _check_options(spelled=spelled, measured=measured, to=to, tables=tables)
    tournaments = find_played(file).tournaments
    with Store(data_folder()) as store:
        # A tournament that was never played ends the command before the first line is printed.
        for tournament in tournaments:
            stored(store, tournament)
        if tables:
            write_tables(store, tournaments, tables)
        elif spelled:
            spell(store, tournaments, to)
        else:
            _write(store, tournaments, to, measured=measured)


def _check_options(*, spelled: bool, measured: bool, to: Path | None, tables: Path | None) -> None:
    """Raise UserError for options that do not go together."""
    if spelled and measured:
        raise UserError("--spelled leaves out all measurements; received --measured beside it")
    given = {"--spelled": spelled, "--measured": measured, "--out": to}
    if tables and (beside := [option for option, value in given.items() if value]):
        raise UserError(f"--parquet writes tables alone; received {beside[0]} beside it")


def _write(store: Store, tournaments: Sequence[str], to: Path | None, *, measured: bool) -> None:
    for record in chain(*(store.records(tournament) for tournament in tournaments)):
        text = record.to_json(measured=measured) + "\n"
        if to:
            write_output(to / f"{record.id}.json", text)
        else:
            sys.stdout.write(text)
