"""What a keeper is told: what to start, how to confine it, and what to watch."""

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Self

_MAIN = "import sys; sys.path.insert(0, {0!r}); from referee.sandbox.keeper import main; main()"


@dataclass(frozen=True, slots=True)
class KeeperOrder:
    """What the process that becomes the program is to do, in this order."""

    argv: Sequence[str]
    folder: str
    groups: dict[str, str] = field(default_factory=dict)
    """The control groups to go into, by controller; "" is the unified one."""
    cpus: Sequence[int] = ()
    """The processors that it is kept on; none is all."""
    files: dict[int, str] = field(default_factory=dict)
    """What it finds in open files by their number, in hexadecimal digits."""
    uid: int | None = None
    laid_open: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Folders that the user of that number may not walk through, each with the paths below it that
    the program needs: it gets a view of files in which they are within its reach."""
    rlimits: dict[str, int] = field(default_factory=dict)
    landlock: bool = False
    readable: Sequence[str] = ()
    writable: Sequence[str] = ()
    port: int | None = None
    network: bool = False
    seccomp: str = ""
    """The filter, in hexadecimal digits."""
    memory: int = 0
    """Bytes that all its processes together may hold; watched where no group does it, or 0."""
    processes: int = 0
    """The same for their number."""
    descriptors: int = 0
    """The same for the files that they have open."""
    bubblewrap: bool = False
    """The command is that of bubblewrap: it tells whether it could start the program, and an exit
    code above 128 says by which signal that was killed."""

    def to_argv(self) -> list[str]:
        """The command that starts the keeper. Its standard input is what it lives by."""
        root = str(Path(__file__).parents[2])
        # Not escaped: a long command would be more than one word of a command line may be.
        text = json.dumps(asdict(self), ensure_ascii=False)
        return [sys.executable, "-I", "-S", "-c", _MAIN.format(root), text]

    @classmethod
    def read(cls, text: str) -> Self:
        """The order from the last of those words."""
        values = json.loads(text)
        values["files"] = {int(number): data for number, data in values["files"].items()}
        return cls(**values)
