"""The files below /proc that a runtime reads about its own process, for Landlock's rules."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

_FILES: Final = (
    *("auxv", "cgroup", "cmdline", "comm", "environ", "fd", "fdinfo", "io", "limits", "loginuid"),
    *("maps", "mountinfo", "mounts", "numa_maps", "oom_score", "oom_score_adj", "sched"),
    *("schedstat", "smaps", "smaps_rollup", "stat", "statm", "status", "uid_map", "gid_map"),
)
"""`net` and `task` are missing on purpose: `net/unix` lists the paths of other bots' sockets, and
each thread in `task` has a `net` too."""


def readable() -> Iterator[Path]:
    """The files about this process, which is about to become the program.

    Processes that the program starts have other folders in /proc, and may read nothing there.
    """
    folder = Path("/proc/self").resolve()
    return (folder / name for name in _FILES)
