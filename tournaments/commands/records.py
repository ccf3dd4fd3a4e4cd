"""The commands `stych replay`, `record show` and `records`: matches shown and written."""

import errno
import sys
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from referee.errors import UserError
from referee.files import RECORD_BYTES, FileError, read_file
from referee.record import Record, RecordError, read_record
from referee.text import one_line
from tournaments.commands.arguments import PlayedFile
from tournaments.commands.console import data_folder, out, write_output
from tournaments.config import competition
from tournaments.config.stored import stored
from tournaments.present.terminal.record import as_json, as_lines
from tournaments.present.terminal.replay import show_replay
from tournaments.storage.store import Store

# An id that is taken for a path: there is no such file, or the name is a folder's.
_NO_FILE = (errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.ENAMETOOLONG)

RecordArgument = Annotated[
    str, typer.Argument(help="a match's id, or its beginning, or a file", metavar="RECORD")
]

record_group = typer.Typer(no_args_is_help=True, help="Matches, spelled out.")


def replay(
    record: RecordArgument,
    seat: Annotated[int | None, typer.Option(help="only what this seat saw (from 0)")] = None,
) -> None:
    """Show a match, trick by trick, as the referee saw it or as one seat did."""
    for part in show_replay(_find_record(record), seat):
        out.print(part)


@record_group.command()
def show(
    records: Annotated[
        list[str], typer.Argument(help="ids of matches, their beginnings, files", metavar="RECORD")
    ],
    as_object: Annotated[bool, typer.Option("--json", help="print JSON, a line each")] = False,
) -> None:
    """Spell matches out: every card dealt, every decision with all that was legal, what came of it.

    All cards and actions are named as the game's page names them. docs/records.md describes the
    JSON, which can be read without knowing how the referee numbers things. For all matches of a
    tournament there is `stych records FILE --spelled`.
    """
    for number, found in enumerate([_find_record(record) for record in records]):
        if as_object:
            sys.stdout.write(as_json(found) + "\n")
        else:
            if number:
                sys.stdout.write("\n")
            sys.stdout.writelines(f"{one_line(text)}\n" for text in as_lines(found))


def records(
    file: PlayedFile,
    to: Annotated[
        Path | None, typer.Option("--out", help="write each record to a file in this folder")
    ] = None,
    measured: Annotated[bool, typer.Option(help="include times and other measurements")] = False,
    spelled: Annotated[
        bool, typer.Option("--spelled", help="spelled out, as `stych record show --json` does it")
    ] = False,
) -> None:
    """Print the records of a tournament, one line of JSON each, or write them to files."""
    if spelled and measured:
        raise UserError("--spelled leaves out all measurements; received --measured beside it")
    tournaments = competition.find(file).tournaments
    with Store(data_folder()) as store:
        # All are looked for before the first line is printed.
        for tournament in tournaments:
            stored(store, tournament)
        for record in chain(*(store.records(tournament) for tournament in tournaments)):
            text = (as_json(record) if spelled else record.to_json(measured=measured)) + "\n"
            if to:
                write_output(to / f"{record.id}.json", text)
            else:
                sys.stdout.write(text)


def _find_record(text: str) -> Record:
    # A file goes first; ids are only hexadecimal digits, so the two are seldom the same.
    try:
        return read_record(read_file(Path(text), RECORD_BYTES))
    except RecordError as error:
        raise UserError(f"{text}: {error}") from None
    except FileError as error:
        raise UserError(f"{text} {error}") from None
    except OSError as error:
        if error.errno not in _NO_FILE:
            raise UserError(f"{text} cannot be read: {error.strerror}") from None
    with Store(data_folder()) as store:
        found = store.find(text)
        if len(found) == 1:
            return store.record(found[0])
    folder = data_folder()
    if found:
        raise UserError(f"several matches in {folder} have ids that begin with {text!r}")
    raise UserError(
        f"no match in {folder} has an id that begins with {text!r}, and there is no such file"
    )
