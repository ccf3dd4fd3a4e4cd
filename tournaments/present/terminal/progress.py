"""Progress of a running tournament: a bar on a terminal, and a few lines elsewhere."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic

from rich.console import Console, RenderableType
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from referee.record import Record
from tournaments.core.words import how_many

_LINES = 10
"""Without a terminal, at most this many lines are printed: one for each tenth of the matches."""

_LEAST_MATCHES = 20
"""Without a terminal, the fewest matches between two lines of a duel, whose length is not known."""

_FRESH_SECONDS = 3.0
"""The least seconds between two computations of the standings that are shown."""

NoteRecords = Callable[[Sequence[Record]], None]
"""Takes note of records of matches, which are passed to it as they are played."""


@contextmanager
def progress(
    console: Console,
    name: str,
    total: Callable[[], int],
    standings: Callable[[], RenderableType] = lambda: "",
    before: int = 0,
    evidence: Callable[[], str] | None = None,
) -> Iterator[NoteRecords]:
    """Show the progress of a tournament; give the function that takes note of records.

    `total` returns the number of all matches, which may grow; `before` of them were played in
    earlier runs. On a terminal the `standings` are shown above the bar, made again every few
    seconds. For a duel by a test, `evidence` returns its evidence in words, which is printed where
    there is no terminal; the total is then only the most matches that there can be.
    """
    if console.is_terminal:
        with MatchBar(console, standings, at_most=evidence is not None) as bar:
            task = bar.add_task(name, total=total(), completed=before, faults="")
            faults = 0

            def note(records: Sequence[Record]) -> None:
                nonlocal faults
                faults += sum(len(record.faults) for record in records)
                text = _faults(faults)
                bar.update(task, advance=len(records), total=total(), faults=text)
                bar.above.refresh()

            yield note
    elif evidence is None:
        yield _lines(console, name, total, before)
    else:
        yield _lines_of_evidence(console, name, evidence, before)


class _Standings:
    """The standings as they were last made; making them takes at most a twentieth of the time."""

    def __init__(self, standings: Callable[[], RenderableType]) -> None:
        self._standings = standings
        self._due = monotonic() + _FRESH_SECONDS
        self.shown: RenderableType = ""

    def refresh(self) -> None:
        """Make the standings again if that is due."""
        began = monotonic()
        if began >= self._due:
            self.shown = self._standings()
            now = monotonic()
            # Not too often: a table of many entrants takes seconds, and no match is given out then.
            self._due = now + max(_FRESH_SECONDS, 20 * (now - began))


class MatchBar(Progress):
    """The progress bar of matches, with the standings above it once they have been made.

    With `at_most`, the total is only the most matches that there can be. Then numbers are shown
    without a bar, since it is not known how far the tournament is.
    """

    def __init__(
        self, console: Console, standings: Callable[[], RenderableType], *, at_most: bool
    ) -> None:
        self.above = _Standings(standings)
        columns = _at_most() if at_most else _counted()
        super().__init__(*columns, console=console, transient=True)

    def get_renderables(self) -> Iterable[RenderableType]:
        """The standings as they were last made, then the bar itself."""
        if self.above.shown:
            yield self.above.shown
        yield from super().get_renderables()


def _counted() -> tuple[ProgressColumn, ...]:
    return (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("matches{task.fields[faults]}"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )


def _at_most() -> tuple[ProgressColumn, ...]:
    return (
        TextColumn("{task.description}: {task.completed} matches of {task.total} at most"),
        TextColumn("{task.fields[faults]}"),
        TimeElapsedColumn(),
    )


def _faults(number: int) -> str:
    return f", [red]{how_many(number, 'fault')}[/red]" if number else ""


def _lines(console: Console, name: str, total: Callable[[], int], done: int) -> NoteRecords:
    faults = 0

    def note(records: Sequence[Record]) -> None:
        nonlocal done, faults
        before, done = done, done + len(records)
        faults += sum(len(record.faults) for record in records)
        most = total()
        # Several records may come at once, so that `done` jumps over the exact tenth.
        if done * _LINES // most > before * _LINES // most:
            console.print(f"{name}: {done} of {most} matches{_faults(faults)}")

    return note


def _lines_of_evidence(
    console: Console, name: str, evidence: Callable[[], str], done: int
) -> NoteRecords:
    faults, due = 0, done + _LEAST_MATCHES

    def note(records: Sequence[Record]) -> None:
        nonlocal done, faults, due
        done += len(records)
        faults += sum(len(record.faults) for record in records)
        if done >= due:
            # The number of matches is not known, so the distance between two lines grows.
            due = max(done + _LEAST_MATCHES, done * 3 // 2)
            console.print(f"{name}: {done} matches{_faults(faults)}; {evidence()}", soft_wrap=True)

    return note
