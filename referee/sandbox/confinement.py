"""What a program may see, reach and use up: plain values, the same on every isolation level."""

from pathlib import Path
from typing import NamedTuple

MB = 1 << 20
DESCRIPTORS = 4
"""All processes of a program together may open this many times the files that one of them may."""


class ResourceLimits(NamedTuple):
    """What a program and all that it starts may use up together, unless a field says otherwise.

    The defaults are those of a tournament file without `[isolation]` (docs/security.md).
    """

    memory: int = 1024 * MB
    """Bytes of memory, those of files in private and shared memory included."""
    processes: int = 128
    """The number of threads: one of several threads counts as several."""
    open_files: int = 1024
    """Open files of each process; see DESCRIPTORS for all of them together."""
    file_size: int = 64 * MB
    """Bytes that a single file may have."""
    tmp: int = 64 * MB
    """Bytes of all files in the private HOME and TMPDIR, on the levels where these lie in
    memory."""
    shared: int = 16 * MB
    """Bytes of all files in /dev/shm."""
    cpus: int | None = 1
    """How many processors it may keep busy; None for as many as there are."""


class Confinement(NamedTuple):
    """The surroundings of a program: it sees what is named here and what all programs here need."""

    folder: Path
    """Its working folder, which it may only read unless it is `writable` too."""
    home: Path
    """Its HOME and TMPDIR: the only place that it may write to by default."""
    readable: tuple[Path, ...] = ()
    """What else it may read: its language's runtime."""
    starts: tuple[str, ...] = ()
    """Programs that the command is to start, which have to be there as its own has."""
    writable: tuple[Path, ...] = ()
    """What else it may write to; how much it writes there is not bounded."""
    socket: Path | None = None
    """The one socket of the referee's that it may reach."""
    port: int | None = None
    """The one port of 127.0.0.1 that it may reach; it leads to the socket where there is one."""
    network: bool = False
    """Whether it may reach whatever the machine reaches: for builds, which download."""
    limits: ResourceLimits = ResourceLimits()
