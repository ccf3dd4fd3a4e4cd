"""Progress of what a bot is asked again: a bar on a terminal, elsewhere a line now and then."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from tournaments.present.terminal.text import plain

_LINES: Final = 10
"""Lines at most where there is no terminal."""
_QUICK_SECONDS: Final = 1.5
"""What is asked within this time needs no line: most bots answer at once."""


@contextmanager
def asking(
    console: Console, name: str, total: int, clock: Callable[[], float] = monotonic
) -> Iterator[Callable[[], None]]:
    """Give the function that is to be called after each of so many decisions of the bot."""
    if not console.is_terminal:
        yield _lines(console, name, total, clock)
        return
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("decisions"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(f"Asking {name}", total=total)
        yield lambda: bar.advance(task)


def _lines(
    console: Console, name: str, total: int, clock: Callable[[], float]
) -> Callable[[], None]:
    done, told, began = 0, 0, clock()

    def note() -> None:
        nonlocal done, told
        done += 1
        tenth = done * _LINES // total
        # The end needs no line, since the answers follow at once.
        if tenth > told and done < total and clock() - began >= _QUICK_SECONDS:
            told = tenth
            line = f"Asking {name}: {done} of {total} decisions"
            console.print(plain(line), soft_wrap=True)

    return note
