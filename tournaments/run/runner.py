"""Gives matches to worker processes, and their records to the caller, which saves them.

A worker that dies is replaced, and its matches are played again. The runner does not look at who
won: the table is made from the records alone.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from referee.record import Record
from tournaments.core.dealing import FIRST_ENCOUNTER, DealId, deal_of
from tournaments.core.errors import NotStartedError, WorkersDieError
from tournaments.core.fixtures import Fixture
from tournaments.core.voids import Void
from tournaments.hosting.notices import LobbyFailed, Notice
from tournaments.run.fixture_queue import FixtureQueue
from tournaments.run.holds import Holds
from tournaments.run.orders import OpenOrder, PlayOrder, StartOrder, StartReport
from tournaments.run.plan import Plan
from tournaments.run.void_count import VoidCount
from tournaments.run.withdrawal import FaultCount
from tournaments.run.worker_handle import WorkerHandle, void_of_death
from tournaments.run.worker_pool import WorkerPool

_AHEAD = 12
"""How far behind the first waiting match another may be taken, as a multiple of the matches that a
worker plays at once. This is far enough for workers of unlike speed to keep to their encounters
(tournaments.core.dealing), and near enough for blocks to become whole."""


class LocalRunner:
    """Plays fixtures nearly in their order, with up to `jobs` workers, `at_once` on each."""

    def __init__(
        self,
        plan: Plan,
        fixtures: Iterable[Fixture],
        save: Callable[[Sequence[Record]], None],
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
        """Pairs of an entrant that this machine could not start, and why."""
        self._may_play = True
        """Whether matches may be handed out."""
        self._plan = plan
        self._workers = WorkerPool(plan)
        fixtures = list(fixtures)
        # Matches leave their order only so that workers can divide the encounters. A single worker
        # has to have processes for all encounters anyway.
        ahead = _AHEAD * at_once if jobs > 1 else 0
        self._waiting = FixtureQueue(fixtures, plan.deals, ahead)
        self._holds = Holds(self._waiting)
        self._save = save
        self._more = more
        self._at_once = at_once
        self._jobs = jobs
        self._tell = tell
        self._voids = VoidCount(jobs * at_once)
        self._failed = Counter[str]()
        """By id of a match: how often it was begun and not finished."""
        self._deal = partial(deal_of, deals=plan.deals)
        self._left_on = Counter[DealId](map(self._deal, fixtures))
        """By deal: how many known matches are still to be played on it."""
        remote = plan.hosting.remote if plan.hosting else frozenset()
        self.faults = FaultCount(plan.conduct.faults_in_a_row, remote, withdrawn)

    def run(
        self,
        stopped: Callable[[], bool] = lambda: False,
        begin: Callable[[], None] | None = None,
        *,
        all_bots: bool = False,
    ) -> bool:
        """Play until nothing is left, or until `stopped`, which is called often, returns true.

        With `begin`, one process of each local bot in the fixtures is started first, or of every
        local bot with `all_bots`, for when it is not known yet who will play; not of withdrawn
        ones. Then `begin` is called, and matches begin. When all known matches were played, `more`
        returns the next. Returns whether everything was played. Matches under way when it stops
        give neither a record nor a void. `tell` gets notices and voids. Raises NotStartedError and
        NoWorkersError, before any match, and WorkersDieError, AlwaysVoidError and HeldError.
        """
        try:
            if begin:
                # Before any match, so that nobody forfeits because this machine cannot start a bot.
                if not self._start_bots(stopped, all_bots=all_bots):
                    return False
                begin()
                self._may_play = True
            while True:
                self._start_workers()
                while (self._workers.under_way or self._holds.is_pausing) and not stopped():
                    self._take_reports()
                # When something is left, `stopped` has ended the loop.
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
        """Only start the bots, as `run` with `begin`; False if stopped. Raises as `run` does."""
        try:
            return self._start_bots(stopped, all_bots=all_bots)
        finally:
            self._workers.end()

    def _start_bots(self, stopped: Callable[[], bool], *, all_bots: bool) -> bool:
        names = {name for fixture in self._waiting for name in fixture.seats}
        # Where results decide who plays, any bot may be next.
        if all_bots:
            names |= self._plan.entries.keys()
        names &= self._plan.entries.keys() - self.faults.withdrawn
        self._bots_to_start = tuple(sorted(names))
        self._may_play = False
        # One worker starts them, and plays with them later; a second would start each once more.
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
        """Give every worker its share of the matches; start new workers while matches are left."""
        for worker in self._workers:
            self._hand_out(worker)
        while self._waiting and len(self._workers) < self._jobs:
            self._hand_out(self._workers.start())

    def _prepare(self, worker: WorkerHandle) -> None:
        """Let the worker start the bots that have to be started before the first match."""
        if self._bots_to_start:
            worker.send(StartOrder(self._bots_to_start))
            # Unless each match has processes of its own, these stay for all first encounters.
            worker.encounters.add(FIRST_ENCOUNTER)

    def _take_reports(self) -> None:
        for worker in self._workers.ready():
            self._take(worker)
        if self._holds.end_pauses():
            self._start_workers()

    def _take(self, worker: WorkerHandle) -> None:
        reports, alive = worker.receive()
        records = [each for each in reports if isinstance(each, Record)]
        for each in reports:
            if isinstance(each, StartReport):
                self._bots_to_start, self._not_started = (), each.failed
            elif not isinstance(each, Record | LobbyFailed):
                self._tell(each)
        played = [self._played(worker, record) for record in records]
        # Saved before deals are opened: a match that is not saved is played again, and then no bot
        # may know its deal.
        if records:
            self._workers.note_played()
            self._voids.note_played()
            self._save(records)
            self._open_deals(played)
        for each in reports:
            if isinstance(each, Void):
                self._repeat(worker, each)
            elif isinstance(each, LobbyFailed):
                raise WorkersDieError(each.why)
        # The reports above count even if the worker died after it had sent them.
        if alive and worker.process.is_alive():
            self._hand_out(worker)
        else:
            self._replace(worker)

    def _played(self, worker: WorkerHandle, record: Record) -> Fixture:
        fixture = worker.under_way.pop(record.id)
        self._left_on[self._deal(fixture)] -= 1
        self.faults.note(record)
        self._holds.note_played(fixture.seats)
        return fixture

    def _repeat(self, worker: WorkerHandle, void: Void) -> None:
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
        # Matches without the entrants of these voids are played first. The run fails only when none
        # of those is left and no match at all is under way.
        left = self._waiting.put_off(failing) or self._holds.pauses_without(failing)
        if not (left or self._workers.under_way):
            raise self._voids.give_up(void)

    def _open_deals(self, played: Iterable[Fixture]) -> None:
        for deal in set(map(self._deal, played)):
            # A deal that is opened shows all hands, so no match on it may be left.
            if not self._left_on[deal]:
                del self._left_on[deal]
                self._workers.send(OpenOrder(deal))

    def _hand_out(self, worker: WorkerHandle) -> None:
        """Give the worker matches up to its share, if matches may be handed out."""
        if not self._may_play:
            return
        left = len(self._waiting) + self._workers.under_way
        # After all others, also paused ones, come matches put off, then those to be played alone.
        if not left and not self._holds.others_pause:
            left = self._waiting.call_back()
            if not left and (alone := self._waiting.take_alone()):
                self._give(worker, alone)
        # Otherwise one worker might have all the last matches, and the other workers none.
        share = min(self._at_once, math.ceil(left / self._jobs))
        while self._waiting and len(worker.under_way) < share:
            encounters = [each.encounters for each in self._workers]
            self._give(worker, self._waiting.take(worker.encounters, encounters))

    def _give(self, worker: WorkerHandle, fixture: Fixture) -> None:
        worker.under_way[fixture.id] = fixture
        withdrawn = self.faults.withdrawn & set(fixture.seats)
        worker.send(PlayOrder(fixture, withdrawn, self._failed[fixture.id]))

    def _replace(self, dead: WorkerHandle) -> None:
        lost = dead.dismiss()
        self._failed.update(fixture.id for fixture in lost)
        self._waiting.put_back(lost)
        for fixture in lost:
            self._tell(void_of_death(fixture, dead.process.exitcode))
        worker = self._workers.replace(dead)
        self._prepare(worker)
        self._hand_out(worker)
