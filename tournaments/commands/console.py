"""What all commands share: the consoles, the data folder, Ctrl-C."""

import shlex
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from rich.console import Console

from referee.text import printable

DATA = Path("stych-data")
"""The folder where results are kept unless another one is named."""

out = Console(highlight=False)
err = Console(stderr=True, highlight=False, soft_wrap=True)

_data = DATA


def data_folder() -> Path:
    """Where results are kept."""
    return _data


def use_data_folder(folder: Path) -> None:
    """To be called before any command runs."""
    global _data  # noqa: PLW0603  the one place where the command line is kept
    _data = folder


def say(console: Console, text: str) -> None:
    """A sentence as it is: names in it may look like markup, or be no text at all."""
    console.print(printable(text), markup=False, soft_wrap=True)


def again(*arguments: object) -> str:
    """The command with these arguments on the same data, as a shell takes it."""
    data = [] if _data == DATA else ["--data", str(_data)]
    return shlex.join(["stych", *data, *map(str, arguments)])


@contextmanager
def interruptible() -> Iterator[list[int]]:
    """Gives a list that is no longer empty after Ctrl-C; a second one ends things the hard way."""
    signals: list[int] = []

    def note(number: int, _: FrameType | None) -> None:
        signals.append(number)
        if len(signals) > 1:
            raise KeyboardInterrupt

    before = {each: signal.signal(each, note) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield signals
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
