"""Runners that play in processes of this machine."""

from tournaments.run.descriptors import fitting
from tournaments.run.planning import Planning
from tournaments.run.port import RunOrder
from tournaments.run.runner import LocalRunner


class LocalRunners:
    """Makes runners with workers on this machine, within its limit of open files."""

    def play_here(self, planning: Planning) -> bool:
        """True: all local bots play on this machine."""
        del planning
        return True

    def make(self, order: RunOrder, *, jobs: int) -> LocalRunner:
        """The runner. Raises UserError when the limit of open files is too low for one match."""
        wanted = order.planning.tournament.play.matches_at_once
        plan, at_once = fitting(order.plan, order.fixtures, wanted)
        return LocalRunner(
            plan,
            order.fixtures,
            order.keep,
            order.more,
            jobs=jobs,
            at_once=at_once,
            withdrawn=order.withdrawn,
            tell=order.tell,
        )
