"""Progress of a running tournament: a bar on a terminal, a line now and then elsewhere."""

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
"""Lines that a run prints where there is no terminal, however long it is."""

_FIRST_LINE = 20
"""Matches before the first line where nobody knows how many there will be."""

_FRESH_SECONDS = 3.0
"""Seconds for which standings stay as they are shown, at least."""

Note = Callable[[Sequence[Record]], None]


@contextmanager
def progress(
    console: Console,
    name: str,
    total: Callable[[], int],
    standings: Callable[[], RenderableType] = lambda: "",
    before: int = 0,
    evidence: Callable[[], str] | None = None,
) -> Iterator[Note]:
    """Give the function that takes note of records as they come; the total may grow.

    It counts on from how many were played `before`. On a terminal the standings are shown above the
    bar, anew every few seconds. With `evidence` the total is the most that there can be: play ends
    when there is evidence enough, of which it tells in words.
    """
    if console.is_terminal:
        with MatchBar(console, standings, at_most=evidence is not None) as bar:
            task = bar.add_task(name, total=total(), completed=before, faults="")
            faults = 0

            def note(records: Sequence[Record]) -> None:
                nonlocal faults
                faults += sum(len(record.faults) for record in records)
                told = _faults(faults)
                bar.update(task, advance=len(records), total=total(), faults=told)
                bar.above.look()

            yield note
    elif evidence is None:
        yield _lines(console, name, total, before)
    else:
        yield _lines_of_evidence(console, name, evidence, before)


class _Now:
    """The standings as they were last made; making them takes at most a twentieth of the time."""

    def __init__(self, standings: Callable[[], RenderableType]) -> None:
        self._standings = standings
        self._due = monotonic() + _FRESH_SECONDS
        self.shown: RenderableType = ""

    def look(self) -> None:
        """Make the standings anew, if it is time."""
        began = monotonic()
        if began >= self._due:
            self.shown = self._standings()
            now = monotonic()
            # A table of many entrants takes seconds, during which no match is handed out.
            self._due = now + max(_FRESH_SECONDS, 20 * (now - began))


class MatchBar(Progress):
    """The bar of matches, with the standings above it once they are looked at.

    If its total is what there can be `at_most`, there is no bar: nobody knows how far it is.
    """

    def __init__(
        self, console: Console, standings: Callable[[], RenderableType], *, at_most: bool
    ) -> None:
        self.above = _Now(standings)
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


def _lines(console: Console, name: str, total: Callable[[], int], done: int) -> Note:
    faults = 0

    def note(records: Sequence[Record]) -> None:
        nonlocal done, faults
        before, done = done, done + len(records)
        faults += sum(len(record.faults) for record in records)
        most = total()
        # Records come several at a time, so a tenth may be passed over and not be met.
        if done * _LINES // most > before * _LINES // most:
            console.print(f"{name}: {done} of {most} matches{_faults(faults)}")

    return note


def _lines_of_evidence(console: Console, name: str, evidence: Callable[[], str], done: int) -> Note:
    faults, due = 0, done + _FIRST_LINE

    def note(records: Sequence[Record]) -> None:
        nonlocal done, faults, due
        done += len(records)
        faults += sum(len(record.faults) for record in records)
        if done >= due:
            # Nobody knows the end, so there are ever fewer lines.
            due = max(done + _FIRST_LINE, done * 3 // 2)
            console.print(f"{name}: {done} matches{_faults(faults)}; {evidence()}", soft_wrap=True)

    return note
