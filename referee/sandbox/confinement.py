"""What a program may see, reach and use up, as plain values; the same on every isolation level."""

from pathlib import Path
from typing import NamedTuple

MB = 1 << 20
DESCRIPTORS = 4
"""The processes of a program together may have this many times `open_files` descriptors open."""


class ResourceLimits(NamedTuple):
    """What a program and all that it starts may use up together, unless a field says otherwise.

    The defaults are those of a tournament file without `[isolation]` (docs/security.md).
    """

    memory: int = 1024 * MB
    """Bytes of memory, including files that lie in memory, private or shared."""
    processes: int = 128
    """The number of processes; each thread counts as one, as the kernel counts them."""
    open_files: int = 1024
    """Open files of each process; see DESCRIPTORS for all of them together."""
    file_size: int = 64 * MB
    """Bytes that a single file may have, on disk or in memory."""
    tmp: int = 64 * MB
    """Bytes of all files in the private HOME and TMPDIR, on the levels where these lie in
    memory."""
    shared: int = 16 * MB
    """Bytes of all files in /dev/shm."""
    cpus: int | None = 1
    """How many processors it may keep busy; None for as many as there are."""


class Confinement(NamedTuple):
    """What a program may see and reach, beside what every program needs, and what it may use."""

    folder: Path
    """Its working folder, which it may only read unless it is `writable` too."""
    home: Path
    """Its HOME and TMPDIR: the only place that it may write to by default."""
    readable: tuple[Path, ...] = ()
    """Further files and folders that it may read; `visible.widened` adds those of its runtime."""
    starts: tuple[str, ...] = ()
    """Programs that the command itself will start. They have to exist, like the command's own."""
    writable: tuple[Path, ...] = ()
    """Further folders that it may write to; how much it writes there is not bounded."""
    socket: Path | None = None
    """The only socket of the referee that it may reach."""
    port: int | None = None
    """The only port of 127.0.0.1 that it may reach. If there is a `socket`, it leads to that."""
    network: bool = False
    """Whether it may reach everything that the machine reaches: for builds, which download."""
    limits: ResourceLimits = ResourceLimits()
