"""The limit of open files of a process (RLIMIT_NOFILE)."""

import resource
from typing import Final

USUAL: Final = 1024
"""The usual soft limit of open files (RLIMIT_NOFILE) of a process.

A bot takes 8 files of its worker (tournaments.run.descriptors), so this is enough for some 125
processes of bots.
"""


def raise_limit(wanted: int) -> int:
    """Raise the soft limit of open files (RLIMIT_NOFILE) to `wanted`, if it is lower.

    Returns a number of files that the process may have open: `wanted` or more, or the hard limit
    if that is lower.
    """
    # The hard limit is left as it is. Only root may raise it, and lowering it cannot be undone.
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return max(wanted, soft)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most
