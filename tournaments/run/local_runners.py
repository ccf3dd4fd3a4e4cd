"""Runners that play in processes of this machine."""

from tournaments.run.descriptors import fit_to_file_limit
from tournaments.run.planning import Planning
from tournaments.run.port import RunOrder
from tournaments.run.runner import LocalRunner


class LocalRunners:
    """Makes runners with workers on this machine, within its limit of open files."""

    def plays_here(self, planning: Planning) -> bool:
        """True: all local bots play on this machine."""
        del planning
        return True

    def make(self, order: RunOrder, *, jobs: int) -> LocalRunner:
        """The runner. Raises UserError when the limit of open files is too low for one match."""
        wanted = order.planning.tournament.play.matches_at_once
        plan, at_once = fit_to_file_limit(order.plan, order.fixtures, wanted)
        return LocalRunner(
            plan,
            order.fixtures,
            order.save,
            order.more,
            jobs=jobs,
            at_once=at_once,
            withdrawn=order.withdrawn,
            tell=order.tell,
        )
