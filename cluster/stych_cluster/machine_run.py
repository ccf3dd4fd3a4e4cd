"""A run on a machine: a runner in a thread, which plays the parcels that arrive."""

import threading
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Final

from referee.errors import StychError
from referee.record import Record
from stych_cluster.parcel_runner import ParcelRunner
from stych_cluster.parcels import Parcel, ParcelReport
from tournaments.core.fixtures import Fixture
from tournaments.core.voids import Void
from tournaments.hosting.notices import Notice
from tournaments.run.plan import Plan

_TICK_SECONDS: Final = 0.2
"""Seconds between two looks at whether a wait is to end."""
IDLE_SECONDS: Final = 60.0
"""Seconds without a parcel after which a run ends here: its runner may have been killed."""


@dataclass(slots=True)
class _ParcelState:
    """How far a parcel is that is being played. Times are those of `time.monotonic`."""

    left: set[str]
    """The ids of its matches that are not played yet."""
    arrived: float
    reports: list[Record | Void] = field(default_factory=list)
    done: threading.Event = field(default_factory=threading.Event)
    ended: float = 0.0
    """When its last match was played; 0 before that."""


@dataclass(frozen=True, slots=True)
class _NoMoreParcels:
    """The message that no parcel of the run follows for this machine."""

    saved: tuple[int, ...]
    """The numbers of parcels that the run has saved since the last message."""


class MachineRun:
    """One run on this machine, from the start of its bots to their end.

    A thread of its own plays the matches.
    """

    def __init__(
        self,
        plan: Plan,
        bots: AbstractContextManager[object],
        *,
        jobs: int,
        at_once: int,
        withdrawn: frozenset[str],
    ) -> None:
        """Start the run. It enters `bots`, a context that protects their folders, and exits it."""
        self.problem = ""
        """Why the run failed, as a clause; "" if it did not."""
        self._bots = bots
        self._inbox: SimpleQueue[Parcel | _NoMoreParcels] = SimpleQueue()
        self._has_all_parcels = False
        """Whether no parcel follows."""
        self._parcels: dict[int, _ParcelState] = {}
        """By number: the parcels that are being played."""
        self._fixtures: dict[int, tuple[Fixture, ...]] = {}
        """By number of a parcel: its fixtures, until the run has saved them."""
        self._parcel_of: dict[str, int] = {}
        """By id of a match that is not played yet: the number of its parcel."""
        self._started, self._stop = threading.Event(), threading.Event()
        """Set when every bot was started, and when the run is to stop."""
        self._last_end = time.monotonic()
        """When the last parcel was over; at first, when the run began."""
        self._runner = ParcelRunner(
            plan,
            self._keep,
            self._arrived,
            jobs=jobs,
            at_once=at_once,
            withdrawn=withdrawn,
            tell=self._tell,
        )
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def is_over(self) -> bool:
        """Whether the run has ended or is ending, so that it plays no parcel any more."""
        return self._stop.is_set() or not self._thread.is_alive()

    def wait_started(self, wanted: Callable[[], bool]) -> bool:
        """Wait until every bot has started; False if the run ended.

        The run is ended when `wanted` returns False.
        """
        while not (self._started.wait(_TICK_SECONDS) or self.is_over):
            if not wanted():
                self.end()
        return self._started.is_set() and not self.is_over

    def play(self, parcel: Parcel, wanted: Callable[[], bool]) -> ParcelReport:
        """Play a parcel; other threads may play other parcels at the same time.

        The run is ended when `wanted` returns False. When the run fails, the report has the matches
        that were played before. When the run is stopped, the report is empty: a signal that stopped
        this process may have killed bots first, and these would seem to have crashed.
        """
        entry = _ParcelState({each.id for each in parcel.fixtures}, time.monotonic())
        # Matches may come twice, when the report of a parcel was lost on the way.
        self._runner.note_given(entry.left)
        self._parcels[parcel.number] = entry
        self._fixtures[parcel.number] = parcel.fixtures
        self._parcel_of.update((each.id, parcel.number) for each in parcel.fixtures)
        self._runner.withdraw(parcel.withdrawn)
        self._inbox.put(parcel)
        while not (entry.done.wait(_TICK_SECONDS) or self.is_over):
            if not wanted():
                self.end()
        if is_cut_off := not entry.done.is_set():
            # Until the thread has ended, it may still add reports.
            self._thread.join()
        del self._parcels[parcel.number]
        # The time in which the machine still played the previous parcel does not count.
        begun, self._last_end = max(entry.arrived, self._last_end), entry.ended or time.monotonic()
        reports = () if is_cut_off and self._stop.is_set() else tuple(entry.reports)
        return ParcelReport(reports, self._last_end - begun, self.problem)

    def withdraw(self, names: frozenset[str]) -> None:
        """Let these entrants forfeit from now on."""
        self._runner.withdraw(names)

    def finish(self, saved: Iterable[int]) -> None:
        """End a run that gets no more parcels. First open the deals of the parcels in `saved`.

        Parcels that it has are played to their end.
        """
        self._inbox.put(_NoMoreParcels(tuple(saved)))
        self._thread.join()

    def end(self) -> None:
        """End all bots and workers, and wait for their end. Further calls do nothing."""
        self._stop.set()
        self._thread.join()

    # -- in the thread that plays

    def _run(self) -> None:
        try:
            with self._bots:
                self._runner.run(self._stop.is_set, self._started.set, all_bots=True)
        except StychError as error:
            self.problem = str(error)
        # A bug of the referee ends this run here, but not the machine, nor the run elsewhere.
        except Exception as error:
            traceback.print_exc()
            self.problem = f"the referee failed: {type(error).__name__}: {error}"

    def _arrived(self, wait: bool) -> Iterable[Fixture]:
        """The fixtures of the next parcel, as `arrived` of ParcelRunner."""
        end = time.monotonic() + IDLE_SECONDS
        while not (self._stop.is_set() or self._has_all_parcels):
            try:
                arrived = self._inbox.get(wait, _TICK_SECONDS)
            except Empty:
                if not wait:
                    break
                if time.monotonic() > end:
                    self._stop.set()
                continue
            self._open_deals_of(arrived.saved)
            if isinstance(arrived, Parcel):
                return arrived.fixtures
            # Remembered for the next call: to a call that does not wait, () means no end.
            self._has_all_parcels = True
        return ()

    def _open_deals_of(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            self._runner.open_deals(self._fixtures.pop(number, ()))

    def _keep(self, records: Sequence[Record]) -> None:
        # After a stop nothing is reported (see `play`).
        if self._stop.is_set():
            return
        now = time.monotonic()
        for record in records:
            entry = self._parcels.get(self._parcel_of.pop(record.id))
            if entry:
                entry.reports.append(record)
                entry.left.discard(record.id)
                if not entry.left:
                    entry.ended = now
                    entry.done.set()

    def _tell(self, notice: Notice | Void) -> None:
        # Other notices, as of bots that are waited for, would come to the run when they are old.
        if isinstance(notice, Void) and (entry := self._parcels.get(self._parcel_of[notice.match])):
            entry.reports.append(notice)
