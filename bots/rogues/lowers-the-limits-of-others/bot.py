"""Takes processor time and files from whomever it finds, by their limits; then it plays."""

import os
import resource
from pathlib import Path

from attempts import attempt
from talk import play_on


def lower(pid, which):
    """To what it is: it fails where a lower one would."""
    limits = resource.prlimit(pid, which)
    resource.prlimit(pid, which, limits)


others = [int(path.name) for path in Path("/proc").glob("[0-9]*")]
near = range(max(2, os.getpid() - 40), os.getpid())
for pid in sorted({os.getppid(), 1, *others, *near} - {os.getpid(), 0}):
    for name in ("CPU", "NOFILE"):
        which = getattr(resource, f"RLIMIT_{name}")
        attempt(f"lower {name} of {pid}", lambda pid=pid, which=which: lower(pid, which))
play_on()
