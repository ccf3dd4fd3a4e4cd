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
IDLE_SECONDS: Final = 60.0
"""Seconds without a parcel after which a run ends here: its runner may have been killed."""


@dataclass(slots=True)
class _Open:
    """A parcel that is being played."""

    left: set[str]
    arrived: float
    reports: list[Record | Void] = field(default_factory=list)
    done: threading.Event = field(default_factory=threading.Event)
    ended: float = 0.0


@dataclass(frozen=True, slots=True)
class _End:
    """All was played, and these parcels are on the runner's disk."""

    saved: tuple[int, ...]


class MachineRun:
    """One run, from the start of its bots to their end."""

    def __init__(
        self,
        plan: Plan,
        bots: AbstractContextManager[object],
        *,
        jobs: int,
        at_once: int,
        withdrawn: frozenset[str],
    ) -> None:
        """`bots` is entered as long as their folders are needed."""
        self.problem = ""
        """Why it ended before it was told to; "" if it did not."""
        self._bots = bots
        self._inbox: SimpleQueue[Parcel | _End] = SimpleQueue()
        self._is_complete = False
        """Whether no parcel follows any more."""
        self._open: dict[int, _Open] = {}
        self._fixtures: dict[int, tuple[Fixture, ...]] = {}
        """By number of a parcel: what deals may have to be opened for it."""
        self._of: dict[str, int] = {}
        """By match: the parcel that it is played in."""
        self._started, self._stop = threading.Event(), threading.Event()
        self._last_end = time.monotonic()
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
        """Whether it plays nothing any more."""
        return self._stop.is_set() or not self._thread.is_alive()

    def wait_started(self, wanted: Callable[[], bool]) -> bool:
        """Wait until every bot was started; False when it ended before, or is not wanted."""
        while not (self._started.wait(_TICK_SECONDS) or self.is_over):
            if not wanted():
                self.end()
        return self._started.is_set() and not self.is_over

    def play(self, parcel: Parcel, wanted: Callable[[], bool]) -> ParcelReport:
        """Play a parcel, beside others that are being played. Ends the run when it is not wanted.

        Of a run that fails meanwhile the report has what was played by then. Of one that is stopped
        it has nothing: what stopped this process may have stopped bots first, as if they crashed.
        """
        own = _Open({each.id for each in parcel.fixtures}, time.monotonic())
        # A parcel may come twice, when its report was lost on the way.
        self._runner.note_given(own.left)
        self._open[parcel.number] = own
        self._fixtures[parcel.number] = parcel.fixtures
        self._of.update((each.id, parcel.number) for each in parcel.fixtures)
        self._runner.withdraw(parcel.withdrawn)
        self._inbox.put(parcel)
        while not (own.done.wait(_TICK_SECONDS) or self.is_over):
            if not wanted():
                self.end()
        if is_cut_off := not own.done.is_set():
            # Its last reports are there when the thread has ended.
            self._thread.join()
        del self._open[parcel.number]
        begun, self._last_end = max(own.arrived, self._last_end), own.ended or time.monotonic()
        reports = () if is_cut_off and self._stop.is_set() else tuple(own.reports)
        return ParcelReport(reports, self._last_end - begun, self.problem)

    def withdraw(self, names: frozenset[str]) -> None:
        """Let these entrants forfeit from now on."""
        self._runner.withdraw(names)

    def finish(self, saved: Iterable[int]) -> None:
        """End it when all was played: the deals of parcels that were saved are opened first."""
        self._inbox.put(_End(tuple(saved)))
        self._thread.join()

    def end(self) -> None:
        """End all bots and workers, and wait for that; may be called again."""
        self._stop.set()
        self._thread.join()

    # -- in the thread

    def _run(self) -> None:
        try:
            with self._bots:
                self._runner.run(self._stop.is_set, self._started.set, all_bots=True)
        except StychError as error:
            self.problem = str(error)
        # A bug of ours ends this run, and neither the machine nor the run elsewhere.
        except Exception as error:
            traceback.print_exc()
            self.problem = f"the referee failed: {type(error).__name__}: {error}"

    def _arrived(self, wait: bool) -> Iterable[Fixture]:
        """What the runner is to play now."""
        end = time.monotonic() + IDLE_SECONDS
        while not (self._stop.is_set() or self._is_complete):
            try:
                arrived = self._inbox.get(wait, _TICK_SECONDS)
            except Empty:
                if not wait:
                    break
                if time.monotonic() > end:
                    self._stop.set()
                continue
            self._open_saved(arrived.saved)
            if isinstance(arrived, Parcel):
                return arrived.fixtures
            # It may be taken by who does not wait, to whom () says nothing of an end.
            self._is_complete = True
        return ()

    def _open_saved(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            self._runner.open_deals(self._fixtures.pop(number, ()))

    def _keep(self, records: Sequence[Record]) -> None:
        if self._stop.is_set():
            return
        now = time.monotonic()
        for record in records:
            own = self._open.get(self._of.pop(record.id))
            if own:
                own.reports.append(record)
                own.left.discard(record.id)
                if not own.left:
                    own.ended = now
                    own.done.set()

    def _tell(self, notice: Notice | Void) -> None:
        # Who is waited for would be told when the wait is over.
        if isinstance(notice, Void) and (own := self._open.get(self._of[notice.match])):
            own.reports.append(notice)
