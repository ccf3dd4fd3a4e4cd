"""What a supervisor is told: which program to start, how to confine it, and what to watch."""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Self

# callers.py recognises a supervisor by the end of this code.
_MAIN = "import sys; sys.path.insert(0, {0!r}); from referee.sandbox.supervisor import main; main()"


class SupervisorOrder(NamedTuple):
    """A program, how the process that becomes it confines itself, and what the supervisor watches.

    An order is passed as JSON on a command line, which anybody on the machine may read: no secret
    belongs here.
    """

    argv: Sequence[str]
    folder: str
    """The working folder of the program."""
    groups: Mapping[str, str] = {}
    """The folders of the control groups to enter, by controller; "" is the unified hierarchy."""
    cpus: Sequence[int] = ()
    """The numbers of the processors that the program is bound to; empty for all."""
    files: Mapping[int, str] = {}
    """The contents of files that are open when the program begins, by the number of the handle, in
    hexadecimal digits."""
    # None for the referee's own user.
    uid: int | None = None
    laid_open: Mapping[str, Sequence[str]] = {}
    """Folders that the user `uid` may not enter, each with the paths below it that the program
    needs: the program gets a view of files in which it can reach these paths."""
    # The limits of each process, by their names without RLIMIT_.
    rlimits: Mapping[str, int] = {}
    # The next five are for Landlock. Where `memory` is bounded without a group, a port also means
    # that what waits in TCP connections counts as memory.
    landlock: bool = False
    readable: Sequence[str] = ()
    writable: Sequence[str] = ()
    port: int | None = None
    network: bool = False
    seccomp: str = ""
    """The filter of system calls in hexadecimal digits; "" for none."""
    memory: int = 0
    """Bytes that all processes together may hold; 0 for no bound, or where a group bounds that."""
    processes: int = 0
    """How many threads all processes together may have; 0 as above."""
    descriptors: int = 0
    """How many descriptors all processes together may have; only counted if `memory` is not 0."""
    bubblewrap: bool = False
    """Whether `argv` starts bubblewrap, which then starts the program. Bubblewrap reports whether
    it could start it, and exits with 128 plus the signal's number if a signal killed it."""

    def to_argv(self) -> list[str]:
        """The command that starts the supervisor, with one end of a socket as standard input.

        The supervisor ends the program when the other end of the socket is closed or written to.
        """
        root = str(Path(__file__).parents[2])
        # Without escapes, which make text longer: Linux bounds a word of a command to 128 KiB.
        text = json.dumps(self._asdict(), ensure_ascii=False)
        # With -I and -S it starts faster, without site-packages, and nothing in the folder or the
        # environment of a bot changes what it imports.
        return [sys.executable, "-I", "-S", "-c", _MAIN.format(root), text]

    @classmethod
    def read(cls, text: str) -> Self:
        """The order in `text`, the last word of the command that `to_argv` gives."""
        values = json.loads(text)
        # Keys in JSON are always texts.
        values["files"] = {int(number): data for number, data in values["files"].items()}
        return cls(**values)
