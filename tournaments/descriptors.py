"""How many bots a worker can have, by the files that a process may have open."""

import resource
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from referee.errors import UserError
from tournaments.dealing import MOST_LINES
from tournaments.plan import Plan
from tournaments.schedule import Fixture

OF_A_WORKER: Final = 24
"""What a worker has open itself, and for a moment while it starts a bot."""
OF_A_BOT: Final = 8
"""Its socket, its connections, the pipes of its output and of its supervisor."""
USUAL: Final = 1024
"""What a worker may have open on most machines: enough for some 125 processes of bots."""


def fitting(plan: Plan, fixtures: Iterable[Fixture], at_once: int) -> tuple[Plan, int]:
    """The plan, and how many matches at once a worker has files for.

    The soft limit of this process, which those that it starts inherit, is raised as far as they
    take and the hard one allows. Where that is not enough for bots that stay from match to match
    and, beside them, for matches with processes of their own, each match has such processes, which
    go when it ends. Raises UserError when there are not even files for one match.
    """
    seats = plan.rules.seats
    if not plan.fresh_processes:
        most = max((fixture.block.seatings for fixture in fixtures), default=1)
        lines = 1 if plan.deals == "independent" else min(most, MOST_LINES)
        # A match that was void, or is beyond MOST_LINES, gets fresh ones while the others stay.
        needed = _needed(len(plan.entries) * plan.processes * lines + seats * at_once)
        if _raise(needed) >= needed:
            return plan, at_once
    allowed = _raise(_needed(seats * at_once))
    fits = (allowed - OF_A_WORKER) // (OF_A_BOT * seats)
    if fits < 1:
        needed = _needed(seats)
        raise UserError(
            f"a match of {seats} bots takes up to {needed} open files, and this machine allows a"
            f" process {allowed}: allow more (ulimit -n {needed})"
        )
    return replace(plan, fresh_processes=True), min(at_once, fits)


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
