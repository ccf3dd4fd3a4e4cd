"""What a runtime reads about its own process, where Landlock lists the files it may read."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

_FILES: Final = (
    *("auxv", "cgroup", "cmdline", "comm", "environ", "fd", "fdinfo", "io", "limits", "loginuid"),
    *("maps", "mountinfo", "mounts", "numa_maps", "oom_score", "oom_score_adj", "sched"),
    *("schedstat", "smaps", "smaps_rollup", "stat", "statm", "status", "uid_map", "gid_map"),
)
"""`net` and `task` are missing on purpose: `net/unix` lists the socket paths of other bots, and
every `task` has a `net` of its own."""


def readable() -> Iterator[Path]:
    """The files of this process, which is about to become the program.

    Processes that the program starts have other folders in /proc, and may read nothing there.
    """
    own = Path("/proc/self").resolve()
    return (own / name for name in _FILES)
