"""How many files a process may have open."""

import resource
from typing import Final

USUAL: Final = 1024
"""Files that a worker may have open on most machines: enough for some 125 processes of bots."""


def raised(wanted: int) -> int:
    """Raise the soft limit to what is wanted, as far as the hard one allows; returns the limit."""
    # The hard limit stays: only root could raise it, and nobody could take it back.
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return max(wanted, soft)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most
