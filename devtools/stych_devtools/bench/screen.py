"""Shows the bench on the terminal: the current measurement, and the line of a ratio."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from stych_devtools.bench.findings import Ratio


class BenchProgress:
    """Shows on a terminal which measurement is under way; shows nothing elsewhere."""

    def __init__(self, progress: Progress, task: TaskID) -> None:
        self._progress = progress
        self._task = task

    def begin(self, name: str) -> None:
        """Show that a measurement begins."""
        self._progress.update(self._task, description=name)
        self._progress.refresh()

    def step(self) -> None:
        """Draw anew, once. Drawing all the time would disturb the measurement."""
        self._progress.refresh()

    def end(self) -> None:
        """Show that the measurement is over."""
        self._progress.advance(self._task)
        self._progress.refresh()


@contextmanager
def watch(console: Console, names: Sequence[str]) -> Iterator[BenchProgress]:
    """Show a progress line during the block, in which the measurements of these names are made."""
    columns = (TextColumn("{task.description}"), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(
        *columns,
        console=console,
        transient=True,
        auto_refresh=False,
        disable=not console.is_terminal,
    ) as progress:
        yield BenchProgress(progress, progress.add_task("", total=len(names)))


def line(ratio: Ratio) -> str:
    """The ratio in a line: name, value, goal, whether the goal is reached, what was measured."""
    reached = "ok" if ratio.ok else "MISSED"
    return f"{ratio.name}: {ratio.value:.2f}, {ratio.wanted}: {reached} ({ratio.text})"
