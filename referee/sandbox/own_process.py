"""What a runtime reads about its own process, where Landlock says what may be read."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

_FILES: Final = (
    *("auxv", "cgroup", "cmdline", "comm", "environ", "fd", "fdinfo", "io", "limits", "loginuid"),
    *("maps", "mountinfo", "mounts", "numa_maps", "oom_score", "oom_score_adj", "sched"),
    *("schedstat", "smaps", "smaps_rollup", "stat", "statm", "status", "uid_map", "gid_map"),
)
"""Not net, nor task, which has another one: there stand the sockets of others with their paths."""


def readable() -> Iterator[Path]:
    """Of this process, which is about to become the program; what it starts has nothing there."""
    own = Path("/proc/self").resolve()
    return (own / name for name in _FILES)
