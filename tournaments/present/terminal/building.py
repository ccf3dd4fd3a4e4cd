"""A running build of a bot: a line that changes on a terminal, two lines elsewhere.

`telling` prints the output line by line instead, on a terminal too.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final

from rich.console import Console
from rich.live import Live
from rich.text import Text

from referee.rpc.build import Hear, Watch
from tournaments.present.terminal.text import plain

_QUICK_SECONDS: Final = 1.5
"""`watching` does not show a build that ends within this time. Most do: they were built before."""


def watching(console: Console) -> Watch:
    """A Watch that shows a build on the console, and how long it took, unless it is quick."""

    @contextmanager
    def watch(name: str) -> Iterator[Hear]:
        build = ShownBuild(console, name)
        try:
            yield build.hear
        # Also for Ctrl-C: the live display must not stay on the terminal.
        except BaseException:
            build.end("was not built")
            raise
        build.end("is built")

    return watch


def telling(console: Console) -> Watch:
    """A Watch that prints when a build begins and ends, and each line that it hears in between."""

    @contextmanager
    def watch(name: str) -> Iterator[Hear]:
        build, last = ShownBuild(console, name), ""

        def hear(line: str) -> None:
            nonlocal last
            # Called several times a second, mostly with the same line again.
            if (line := line.strip()) and line != last:
                last = line
                console.print(plain(f"  {line}"), soft_wrap=True)

        build.begin()
        try:
            yield hear
        except BaseException:
            build.end("was not built")
            raise
        build.end("is built")

    return watch


class ShownBuild:
    """A build that is shown on a console: from `begin` on, or once it has lasted a while."""

    def __init__(self, console: Console, name: str) -> None:
        self._console = console
        self._name = name
        self._began = monotonic()
        self._line = ""
        self._live: Live | None = None
        self._is_shown = False

    def note(self, line: str) -> None:
        """Remember the last line of the build tools for `text`; "" changes nothing."""
        self._line = line.strip() or self._line

    def text(self) -> str:
        """The bot's name, the time since the start and the last line of the build tools."""
        return f"Building {self._name} {self._clock()}  {self._line}".rstrip()

    def hear(self, line: str) -> None:
        """Take note of the build tools' last line; show the build if it has lasted a while."""
        self.note(line)
        if self._is_shown or monotonic() - self._began < _QUICK_SECONDS:
            return
        self._is_shown = True
        if self._console.is_terminal:
            self._live = Live(get_renderable=self.as_rich, console=self._console, transient=True)
            self._live.start()
        else:
            self._say(f"Building {self._name} ...")

    def begin(self) -> None:
        """Print that the build begins, even if it will be quick; then `end` prints too."""
        self._is_shown = True
        self._say(f"Building {self._name} ...")

    def end(self, how: str) -> None:
        """Print how the build ended (`how`, such as "is built") and its time, if it was shown."""
        if self._live:
            self._live.stop()
        if self._is_shown:
            self._say(f"{self._name} {how} ({self._clock()}).")

    def as_rich(self) -> Text:
        """The `text`, cut to the width of the terminal when rich draws it."""
        shown = plain(self.text())
        shown.no_wrap, shown.overflow = True, "ellipsis"
        return shown

    def _clock(self) -> str:
        minutes, seconds = divmod(int(monotonic() - self._began), 60)
        return f"{minutes}:{seconds:02}"

    def _say(self, text: str) -> None:
        self._console.print(plain(text), soft_wrap=True)
