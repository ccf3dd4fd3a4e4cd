"""Tries to lower the priority of others, and to raise its own; then it plays."""

import os
from pathlib import Path

from attempts import attempt
from talk import play_on


def slow_down(which, who):
    """Set the priority to what it is already: this fails wherever a change would fail."""
    os.setpriority(which, who, os.getpriority(which, who))


others = [int(path.name) for path in Path("/proc").glob("[0-9]*")]
# Processes that were started shortly before may exist although /proc does not show them.
near = range(max(2, os.getpid() - 40), os.getpid())
for pid in sorted({os.getppid(), 1, *others, *near} - {os.getpid(), 0}):
    attempt(f"slow down {pid}", lambda pid=pid: slow_down(os.PRIO_PROCESS, pid))
attempt("slow down all of its user", lambda: slow_down(os.PRIO_USER, os.getuid()))
attempt("raise its own priority", lambda: os.setpriority(os.PRIO_PROCESS, 0, -5))
attempt("choose its processors", lambda: os.sched_setaffinity(0, range(1024)))
play_on()
