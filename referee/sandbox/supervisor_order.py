"""What a supervisor is told: what to start, how to confine it, and what to watch."""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Self

_MAIN = "import sys; sys.path.insert(0, {0!r}); from referee.sandbox.supervisor import main; main()"


class SupervisorOrder(NamedTuple):
    """An order: first what the process does that becomes the program, then what is watched.

    It travels as JSON on a command line, which anybody on the machine may read: no secret belongs
    here.
    """

    argv: Sequence[str]
    folder: str
    groups: Mapping[str, str] = {}
    """The folders of the control groups to go into, by controller; "" is the unified hierarchy."""
    cpus: Sequence[int] = ()
    """The numbers of the processors that it is kept on; empty for all."""
    files: Mapping[int, str] = {}
    """What it finds in open files, by the number of the handle, in hexadecimal digits."""
    # None leaves it the user that the referee is.
    uid: int | None = None
    laid_open: Mapping[str, Sequence[str]] = {}
    """Folders that the user of that number may not walk through, each with the paths below it that
    the program needs: it gets a view of files in which they are within its reach."""
    rlimits: Mapping[str, int] = {}
    landlock: bool = False
    readable: Sequence[str] = ()
    writable: Sequence[str] = ()
    port: int | None = None
    network: bool = False
    seccomp: str = ""
    """The filter, in hexadecimal digits."""
    memory: int = 0
    """Bytes that all its processes together may hold; 0 where a group bounds that."""
    processes: int = 0
    """How many threads all of them together may have; 0 where a group bounds that."""
    descriptors: int = 0
    """How many files all of them together may have open; 0 where a group counts the memory."""
    bubblewrap: bool = False
    """The command is that of bubblewrap: it tells whether it could start the program, and an exit
    code above 128 says by which signal that was killed."""

    def to_argv(self) -> list[str]:
        """The command that starts the supervisor, which lives until its standard input ends."""
        root = str(Path(__file__).parents[2])
        # Not escaped: Linux bounds one word of a command line to 128 KiB, and escapes make text
        # longer.
        text = json.dumps(self._asdict(), ensure_ascii=False)
        # -I and -S: it starts faster without site-packages, and nothing in the folder or the
        # environment of a bot changes what it imports.
        return [sys.executable, "-I", "-S", "-c", _MAIN.format(root), text]

    @classmethod
    def read(cls, text: str) -> Self:
        """The order from the last word of that command line."""
        values = json.loads(text)
        # JSON has no numbers as keys.
        values["files"] = {int(number): data for number, data in values["files"].items()}
        return cls(**values)
