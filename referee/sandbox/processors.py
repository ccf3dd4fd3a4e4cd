"""On which processors a program runs, where no control group bounds its share of them."""

import os
from itertools import count

_NEXT = count(os.getpid())
"""The first processor to give out. Each process begins elsewhere: else all workers' bots would
crowd on the first processors."""


def available() -> int:
    """How many processors this process may use, at least 1."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def processors(wanted: int | None) -> tuple[int, ...]:
    """The numbers of `wanted` processors, in turn over those that this process may use.

    Empty when there is nothing to restrict: `wanted` is None or 0, as many are wanted as there are,
    or the system has no affinity (macOS).
    """
    if not wanted or not hasattr(os, "sched_getaffinity"):
        return ()
    ours = sorted(os.sched_getaffinity(0))
    if wanted >= len(ours):
        return ()
    first = next(_NEXT)
    return tuple(sorted(ours[(first + more) % len(ours)] for more in range(wanted)))
