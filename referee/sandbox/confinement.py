"""What a program may see, reach and use up: plain values, the same for every rung."""

from dataclasses import dataclass, field
from pathlib import Path

MB = 1 << 20
DESCRIPTORS = 4
"""All processes of a program together may open so many times as much as one of them."""


@dataclass(frozen=True, slots=True)
class ResourceLimits:
    """What a program and all that it starts may use up together, unless a word says otherwise."""

    memory: int = 1024 * MB
    """Bytes; also of the private and the shared memory in files."""
    processes: int = 128
    """Threads count."""
    open_files: int = 1024
    """Of one process."""
    file_size: int = 64 * MB
    """Bytes of one file."""
    tmp: int = 64 * MB
    """Bytes of all files, where there is a private place for them."""
    shared: int = 16 * MB
    """Bytes in /dev/shm."""
    cpus: int | None = 1
    """Processors' worth of time; None is as many as there are."""


@dataclass(frozen=True, slots=True)
class Confinement:
    """A program's place: it sees what is named here and what a program on this system needs."""

    folder: Path
    """Where it runs, read-only."""
    home: Path
    """Its HOME and TMPDIR: the only place that it may write to."""
    readable: tuple[Path, ...] = ()
    """What else it may read: its language's runtime."""
    writable: tuple[Path, ...] = ()
    """What else it may write to; of this nothing is bounded."""
    socket: Path | None = None
    """The one socket of the referee's that it may reach."""
    port: int | None = None
    """The one port of 127.0.0.1 that it may reach; it leads to the socket where there is one."""
    network: bool = False
    """It may reach whatever the machine reaches: for builds that download."""
    limits: ResourceLimits = field(default_factory=ResourceLimits)
