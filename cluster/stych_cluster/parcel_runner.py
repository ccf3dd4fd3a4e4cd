"""The runner of this machine, which is given its matches parcel by parcel."""

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
    """Plays what arrives, and goes on until nothing arrives any more.

    In three things it leaves the last word to the runner of the cluster: which entrants are
    withdrawn, when a match is on the disk, and so when its deal may be opened.
    """

    def __init__(
        self,
        plan: Plan,
        keep: Callable[[Sequence[Record]], None],
        arrived: Callable[[bool], Iterable[Fixture]],
        *,
        jobs: int,
        at_once: int,
        withdrawn: frozenset[str],
        tell: Callable[[Notice | Void], None],
    ) -> None:
        """`arrived` has what came since it was last asked; with True it waits, () is the end."""
        super().__init__(
            plan, (), keep, lambda: arrived(True), jobs=jobs, at_once=at_once, tell=tell
        )
        self._arrived = arrived
        self._given = set[str]()
        # What is a row of faults is counted over all machines.
        self.faults = FaultCount(sys.maxsize, withdrawn=withdrawn)

    def withdraw(self, names: frozenset[str]) -> None:
        """Let these entrants forfeit the matches that are not handed out yet."""
        self.faults.withdrawn |= names

    def note_given(self, matches: Iterable[str]) -> None:
        """Note that these matches come; those that came before get processes of their own."""
        new = set(matches)
        # Bots that play here have seen their deals.
        self._failed.update(new & self._given)
        self._given |= new

    def open_deals(self, played: Iterable[Fixture]) -> None:
        """Open the deals of matches that are on the runner's disk, where none is left to play."""
        super()._open_deals(played)

    def _open_deals(self, played: Iterable[Fixture]) -> None:
        """Nothing is on the runner's disk yet: `open_deals` follows with a later parcel."""
        del played

    def _take_reports(self) -> None:
        super()._take_reports()
        # Before the last matches of a parcel are over: no worker waits for the next one.
        if more := list(self._arrived(False)):
            self._waiting.extend(more)
            self._left_on.update(map(self._deal, more))
            self._start_workers()
