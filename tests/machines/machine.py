"""The machines: what each has and lacks, as plain values."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Who(StrEnum):
    """Who plays on a machine."""

    ANYBODY = "anybody"
    """Whoever makes the machines, root or not."""
    ROOT = "root"
    USER = "user"


class Interpreter(StrEnum):
    """Which Python a machine has."""

    OURS = "ours"
    """The one that makes the machines."""
    PRIVATE = "private"
    """One below a folder that not everybody may enter."""
    SYSTEM = "system"
    """The one of the distribution."""


@dataclass(frozen=True)
class Machine:
    """What is particular about a machine; in all else the machines are alike."""

    name: str
    title: str
    """As the table tells it."""
    who: Who = Who.ANYBODY
    interpreter: Interpreter = Interpreter.PRIVATE
    bubblewrap: bool = False
    checkout: str = "stych"
    """The name of the folder that the project is cloned into."""
    temporary: int = 0
    """How many characters long TMPDIR is; 0 for the usual one."""
    container: bool = False
    """No namespaces, no mounts, no Landlock."""
    files: int = 0
    """How many files a process may have open; 0 for as many as usual."""
    processors: int = 0
    """How many there are; 0 for all."""

    @property
    def place(self) -> tuple[Interpreter, str]:
        """Machines of one place can use one checkout and what was installed in it."""
        return (self.interpreter, self.checkout)


PLAIN: Final = "plain"
MACHINES: Final = (
    Machine(PLAIN, "root, Python in a private home, no bubblewrap", Who.ROOT),
    Machine("bubblewrap", "the same with bubblewrap", Who.ROOT, bubblewrap=True),
    Machine("container", "no user namespaces, no mounts, no Landlock", container=True),
    Machine("one-processor", "one processor", processors=1),
    Machine("few-files", "64 open files", files=64),
    Machine("long-tmpdir", "a TMPDIR of 150 characters", temporary=150),
    Machine("odd-path", "a path with spaces and letters", checkout="šumné místo (2)"),
    Machine("system-python", "the distribution's own Python", interpreter=Interpreter.SYSTEM),
    Machine("user", "an ordinary user, no bubblewrap", Who.USER, interpreter=Interpreter.SYSTEM),
    Machine(
        "user-bubblewrap",
        "an ordinary user with bubblewrap",
        Who.USER,
        interpreter=Interpreter.SYSTEM,
        bubblewrap=True,
    ),
)
"""None has npm, node, go, cargo, java or a C++ compiler. Of the machines of one place, those of a
user come last: from then on the checkout is the user's."""
