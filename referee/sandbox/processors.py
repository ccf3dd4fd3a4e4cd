"""On which processors a program runs where no group bounds its share of them."""

import os
from itertools import count

_NEXT = count(os.getpid())
"""Another process begins with another one."""


def available() -> int:
    """How many we may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def processors(wanted: int | None) -> tuple[int, ...]:
    """So many of those that we may use, others for the next program; none means all."""
    if not wanted or not hasattr(os, "sched_getaffinity"):
        return ()
    ours = sorted(os.sched_getaffinity(0))
    if wanted >= len(ours):
        return ()
    first = next(_NEXT)
    return tuple(sorted(ours[(first + more) % len(ours)] for more in range(wanted)))
