"""What a program may see, reach and use up, as plain values that every isolation level takes."""

from pathlib import Path
from typing import NamedTuple

MB = 1 << 20
DESCRIPTOR_FACTOR = 4
"""Without a control group, a program's processes together may have this many times `open_files`
descriptors open: the kernel counts the memory behind them for no process (buffers.py)."""
FURTHER_TASKS = 8192
"""What is added to RLIMIT_NPROC for other processes and threads of the referee's user, where the
kernel counts these with a bot's. Then the limit only stops a program that forks without end."""


class ResourceLimits(NamedTuple):
    """What a program and all that it starts may use up together, unless a field says otherwise.

    The defaults are those of a tournament file without `[isolation]` (docs/security.md).
    """

    memory: int = 1024 * MB
    """Bytes of memory, private or shared. Files that lie in memory count in a control group;
    without one they count as far as processes have mapped them."""
    processes: int = 128
    """The number of processes; each thread counts as one, as the kernel counts them."""
    open_files: int = 1024
    """Open files of each process; see DESCRIPTOR_FACTOR for all processes together."""
    file_size: int = 64 * MB
    """Bytes that a single file may have, on disk or in memory."""
    tmp: int = 64 * MB
    """Bytes of all files in /tmp with a HOME in it; a HOME elsewhere may hold as many again.
    Bounded with bubblewrap alone, where these folders lie in memory."""
    shared: int = 16 * MB
    """Bytes of all files in /dev/shm; bounded with bubblewrap alone."""
    cpus: int | None = 1
    """How many processors they may keep busy; None for as many as there are."""


class Confinement(NamedTuple):
    """What a program may see and reach, beside what every program needs, and what it may use."""

    folder: Path
    """Its working folder, which it may only read unless it is `writable` too."""
    home: Path
    """Its HOME and TMPDIR. By default it may write to no other folder of the machine; bubblewrap
    puts an empty folder in memory in its place, and gives it a /tmp and a /dev/shm like that."""
    readable: tuple[Path, ...] = ()
    """Further files and folders that it may read; `visible.resolved` adds those of its runtime."""
    starts: tuple[str, ...] = ()
    """Programs that the command's first program will start. They have to exist too."""
    writable: tuple[Path, ...] = ()
    """Further folders that it may write to; how much it writes there in all is not bounded."""
    socket: Path | None = None
    """The only socket of the referee that it may reach."""
    port: int | None = None
    """The only port of 127.0.0.1 that it may reach. If there is a `socket`, the port is one of the
    program's own network, and is relayed to the socket (relay.py)."""
    network: bool = False
    """Whether it may reach everything that the machine reaches: for builds, which download."""
    limits: ResourceLimits = ResourceLimits()
