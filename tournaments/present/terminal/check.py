"""A check of a bot for the terminal: a line for each step, and more about a step that failed."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.markup import escape
from rich.progress import MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Column
from rich.text import Text

from referee.rpc.build import Hear
from referee.testing.bot import CheckReport, CheckStep, StepResult, Verdict
from referee.text import printable
from tournaments.present.terminal.building import ShownBuild, watching
from tournaments.present.terminal.text import plain

_STYLES = {Verdict.PASSED: "green", Verdict.FAILED: "bold red", Verdict.NOT_APPLICABLE: "dim"}
# The widths of the columns of verdicts and of names of steps; no name is longer than 18 characters.
_VERDICT, _NAME = max(map(len, Verdict)), 18


class CheckProgress:
    """Prints the result of each step of a check, under the title of the step's family."""

    def __init__(self, console: Console, progress: Progress | None = None) -> None:
        """`progress` has one task, in which the step under way is shown; None to show none."""
        self._console = console
        self._progress = progress
        self._task = progress.tasks[0].id if progress else None
        self._family = ""

    def begins(self, step: CheckStep) -> None:
        """Show that the step has begun."""
        if step.family != self._family:
            self._family = step.family
            self._say(plain(f"\n{step.family}", "bold"))
        self._show(step.title)

    @contextmanager
    def building(self, name: str) -> Iterator[Hear]:
        """Show a build while the context lasts, in the line of the step if there is one."""
        if not self._progress:
            with watching(self._console)(name) as hear:
                yield hear
            return
        build = ShownBuild(self._console, name)

        def show(line: str) -> None:
            build.note(line)
            self._show(build.text())

        yield show

    def ends(self, result: StepResult) -> None:
        """Show the result of a step."""
        for line in lines(result):
            self._say(line)
        if self._progress and self._task is not None:
            self._progress.advance(self._task)

    def _show(self, text: str) -> None:
        if self._progress and self._task is not None:
            self._progress.update(self._task, description=escape(printable(text)))

    def _say(self, line: Text) -> None:
        self._console.print(line, soft_wrap=True)


@contextmanager
def watch(console: Console, steps: int) -> Iterator[CheckProgress]:
    """Give a CheckProgress for `steps` steps; on a terminal it also shows the step under way."""
    # In a file or a log, a bar that is drawn again and again would fill many lines.
    if not console.is_terminal:
        yield CheckProgress(console)
        return
    columns = (
        SpinnerColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        # Cut and not wrapped, since lines of compilers are long.
        TextColumn("{task.description}", table_column=Column(no_wrap=True, overflow="ellipsis")),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        progress.add_task("", total=steps)
        yield CheckProgress(console, progress)


def lines(result: StepResult) -> Iterator[Text]:
    """The result of a step in one line, and for a failed step all about it in further lines."""
    line = plain(f"  {result.verdict:{_VERDICT}}  ", _STYLES[result.verdict])
    line.append_text(plain(f"{result.step.name:{_NAME}}  ", "dim"))
    line.append_text(plain(result.step.title))
    if result.text:
        line.append_text(plain(f": {result.text}", "dim"))
    yield line
    if result.verdict is Verdict.FAILED:
        yield from _failure(result)


def _failure(result: StepResult) -> Iterator[Text]:
    indent = " " * 6
    texts = {
        "expected": result.expected,
        "received": result.received,
        "what to do": result.advice,
        "its output": result.output or "(it printed nothing)",
    }
    for name, text in texts.items():
        # An empty text has no lines, but its name is shown as well.
        first, *further = text.splitlines() or [""]
        yield plain(f"{indent}{name:10}  {first}")
        yield from (plain(f"{indent}{'':10}  {line}") for line in further)


def summary(report: CheckReport) -> str:
    """How many steps had each verdict, and the names of failed steps, or that the bot is fit."""
    counts = ", ".join(f"{report.count(verdict)} {verdict}" for verdict in Verdict)
    bot = f"{report.manifest.name} {report.manifest.version}"
    failed = [each.step.name for each in report.results if each.verdict is Verdict.FAILED]
    end = f"failed: {', '.join(failed)}" if failed else f"{bot} is fit to play"
    return f"\n{counts}.\n{end}."
