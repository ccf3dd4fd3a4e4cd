"""Chooses the processors for a program whose share of them no control group bounds."""

import os
from itertools import count

_NEXT = count(os.getpid())
"""Counts the choices of `processors`: the count decides with which processor a choice begins.

It begins at the process id, which differs between workers. Else all of them would begin with the
same processors.
"""


def available() -> int:
    """How many processors this process may use, at least 1."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def processors(wanted: int | None) -> tuple[int, ...]:
    """The numbers of `wanted` processors; calls take turns over those that this process may use.

    Empty when the program is not to be bound: `wanted` is None, 0 or at least the number that this
    process may use, or the system cannot bind programs to processors (macOS).
    """
    if not wanted or not hasattr(os, "sched_getaffinity"):
        return ()
    usable = sorted(os.sched_getaffinity(0))
    if wanted >= len(usable):
        return ()
    first = next(_NEXT)
    return tuple(sorted(usable[(first + i) % len(usable)] for i in range(wanted)))
