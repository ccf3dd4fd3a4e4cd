"""Gives matches to worker processes, and their records to the caller, which keeps them.

A worker that dies is replaced and its matches are played again. Nothing here knows what a match is
worth: the table is made from the records alone.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from referee.record import Record
from tournaments.core.dealing import FIRST_ENCOUNTER, Deal, deal_of
from tournaments.core.errors import NotStartedError, WorkersDieError
from tournaments.core.fixtures import Fixture
from tournaments.core.voids import Void
from tournaments.hosting.notices import Broken, Notice
from tournaments.run.fixture_queue import FixtureQueue
from tournaments.run.holds import Holds
from tournaments.run.orders import OpenOrder, PlayOrder, StartOrder, StartReport
from tournaments.run.plan import Plan
from tournaments.run.void_count import VoidCount
from tournaments.run.withdrawal import FaultCount
from tournaments.run.worker_end import WorkerEnd, died
from tournaments.run.worker_pool import WorkerPool

_AHEAD = 12
"""How far from the first match that waits another may be begun, in matches at once of a worker: far
enough that workers of unlike speed keep to their encounters (tournaments.core.dealing), near enough
that blocks become whole."""


class LocalRunner:
    """Plays fixtures in the order given, as many at once as the workers take."""

    def __init__(
        self,
        plan: Plan,
        fixtures: Iterable[Fixture],
        keep: Callable[[Sequence[Record]], None],
        more: Callable[[], Iterable[Fixture]] = lambda: (),
        *,
        jobs: int = 1,
        at_once: int = 8,
        withdrawn: frozenset[str] = frozenset(),
        tell: Callable[[Notice | Void], None] = lambda _: None,
    ) -> None:
        self._bots_to_start: tuple[str, ...] = ()
        """The local entrants that are being started before anything is played."""
        self._not_started: Sequence[tuple[str, str]] = ()
        """Those of them that the machine could not start, and why."""
        self._may_play = True
        """Whether matches may be handed out."""
        self._plan = plan
        self._workers = WorkerPool(plan)
        fixtures = list(fixtures)
        # Order is given up only to share encounters out among workers; one that is alone has to
        # have processes for each of them anyway.
        ahead = _AHEAD * at_once if jobs > 1 else 0
        self._waiting = FixtureQueue(fixtures, plan.deals, ahead)
        self._holds = Holds(self._waiting)
        self._keep = keep
        self._more = more
        self._at_once = at_once
        self._jobs = jobs
        self._tell = tell
        self._voids = VoidCount(jobs * at_once)
        self._failed = Counter[str]()
        """By match: how often it was begun and came to nothing."""
        self._deal = partial(deal_of, deals=plan.deals)
        self._left_on = Counter[Deal](map(self._deal, fixtures))
        """By deal: how many matches are still to be played on it."""
        remote = plan.hosting.remote if plan.hosting else frozenset()
        self.faults = FaultCount(plan.conduct.faults_in_a_row, remote, withdrawn)

    def run(
        self,
        stopped: Callable[[], bool] = lambda: False,
        begin: Callable[[], None] | None = None,
        *,
        all_bots: bool = False,
    ) -> bool:
        """Play until nothing is left, or until `stopped` says so (asked several times a second).

        With `begin`, every local bot that is to play is started once, or `all_bots`, where it is
        not known yet who will play; then `begin` is called, then matches begin. When all that was
        known is played, `more` is asked what follows. Returns whether everything was played.
        What was handed to `keep` is complete; matches under way when it stops leave no trace.
        `tell` hears of matches that were void. Raises NotStartedError, NoWorkersError (nothing was
        played), WorkersDieError, AlwaysVoidError, HeldError.
        """
        try:
            if begin:
                # First of all, so that a machine that cannot start a bot makes nobody forfeit.
                if not self._start_bots(stopped, all_bots=all_bots):
                    return False
                begin()
                self._may_play = True
            while True:
                self._start_workers()
                while (self._workers.under_way or self._holds.is_pausing) and not stopped():
                    self._take_reports()
                # Something is left, so it was stopped.
                if self._waiting or self._workers.under_way or self._holds.is_pausing:
                    return False
                self._holds.check()
                if not (more := list(self._more())):
                    return True
                self._waiting.extend(more)
                self._left_on.update(map(self._deal, more))
        finally:
            self._workers.end()

    def try_bots(self, stopped: Callable[[], bool], *, all_bots: bool = False) -> bool:
        """Start the bots as `run` does, and no more; False when it was stopped. Raises as `run`."""
        try:
            return self._start_bots(stopped, all_bots=all_bots)
        finally:
            self._workers.end()

    def _start_bots(self, stopped: Callable[[], bool], *, all_bots: bool) -> bool:
        named = {name for fixture in self._waiting for name in fixture.seats}
        # Where results decide who plays, anybody may be next.
        if all_bots:
            named |= self._plan.entries.keys()
        named &= self._plan.entries.keys() - self.faults.withdrawn
        self._bots_to_start = tuple(sorted(named))
        self._may_play = False
        # One worker alone: it plays on with these bots, and more would start each once more.
        if self._bots_to_start:
            self._workers.begin_trial()
            self._prepare(self._workers.start())
        while self._bots_to_start:
            if stopped():
                return False
            self._take_reports()
        if self._not_started:
            raise NotStartedError(self._not_started)
        self._workers.end_trial()
        return True

    def _start_workers(self) -> None:
        """Have as many workers as there is work for, and give each its share of it."""
        for worker in self._workers:
            self._hand_out(worker)
        while self._waiting and len(self._workers) < self._jobs:
            self._hand_out(self._workers.start())

    def _prepare(self, worker: WorkerEnd) -> None:
        """Let the worker start the bots that are to be started before anything is played."""
        if self._bots_to_start:
            worker.send(StartOrder(self._bots_to_start))
            # These processes stay, for everybody's first encounter with a deal.
            worker.encounters.add(FIRST_ENCOUNTER)

    def _take_reports(self) -> None:
        for worker in self._workers.ready():
            self._take(worker)
        if self._holds.end_pauses():
            self._start_workers()

    def _take(self, worker: WorkerEnd) -> None:
        reports, alive = worker.receive()
        records = [each for each in reports if isinstance(each, Record)]
        for each in reports:
            if isinstance(each, StartReport):
                self._bots_to_start, self._not_started = (), each.failed
            elif not isinstance(each, Record | Broken):
                self._tell(each)
        played = [self._played(worker, record) for record in records]
        # Kept before deals are opened: a match that is not on the disk is played again, and its
        # deal must not be known then.
        if records:
            self._workers.note_played()
            self._voids.note_played()
            self._keep(records)
            self._open_deals(played)
        for each in reports:
            if isinstance(each, Void):
                self._repeat(worker, each)
            elif isinstance(each, Broken):
                raise WorkersDieError(each.why)
        # What a dead worker had sent before is taken all the same.
        if alive and worker.process.is_alive():
            self._hand_out(worker)
        else:
            self._replace(worker)

    def _played(self, worker: WorkerEnd, record: Record) -> Fixture:
        fixture = worker.under_way.pop(record.id)
        self._left_on[self._deal(fixture)] -= 1
        self.faults.note(record)
        self._holds.note_played(fixture.seats)
        return fixture

    def _repeat(self, worker: WorkerEnd, void: Void) -> None:
        """See that the match is played again. Raises AlwaysVoidError when that has no end."""
        fixture = worker.under_way.pop(void.match)
        self._failed[fixture.id] += 1
        if self._holds.note(void, fixture):
            return
        if self._voids.note(void, fixture):
            self._waiting.put_back_alone(fixture)
        else:
            self._waiting.put_back([fixture])
        if not (failing := self._voids.failing):
            return
        # What may still be played goes first: only when nothing of it is left, the run is stuck.
        left = self._waiting.put_off(failing) or self._holds.pauses_without(failing)
        if not (left or self._workers.under_way):
            raise self._voids.give_up(void)

    def _open_deals(self, played: Iterable[Fixture]) -> None:
        for deal in set(map(self._deal, played)):
            # Only now may bots hear what the commitment was for: while a match on the deal is left,
            # it would show hands of that one.
            if not self._left_on[deal]:
                del self._left_on[deal]
                self._workers.send(OpenOrder(deal))

    def _hand_out(self, worker: WorkerEnd) -> None:
        """Once play has begun, give the worker its share of what is left, as far as it may."""
        if not self._may_play:
            return
        left = len(self._waiting) + self._workers.under_way
        # What waits for the end of a pause is not over.
        if not left and not self._holds.others_pause:
            left = self._waiting.call_back()
            if not left and (alone := self._waiting.take_alone()):
                self._give(worker, alone)
        # At the end one worker would otherwise have the last matches while others have none.
        share = min(self._at_once, math.ceil(left / self._jobs))
        while self._waiting and len(worker.under_way) < share:
            encounters = [each.encounters for each in self._workers]
            self._give(worker, self._waiting.take(worker.encounters, encounters))

    def _give(self, worker: WorkerEnd, fixture: Fixture) -> None:
        worker.under_way[fixture.id] = fixture
        withdrawn = self.faults.withdrawn & set(fixture.seats)
        worker.send(PlayOrder(fixture, withdrawn, self._failed[fixture.id]))

    def _replace(self, dead: WorkerEnd) -> None:
        lost = dead.dismiss()
        self._failed.update(fixture.id for fixture in lost)
        self._waiting.put_back(lost)
        for fixture in lost:
            self._tell(died(fixture, dead.process.exitcode))
        worker = self._workers.replace(dead)
        self._prepare(worker)
        self._hand_out(worker)
