"""All matches of tournaments at once: spelled out, or as tables."""

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
"""Records, each with whether the seed in it may be told."""
# To draw the bar takes as long as a few matches.
_DRAWN_EVERY: Final = 100


def spell(store: Store, tournaments: Sequence[str], to: Path | None) -> None:
    """Print each match on a line, or write each to a file in the folder. Raises UserError."""
    courses = Courses()
    # A bar between the lines on a terminal would be in their way.
    with _closed(store, tournaments, quiet=not to and sys.stdout.isatty()) as matches:
        for record, with_seed in matches:
            line = spelled_line(record, courses, with_seed=with_seed) + "\n"
            if to is None:
                sys.stdout.write(line)
                continue
            with whole_file(to / f"{record.id}.json") as file:
                file.write(line.encode())


def write_tables(store: Store, tournaments: Sequence[str], folder: Path) -> None:
    """Write the three tables into the folder, all or none. Raises UserError."""
    if find_spec("pyarrow") is None:
        raise UserError("`--parquet` needs the package pyarrow: pip install 'stych[parquet]'")
    # Imported here: it is slow to load, and may not be installed.
    from tournaments.present.spelled.parquet import table_writer

    with _closed(store, tournaments) as matches, table_writer(folder) as writer:
        for record, with_seed in matches:
            writer.add(record, with_seed=with_seed)


@contextmanager
def _closed(store: Store, tournaments: Sequence[str], *, quiet: bool = False) -> Iterator[Matches]:
    """Give the matches on closed boards, all of one moment, with a bar meanwhile on a terminal.

    What is left out is told at the end. Ctrl-C ends the command, between two matches.
    """
    with store.database.snapshot():
        # All are looked for before the first match.
        boards = OpenBoards(store)
        found = {name: boards.closed(name) for name in tournaments}
        disable = quiet or not err.is_terminal
        bar = Progress(console=err, transient=True, disable=disable)
        with interruptible() as interrupted, bar, spared_collector():
            yield _watched(store, found, bar, interrupted)
    for name, closed in found.items():
        _tell_left_out(name, closed)


def _watched(
    store: Store, found: Mapping[str, ClosedBoards], bar: Progress, interrupted: Sequence[int]
) -> Matches:
    for name, closed in found.items():
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
