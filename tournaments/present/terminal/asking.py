"""Progress while a bot is asked decisions again: a bar on a terminal, a few lines elsewhere."""

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
"""Without a terminal, a line is printed for each tenth of the decisions, at most."""
_QUICK_SECONDS: Final = 1.5
"""No line is printed before this many seconds: most bots have answered everything by then."""


@contextmanager
def asking(
    console: Console, name: str, total: int, clock: Callable[[], float] = monotonic
) -> Iterator[Callable[[], None]]:
    """Show the progress; give the function to call after each of the `total` decisions.

    `name` is the bot. `clock` returns seconds, as `time.monotonic` does.
    """
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
    done, last_tenth, began = 0, 0, clock()

    def note() -> None:
        nonlocal done, last_tenth
        done += 1
        tenth = done * _LINES // total
        # No line at the end, since the answers follow at once.
        if tenth > last_tenth and done < total and clock() - began >= _QUICK_SECONDS:
            last_tenth = tenth
            line = f"Asking {name}: {done} of {total} decisions"
            console.print(plain(line), soft_wrap=True)

    return note
