"""Showing and writing records of matches."""

import errno
import sys
from pathlib import Path
from typing import Annotated

import typer

from referee.record import Record, RecordError, read_record
from tournaments import model
from tournaments.commands.console import data_folder, out
from tournaments.commands.play import File
from tournaments.errors import UserError
from tournaments.organiser import stored
from tournaments.show.replay import show_replay
from tournaments.store import Store

_NO_FILE = (errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.ENAMETOOLONG)

Which = Annotated[
    str, typer.Argument(help="a match's id, or its beginning, or a file", metavar="RECORD")
]


def replay(
    record: Which,
    seat: Annotated[int | None, typer.Option(help="only what this seat saw (from 0)")] = None,
) -> None:
    """Show a match, trick by trick, as the referee saw it or as one seat did."""
    for part in show_replay(_find_record(record), seat):
        out.print(part)


def records(
    file: File,
    to: Annotated[
        Path | None, typer.Option("--out", help="write each record to a file in this folder")
    ] = None,
    measured: Annotated[bool, typer.Option(help="with times and other measured things")] = False,
) -> None:
    """Print the records of a tournament, one line of JSON each, or write them to files."""
    tournament = model.read(file)
    with Store(data_folder()) as store:
        stored(store, tournament.name)
        for record in store.records(tournament.name):
            text = record.to_json(measured=measured) + "\n"
            if to:
                write(to / f"{record.id}.json", text)
            else:
                sys.stdout.write(text)


def write(path: Path, text: str) -> None:
    """Write the file, and its folder where there is none. Raises UserError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}") from None


def _find_record(text: str) -> Record:
    try:
        return read_record(Path(text).read_bytes())
    except RecordError as error:
        raise UserError(f"{text}: {error}") from None
    except OSError as error:
        if error.errno not in _NO_FILE:
            raise UserError(f"{text} cannot be read: {error.strerror}") from None
    with Store(data_folder()) as store:
        found = store.find(text)
        if len(found) == 1:
            return store.record(found[0])
    which = "several matches" if found else "no match"
    folder = data_folder()
    raise UserError(f"{which} in {folder} with an id that begins with {text!r}, and no such file")
