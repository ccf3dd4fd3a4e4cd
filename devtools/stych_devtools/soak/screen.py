"""Shows a soak on the terminal: its progress, and in the end a table of the games."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from rich.console import Console, RenderableType
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from referee.testing.soak import Soak, SoakResult

_LINE = 1_000_000
"""Without a terminal a line is printed each time that this many further decisions were made."""


@dataclass(slots=True)
class Covered:
    """What was played of one game, or of all games together."""

    variants: set[str] = field(default_factory=set)
    """The variants that were played, as texts."""
    games: int = 0
    throughout: int = 0
    """Games in which everything was checked at every decision."""
    decisions: int = 0
    compared: int = 0
    """How often hidden cards were exchanged, to check that what a seat sees stays the same."""

    def add(self, report: SoakResult) -> None:
        """Count one more game without a violation."""
        self.variants.add(report.variant)
        self.games += 1
        self.throughout += report.throughout
        self.decisions += report.decisions
        self.compared += report.leak_comparisons


class SoakSummary:
    """All games that were played without a violation, and the violation that ended them."""

    def __init__(self, soak: Soak) -> None:
        self.soak = soak
        self.by_game = {name: Covered() for name in soak.games}
        self.all = Covered()
        self.violation: SoakResult | None = None

    def add(self, report: SoakResult) -> None:
        """Count one more game. A game with a violation is not counted, but put in `violation`."""
        if report.violation:
            self.violation = report
            return
        self.by_game[report.game].add(report)
        self.all.add(report)

    def line(self) -> str:
        """What has been played so far, in one line."""
        return (
            f"{self.all.decisions:,} decisions in {self.all.games:,} games,"
            f" {len(self.all.variants)} of {len(self.soak.variants)} variants,"
            f" {self.all.compared:,} leak comparisons,"
            f" {'1 violation' if self.violation else 'no violation'}"
        )

    def table(self) -> RenderableType:
        """A table with a row for each game, and one for all games if there are several."""
        shown = Table(
            box=None, pad_edge=False, padding=(0, 2, 0, 0), show_footer=len(self.by_game) > 1
        )
        shown.add_column("game", "all")
        for head, foot in zip(
            ("variants", "games", "checked at every decision", "decisions", "leak comparisons"),
            self._cells(self.all, len(self.soak.variants)),
            strict=True,
        ):
            shown.add_column(head, foot, justify="right")
        for name, covered in self.by_game.items():
            variants = sum(game.id == name for game in self.soak.variants)
            shown.add_row(name, *self._cells(covered, variants))
        return shown

    def _cells(self, covered: Covered, variants: int) -> tuple[str, ...]:
        numbers = (covered.games, covered.throughout, covered.decisions, covered.compared)
        return (f"{len(covered.variants)} of {variants}", *(f"{number:,}" for number in numbers))


class SoakProgress:
    """Shows the summary of a soak while games are played."""

    def __init__(self, console: Console, progress: Progress | None) -> None:
        self._console = console
        self._progress = progress
        self._task = progress.add_task("") if progress else None
        self._lines = 0

    def note(self, summary: SoakSummary) -> None:
        """Show the summary after a further game; without a terminal once in _LINE decisions."""
        if self._progress and self._task is not None:
            self._progress.update(self._task, description=summary.line())
        elif summary.all.decisions // _LINE > self._lines:
            self._lines = summary.all.decisions // _LINE
            self._console.print(summary.line())


@contextmanager
def watch(console: Console) -> Iterator[SoakProgress]:
    """Give what shows progress: by a changing line on a terminal, by further lines elsewhere."""
    if not console.is_terminal:
        yield SoakProgress(console, None)
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        yield SoakProgress(console, progress)
