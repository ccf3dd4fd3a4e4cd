"""The commands `stych verify`, `export` and `import`: tournaments checked, and moved whole."""

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from referee.errors import UserError
from referee.files import TOURNAMENT_BYTES, FileError, exists, read_file
from tournaments.commands.arguments import File, PlayedFile
from tournaments.commands.changed_data import check_as_saved
from tournaments.commands.console import again, data_folder, err, interruptible, out, say
from tournaments.commands.played import find_played
from tournaments.config import competition
from tournaments.core.words import how_many
from tournaments.storage.store import Store
from tournaments.transfer.exporting import export_to
from tournaments.transfer.importing import file_in, import_from
from tournaments.verify.tournament import VerificationReport
from tournaments.verify.tournament import verify as verify_tournament

_SHOWN = 20
"""The most problems of a tournament that are printed; of all others only the number is."""

Jobs = Annotated[
    int | None,
    typer.Option(
        min=1,
        max=256,
        help="processes that replay matches [default: all processors, or 1 for few matches]",
    ),
]


def verify(
    file: PlayedFile,
    jobs: Jobs = None,
    head: Annotated[
        str, typer.Option(help="a head that was noted earlier, and must be in the journal")
    ] = "",
) -> None:
    """Check every record of a tournament by the rules, its journal, and its table.

    Every match is replayed from its deal, whose commitment is opened; the table is made again from
    the records alone. Exit code 1 when anything was changed; the first problems are printed.
    """
    names = find_played(file).tournaments
    if head and len(names) > 1:
        raise UserError("a head belongs to one tournament, and the file has several")
    with Store(data_folder()) as store:
        reports = [_verified(store, name, jobs, head.lower()) for name in names]
    for report in reports:
        if report.problems:
            _tell_problems(report)
        else:
            _tell_success(report, with_head=bool(head))
    if any(report.problems for report in reports):
        raise typer.Exit(1)


def export(
    file: File,
    to: Annotated[Path, typer.Option("--to", help="the file to write, such as cup.stych")],
) -> None:
    """Write a tournament into one file: definition, matches, journal and the tournament file.

    `stych import` takes it into another data folder. The files of the bots are not part of it.
    The seed is part of it: before the end of the tournament the file is as secret as the seed.
    """
    names = competition.read(file).names.tournaments
    with Store(data_folder()) as store:
        check_as_saved(store, names, file)
        exported = export_to(to, store, names, _read(file))
    for tournament in exported.tournaments:
        say(out, f"{tournament.name}: {tournament.entries} entries of its journal are in {to}.")
        say(out, f"Head of the journal: {tournament.head}")


def import_(
    archive: Annotated[
        Path, typer.Argument(help="the file that `stych export` has written", metavar="ARCHIVE")
    ],
    file: Annotated[
        Path | None, typer.Option("--file", help="where to write the tournament file")
    ] = None,
    jobs: Jobs = None,
) -> None:
    """Take a tournament in from a file that stych export wrote, checked as by stych verify.

    All of it is imported, or nothing. Matches that the data folder has already stay as they are;
    those that the file has beyond them are added.
    """
    with Store(data_folder()) as store:
        content = file_in(archive) if file else b""
        # Checked before the import, so that nothing is imported when another file is in the place.
        if file:
            _check_free(file, content)
        imported = import_from(archive, store, lambda scratch, name: _verified(scratch, name, jobs))
    for each in imported:
        new = f"{each.entries} new entries of its journal" if each.entries else "nothing was new"
        say(out, f"{each.name}: {new}.")
        say(out, f"Head of the journal: {each.head}")
    if file:
        _write(file, content)
        say(out, f"To see its table: {again('table', file)}")


def _read(path: Path) -> bytes:
    """The bytes of the tournament file, or of the example of this name.

    Raises UserError when the file cannot be read or is too long.
    """
    try:
        return read_file(competition.located(path), TOURNAMENT_BYTES)
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}") from None
    except FileError as error:
        raise UserError(f"{path} {error}") from None


def _check_free(path: Path, data: bytes) -> None:
    """Raise UserError when there is anything at the path but a file with exactly this data."""
    if exists(path) and not (path.is_file() and _read(path) == data):
        raise UserError(f"{path} is there already, and is not this tournament file")


def _write(path: Path, data: bytes) -> None:
    """Write the data to the file. Raises UserError when that fails."""
    try:
        path.write_bytes(data)
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}") from None


def _verified(store: Store, name: str, jobs: int | None, head: str = "") -> VerificationReport:
    """Verify the tournament, with a progress bar on a terminal; see `verify.tournament.verify`.

    Ctrl-C ends the command with exit code 130. Raises NothingPlayedError when the store does not
    have the tournament, and WorkersDieError when a process that replays matches dies.
    """
    bar = Progress(console=err, transient=True, disable=not err.is_terminal)
    with interruptible() as interrupted, bar:
        task = bar.add_task(name, total=None)

        def note(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)
            if interrupted:
                raise typer.Exit(130)

        return verify_tournament(store, name, jobs, head, note)


def _tell_problems(report: VerificationReport) -> None:
    for problem in report.problems[:_SHOWN]:
        say(err, f"stych: {report.name}: {problem}")
    if (more := len(report.problems) - _SHOWN) > 0:
        say(err, f"stych: {report.name}: {how_many(more, 'further problem')}")


def _tell_success(report: VerificationReport, *, with_head: bool) -> None:
    """Say that all is well; `with_head`: the journal has the head that the user gave."""
    head_found = " The head that was given is one of them." if with_head else ""
    for line in (
        f"{report.name}: all is well.",
        f"{report.matches} matches replayed by the rules, {report.actions} actions;"
        " the commitment of every deal opened.",
        f"{report.entries} entries of the journal, each chained to those before it.{head_found}",
        "The table made from the records alone is the same to the byte.",
        f"Head of the journal: {report.head}",
    ):
        say(out, line)
