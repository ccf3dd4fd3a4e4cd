"""The build of a bot as it goes on: a line that changes on a terminal, two lines elsewhere."""

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
"""Of a build that is over by then nothing is shown: most are, as it was made before."""


def watching(console: Console) -> Watch:
    """What shows builds on the console, one after the other, and how long each took."""

    @contextmanager
    def watch(name: str) -> Iterator[Hear]:
        build = ShownBuild(console, name)
        try:
            yield build.hear
        except BaseException:
            build.end("was not built")
            raise
        build.end("is built")

    return watch


def telling(console: Console) -> Watch:
    """What prints the lines of builds as they come, or the last ones where they come fast."""

    @contextmanager
    def watch(name: str) -> Iterator[Hear]:
        build, last = ShownBuild(console, name), ""

        def hear(line: str) -> None:
            nonlocal last
            # It is called several times a second, mostly with the line from before.
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
    """A build as it is shown on a console, or not yet."""

    def __init__(self, console: Console, name: str) -> None:
        self._console = console
        self._name = name
        self._began = monotonic()
        self._line = ""
        self._live: Live | None = None
        self._told = False

    def note(self, line: str) -> None:
        """Keep the tools' last line for `text`; "" is none."""
        self._line = line.strip() or self._line

    def text(self) -> str:
        """The name, the time that has passed and the tools' last line."""
        return f"Building {self._name} {self._clock()}  {self._line}".rstrip()

    def hear(self, line: str) -> None:
        """Take note of the tools' last line, and show the build once it has lasted a while."""
        self.note(line)
        if self._told or monotonic() - self._began < _QUICK_SECONDS:
            return
        self._told = True
        if self._console.is_terminal:
            self._live = Live(get_renderable=self.as_rich, console=self._console, transient=True)
            self._live.start()
        else:
            self._say(f"Building {self._name} ...")

    def begin(self) -> None:
        """Say that it begins, however long it takes."""
        self._told = True
        self._say(f"Building {self._name} ...")

    def end(self, how: str) -> None:
        """Say how it ended and how long it took, if it was shown at all."""
        if self._live:
            self._live.stop()
        if self._told:
            self._say(f"{self._name} {how} ({self._clock()}).")

    def as_rich(self) -> Text:
        """The same, cut to a line of the terminal when it is drawn."""
        shown = plain(self.text())
        shown.no_wrap, shown.overflow = True, "ellipsis"
        return shown

    def _clock(self) -> str:
        minutes, seconds = divmod(int(monotonic() - self._began), 60)
        return f"{minutes}:{seconds:02}"

    def _say(self, text: str) -> None:
        self._console.print(plain(text), soft_wrap=True)
