"""Progress of a running tournament: a bar on a terminal, a line now and then elsewhere."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from referee.record import Record

_LINES = 10
"""How many lines a run prints where there is no terminal."""

Note = Callable[[Sequence[Record]], None]


@contextmanager
def progress(console: Console, name: str, total: Callable[[], int]) -> Iterator[Note]:
    """Gives the function that takes note of records as they come; the total may grow."""
    if console.is_terminal:
        with _bar(console) as bar:
            task = bar.add_task(name, total=total(), faults="")
            faults = 0

            def note(records: Sequence[Record]) -> None:
                nonlocal faults
                faults += sum(len(record.faults) for record in records)
                told = _faults(faults)
                bar.update(task, advance=len(records), total=total(), faults=told)

            yield note
    else:
        yield _lines(console, name, total)


def _bar(console: Console) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("matches{task.fields[faults]}"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
    )


def _faults(number: int) -> str:
    return f", [red]{number} fault{'s' * (number != 1)}[/red]" if number else ""


def _lines(console: Console, name: str, total: Callable[[], int]) -> Note:
    done, faults = 0, 0

    def note(records: Sequence[Record]) -> None:
        nonlocal done, faults
        before, done = done, done + len(records)
        faults += sum(len(record.faults) for record in records)
        most = total()
        if done * _LINES // most > before * _LINES // most:
            console.print(f"{name}: {done} of {most} matches{_faults(faults)}")

    return note
