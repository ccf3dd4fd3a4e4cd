"""Tries to lower the limits of other processes on processor time and files; then it plays."""

import os
import resource
from pathlib import Path

from attempts import attempt
from talk import play_on


def lower(pid, which):
    """Set the limit to what it is already: this fails wherever a lower one would fail."""
    limits = resource.prlimit(pid, which)
    resource.prlimit(pid, which, limits)


others = [int(path.name) for path in Path("/proc").glob("[0-9]*")]
# Processes that were started shortly before may exist although /proc does not show them.
near = range(max(2, os.getpid() - 40), os.getpid())
for pid in sorted({os.getppid(), 1, *others, *near} - {os.getpid(), 0}):
    for name in ("CPU", "NOFILE"):
        which = getattr(resource, f"RLIMIT_{name}")
        attempt(f"lower {name} of {pid}", lambda pid=pid, which=which: lower(pid, which))
play_on()
