"""How many bots a worker can have, by the number of files that a process may have open."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from referee.errors import UserError
from tournaments.core.dealing import MOST_ENCOUNTERS
from tournaments.core.fixtures import Fixture
from tournaments.run.plan import Plan
from tournaments.system.open_files import raise_limit

OF_A_WORKER: Final = 24
"""Files that a worker has open itself, and for a moment while it starts a bot."""
OF_A_BOT: Final = 8
"""Files of one bot: its socket, its connections, the pipes of its output and its supervisor."""


def fitting(plan: Plan, fixtures: Iterable[Fixture], at_once: int) -> tuple[Plan, int]:
    """The plan, and how many matches at once a worker has files for.

    The soft limit of this process, which those that it starts inherit, is raised as far as they
    take and the hard one allows. Where that is not enough for bots that stay from match to match
    and, beside them, for matches with processes of their own, each match has such processes, which
    go when it ends. Raises UserError when there are not even files for one match.
    """
    seats = plan.rules.seats
    # Worked out beforehand: a bot that finds no file in mid-match would be a void match.
    if not plan.fresh_processes:
        most = max((fixture.block.seatings for fixture in fixtures), default=1)
        encounters = 1 if plan.deals == "independent" else min(most, MOST_ENCOUNTERS)
        # A match that was void, or is beyond these encounters, gets fresh ones; the others stay.
        needed = _needed(len(plan.entries) * plan.processes * encounters + seats * at_once)
        if raise_limit(needed) >= needed:
            return plan, at_once
    allowed = raise_limit(_needed(seats * at_once))
    fits = (allowed - OF_A_WORKER) // (OF_A_BOT * seats)
    if fits < 1:
        needed = _needed(seats)
        raise UserError(
            f"a match of {seats} bots takes up to {needed} open files, and this machine allows a"
            f" process {allowed}: allow more (ulimit -n {needed})"
        )
    return replace(plan, fresh_processes=True), min(at_once, fits)


def _needed(bots: int) -> int:
    """The files that a worker with so many bots has open at most."""
    return OF_A_WORKER + OF_A_BOT * bots
