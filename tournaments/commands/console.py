"""What all commands share: the consoles, the data folder, output files, Ctrl-C."""

import shlex
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from rich.cells import cell_len
from rich.console import Console

from referee.errors import UserError
from referee.text import printable

DATA = Path("stych-data")
"""The folder where results are kept unless another one is named."""

# rich would colour numbers and paths in sentences, which then mean nothing.
out = Console(highlight=False)
err = Console(stderr=True, highlight=False, soft_wrap=True)

_data = DATA


def data_folder() -> Path:
    """The folder where results are kept, as the command line names it."""
    return _data


def use_data_folder(folder: Path) -> None:
    """Set the data folder; to be called once, before any command runs."""
    # The one place where something of the command line is kept beside the commands.
    global _data  # noqa: PLW0603
    _data = folder


def say(console: Console, text: str, copied: str = "") -> None:
    """Print a sentence as it is: names in it may look like markup, or be no text at all.

    It ends with what is there to be `copied`. On a terminal without room for both this gets a line
    of its own, and is never broken.
    """
    both = f"{text} {copied}" if copied else text
    if copied and console.is_terminal and cell_len(both) > console.width:
        tell(console, text)
        both = copied
    console.print(printable(both), markup=False, soft_wrap=True)


def tell(console: Console, text: str) -> None:
    """Print a sentence with nothing in it to be copied: on a terminal it is wrapped at words."""
    # Elsewhere it stays one line, as scripts read it.
    console.print(printable(text), markup=False, soft_wrap=not console.is_terminal)


def again(*arguments: object) -> str:
    """The command line of stych with these arguments on the same data, quoted for a shell."""
    data = [] if _data == DATA else ["--data", str(_data)]
    return shlex.join(["stych", *data, *map(str, arguments)])


def write_output(path: Path, text: str) -> None:
    """Write the file, and its folder where there is none. Raises UserError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}") from None


@contextmanager
def interruptible() -> Iterator[list[int]]:
    """Give a list that is no longer empty after Ctrl-C or SIGTERM.

    A second one raises KeyboardInterrupt, wherever the program is.
    """
    # A list is enough for who asks now and then: nothing is cut off in the middle of a save.
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
