"""How many bots a worker can have, by the number of files that a process may have open."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from referee.errors import UserError
from tournaments.core.dealing import MOST_ENCOUNTERS
from tournaments.core.fixtures import Fixture
from tournaments.run.plan import Plan
from tournaments.system.open_files import raise_limit

FILES_OF_A_WORKER: Final = 24
"""The files that a worker needs for itself, and for a moment while it starts a bot."""
FILES_OF_A_BOT: Final = 8
"""The files that a worker has open for one process of a bot: its socket, its connections, and the
pipes to its output and its supervisor."""


def fit_to_file_limit(plan: Plan, fixtures: Iterable[Fixture], at_once: int) -> tuple[Plan, int]:
    """The plan, and the number of matches at once, that the limit of open files allows a worker.

    The soft limit of this process, which the workers inherit, is raised as far as needed and as the
    hard limit allows. Bots stay from match to match, and up to `at_once` matches may have processes
    of their own beside them. When the limit is too low for that, the returned plan gives every
    match processes of its own, which end with it; `at_once` is lowered if need be. Raises UserError
    when the limit is too low for one match.
    """
    seats = plan.rules.seats
    # Worked out beforehand: a worker that ran out of files during a match would make it void.
    if not plan.fresh_processes:
        seatings = max((fixture.block.seatings for fixture in fixtures), default=1)
        encounters = 1 if plan.deals == "independent" else min(seatings, MOST_ENCOUNTERS)
        # Every bot has a process for each encounter. A match that was void, or that is a later
        # encounter, has processes of its own beside them.
        needed = _needed(len(plan.entries) * plan.processes * encounters + seats * at_once)
        if raise_limit(needed) >= needed:
            return plan, at_once
    allowed = raise_limit(_needed(seats * at_once))
    fits = (allowed - FILES_OF_A_WORKER) // (FILES_OF_A_BOT * seats)
    if fits < 1:
        needed = _needed(seats)
        raise UserError(
            f"a match of {seats} bots takes up to {needed} open files, and this machine allows a"
            f" process {allowed}: allow more (ulimit -n {needed})"
        )
    return replace(plan, fresh_processes=True), min(at_once, fits)


def _needed(bots: int) -> int:
    """The most files that a worker with this number of processes of bots has open."""
    return FILES_OF_A_WORKER + FILES_OF_A_BOT * bots
