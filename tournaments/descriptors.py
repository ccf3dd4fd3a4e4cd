"""How many bots a worker can have, by the files that a process may have open."""

import resource
from typing import Final

from tournaments.errors import UserError
from tournaments.plan import Plan

OF_A_WORKER: Final = 24
"""What a worker has open itself, and for a moment while it starts a bot."""
OF_A_BOT: Final = 8
"""Its socket, its connections, the pipes of its output and of its keeper."""


def fitting(plan: Plan, at_once: int) -> int:
    """So many of the matches at once as a worker has files for.

    The soft limit of this process, which those that it starts inherit, is raised as far as that
    takes and the hard one allows. Raises UserError when not even one match fits.
    """
    if not plan.fresh_processes:
        bots = len(plan.entries) * plan.processes
        allowed = _raise(_needed(bots))
        if allowed < _needed(bots):
            raise _too_few(bots, allowed)
        return at_once
    seats = plan.rules.seats
    allowed = _raise(_needed(seats * at_once))
    fits = (allowed - OF_A_WORKER) // (OF_A_BOT * seats)
    if fits < 1:
        raise _too_few(seats, allowed)
    return min(at_once, fits)


def _needed(bots: int) -> int:
    return OF_A_WORKER + OF_A_BOT * bots


def _raise(wanted: int) -> int:
    """The limit, after it was raised to what is wanted where that is allowed."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return max(wanted, soft)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most


def _too_few(bots: int, allowed: int) -> UserError:
    needed = _needed(bots)
    return UserError(
        f"{bots} bots in one process take up to {needed} open files, and this machine allows a"
        f" process {allowed}: allow more (ulimit -n {needed}), or enter fewer bots"
    )
