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
"""The data folder, unless another one is named."""

# Without `highlight=False` rich would colour every number and path in a sentence.
out = Console(highlight=False)
err = Console(stderr=True, highlight=False, soft_wrap=True)

_data = DATA


def data_folder() -> Path:
    """The data folder, as the command line names it; it need not be there yet."""
    return _data


def use_data_folder(folder: Path) -> None:
    """Set the data folder; to be called once, before any command runs."""
    # The only global state of the command line; nearly every command needs the folder.
    global _data  # noqa: PLW0603
    _data = folder


def say(console: Console, text: str, copied: str = "") -> None:
    """Print a sentence. Markup and control characters, which names in it may have, have no effect.

    `copied` is a command or a value for the user to copy, at the end of the sentence. It is never
    broken; on a terminal without room for both on one line it gets a line of its own.
    """
    both = f"{text} {copied}" if copied else text
    if copied and console.is_terminal and cell_len(both) > console.width:
        tell(console, text)
        both = copied
    console.print(printable(both), markup=False, soft_wrap=True)


def tell(console: Console, text: str) -> None:
    """Print a sentence without anything to copy: on a terminal it is wrapped at words."""
    # Elsewhere it stays one line, as scripts read it.
    console.print(printable(text), markup=False, soft_wrap=not console.is_terminal)


def again(*arguments: object) -> str:
    """The command line of stych with these arguments on the same data, quoted for a shell."""
    data = [] if _data == DATA else ["--data", str(_data)]
    return shlex.join(["stych", *data, *map(str, arguments)])


def write_output(path: Path, text: str) -> None:
    """Write the text to the file, in UTF-8; its folder is made if needed.

    Raises UserError when that fails.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}") from None


@contextmanager
def interruptible() -> Iterator[list[int]]:
    """Give a list to which Ctrl-C and SIGTERM append the numbers of their signals.

    The second signal raises KeyboardInterrupt, wherever the program is.
    """
    # The block looks at the list between two steps, so the first signal cuts off no save.
    signals: list[int] = []

    def note(number: int, _: FrameType | None) -> None:
        signals.append(number)
        if len(signals) > 1:
            raise KeyboardInterrupt

    before = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield signals
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
