"""A soak on the terminal: how far it is, and what was covered in the end."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from rich.console import Console, RenderableType
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from referee.testing.soak import Soak, SoakResult

_LINE = 1_000_000
"""Decisions after which another line is printed where there is no terminal."""


@dataclass(slots=True)
class Covered:
    """What was played of one game, or of all."""

    variants: set[str] = field(default_factory=set)
    games: int = 0
    throughout: int = 0
    """Games in which everything was checked at every decision."""
    decisions: int = 0
    compared: int = 0
    """Exchanges of hidden cards that were compared, which must change nothing that a seat sees."""

    def add(self, report: SoakResult) -> None:
        """Count one more game without a violation."""
        self.variants.add(report.variant)
        self.games += 1
        self.throughout += report.throughout
        self.decisions += report.decisions
        self.compared += report.compared


class SoakSummary:
    """All games that were played without a violation, and the latest violation."""

    def __init__(self, soak: Soak) -> None:
        self.soak = soak
        self.by_game = {name: Covered() for name in soak.games}
        self.all = Covered()
        self.violation: SoakResult | None = None

    def add(self, report: SoakResult) -> None:
        """Count one more game; if it has a violation, keep that instead."""
        if report.violation:
            self.violation = report
            return
        self.by_game[report.game].add(report)
        self.all.add(report)

    def line(self) -> str:
        """How far it has come, in one line."""
        return (
            f"{self.all.decisions:,} decisions in {self.all.games:,} games,"
            f" {len(self.all.variants)} of {len(self.soak.variants)} variants,"
            f" {self.all.compared:,} leak comparisons,"
            f" {'1 violation' if self.violation else 'no violation'}"
        )

    def table(self) -> RenderableType:
        """A line for each game, and one for all where there are several."""
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
    """Shows a summary while it grows."""

    def __init__(self, console: Console, progress: Progress | None) -> None:
        self._console = console
        self._progress = progress
        self._task = progress.add_task("") if progress else None
        self._lines = 0

    def note(self, summary: SoakSummary) -> None:
        """Show the summary, which has grown."""
        if self._progress and self._task is not None:
            self._progress.update(self._task, description=summary.line())
        elif summary.all.decisions // _LINE > self._lines:
            self._lines = summary.all.decisions // _LINE
            self._console.print(summary.line())


@contextmanager
def watch(console: Console) -> Iterator[SoakProgress]:
    """A line that changes on a terminal, lines now and then elsewhere."""
    if not console.is_terminal:
        yield SoakProgress(console, None)
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        yield SoakProgress(console, progress)
