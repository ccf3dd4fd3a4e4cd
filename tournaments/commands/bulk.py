"""Writes the matches of tournaments that are no secret any more: spelled out, or as tables."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Final, TypeAlias

import typer
from rich.progress import Progress

from referee.errors import UserError
from referee.record import Record
from tournaments.commands.console import err, interruptible, say
from tournaments.core.words import how_many
from tournaments.present.spelled.course import Courses
from tournaments.present.spelled.line import spelled_line
from tournaments.run.open_boards import ClosedBoards, OpenBoards
from tournaments.storage.store import Store
from tournaments.system.child import spared_collector
from tournaments.system.whole_file import whole_file

Matches: TypeAlias = Iterator[tuple[Record, bool]]
"""Records of matches, each with whether the seed in the path of its deal may be shown."""
_DRAWN_EVERY: Final = 100
"""Matches between two updates of the progress bar: drawing it takes as long as a few matches."""


def spell(store: Store, tournaments: Sequence[str], to: Path | None) -> None:
    """Write each match on a closed board to a file in the folder `to`; None to print all.

    A match is one line of JSON. Raises UserError when nothing is stored of a tournament, or a file
    cannot be written.
    """
    courses = Courses()
    # No bar when the lines themselves go to a terminal.
    with _closed(store, tournaments, quiet=not to and sys.stdout.isatty()) as matches:
        for record, with_seed in matches:
            line = spelled_line(record, courses, with_seed=with_seed) + "\n"
            if to is None:
                sys.stdout.write(line)
                continue
            with whole_file(to / f"{record.id}.json") as file:
                file.write(line.encode())


def write_tables(store: Store, tournaments: Sequence[str], folder: Path) -> None:
    """Write tables of all matches on closed boards into the folder: all three tables or none.

    They are the tables of matches, decisions and events. Raises UserError when pyarrow is missing,
    nothing is stored of a tournament, or a file cannot be written.
    """
    if find_spec("pyarrow") is None:
        raise UserError("`--parquet` needs the package pyarrow: pip install 'stych[parquet]'")
    # Imported here, as pyarrow is slow to load, and may not be installed.
    from tournaments.present.spelled.parquet import table_writer

    with _closed(store, tournaments) as matches, table_writer(folder) as writer:
        for record, with_seed in matches:
            writer.add(record, with_seed=with_seed)


@contextmanager
def _closed(store: Store, tournaments: Sequence[str], *, quiet: bool = False) -> Iterator[Matches]:
    """Give the matches on closed boards, with a progress bar on a terminal unless `quiet`.

    All are read from one snapshot of the database. After the block it says what was left out. The
    first Ctrl-C ends the command between two matches, with exit code 130. Raises
    NothingPlayedError when nothing is stored of a tournament.
    """
    with store.database.snapshot():
        # For all tournaments before the first match is written: an error leaves nothing half done.
        boards = OpenBoards(store)
        by_name = {name: boards.closed(name) for name in tournaments}
        disable = quiet or not err.is_terminal
        bar = Progress(console=err, transient=True, disable=disable)
        with interruptible() as interrupted, bar, spared_collector():
            yield _counted(store, by_name, bar, interrupted)
    for name, closed in by_name.items():
        _tell_left_out(name, closed)


def _counted(
    store: Store, by_name: Mapping[str, ClosedBoards], bar: Progress, interrupted: Sequence[int]
) -> Matches:
    """The matches on closed boards, of one tournament after the other; the bar moves with them.

    `by_name` has the closed boards by name of the tournament. Raises typer.Exit, with code 130,
    when `interrupted` is no longer empty.
    """
    for name, closed in by_name.items():
        matches = len(closed.matches)
        task = bar.add_task(name, total=matches)
        done = 0
        for record in store.records(name, measured=False):
            if interrupted:
                say(err, f"Stopped after {done} of {matches} matches of {name}.")
                raise typer.Exit(130)
            if record.board not in closed.secret:
                yield record, closed.with_seed
                done += 1
                if done % _DRAWN_EVERY == 0:
                    bar.update(task, completed=done)


def _tell_left_out(name: str, closed: ClosedBoards) -> None:
    if closed.left_out:
        matches = how_many(closed.left_out, "match")
        say(
            err,
            f"stych: {name}: left out {matches} on boards on which something is still to be"
            " played: they show cards that are secret until then",
        )
    if not closed.with_seed:
        say(
            err,
            f"stych: {name}: the seed is still played with, so no match has the path of its deal",
        )
