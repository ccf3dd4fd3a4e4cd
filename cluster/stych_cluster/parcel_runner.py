"""A local runner that gets its matches parcel by parcel from the runner of a cluster."""

import sys
from collections.abc import Callable, Iterable, Sequence

from referee.record import Record
from tournaments.core.fixtures import Fixture
from tournaments.core.voids import Void
from tournaments.hosting.notices import Notice
from tournaments.run.plan import Plan
from tournaments.run.runner import LocalRunner
from tournaments.run.withdrawal import FaultCount


class ParcelRunner(LocalRunner):
    """Plays fixtures as they arrive, until no more can come.

    The runner of the cluster decides which entrants are withdrawn. It also saves the matches, and
    so it says when the deal of a match may be opened.
    """

    def __init__(
        self,
        plan: Plan,
        save: Callable[[Sequence[Record]], None],
        arrived: Callable[[bool], Iterable[Fixture]],
        *,
        jobs: int,
        at_once: int,
        withdrawn: frozenset[str],
        tell: Callable[[Notice | Void], None],
    ) -> None:
        """`arrived` returns fixtures that have come since its last call, () if there are none.

        When it is called with True it waits for fixtures, and () means that no more will come.
        """
        super().__init__(
            plan, (), save, lambda: arrived(True), jobs=jobs, at_once=at_once, tell=tell
        )
        self._arrived = arrived
        self._given = set[str]()
        """The ids of all matches that have come so far."""
        # Without a limit: the runner of the cluster counts faults in a row, over all machines.
        self.faults = FaultCount(sys.maxsize, withdrawn=withdrawn)

    def withdraw(self, names: frozenset[str]) -> None:
        """Let these entrants forfeit all matches that no worker has been given yet."""
        self.faults.withdrawn |= names

    def note_given(self, matches: Iterable[str]) -> None:
        """Note that these matches come; one that has come before is played by new processes."""
        ids = set(matches)
        # The earlier processes may have seen its deal. A match in `_failed` gets new processes.
        self._failed.update(ids & self._given)
        self._given |= ids

    def open_deals(self, played: Iterable[Fixture]) -> None:
        """Open the deals of matches that the cluster has saved, if none on the deal is left."""
        super()._open_deals(played)

    def _open_deals(self, played: Iterable[Fixture]) -> None:
        """Do nothing: the matches are not saved yet, and `open_deals` is called when they are."""
        del played

    def _take_reports(self) -> None:
        super()._take_reports()
        # The next parcel is taken before all matches of this one are over: no worker is idle.
        if more := list(self._arrived(False)):
            self._waiting.extend(more)
            self._left_on.update(map(self._deal, more))
            self._start_workers()
