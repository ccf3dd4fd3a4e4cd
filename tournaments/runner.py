"""Hands matches to worker processes and their records to whoever keeps them.

A worker that dies is replaced and its matches are played again. Nothing here knows what a match is
worth: the table is made from the records alone.
"""

import math
import multiprocessing
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any

from referee.evidence import Cause, Evidence, load
from referee.record import Record
from referee.sandbox.exits import describe_exit
from tournaments.dealing import Deal, deal_of
from tournaments.errors import AlwaysVoidError, NotStartedError, WorkersDieError
from tournaments.fixture_queue import FixtureQueue
from tournaments.hosting.notices import Broken, Notice
from tournaments.plan import Plan
from tournaments.schedule import Fixture
from tournaments.voids import Void
from tournaments.worker import (
    EndOrder,
    OpenOrder,
    Order,
    PlayOrder,
    Report,
    Started,
    StartOrder,
    held_back_stops,
    work,
)

_SPAWN = multiprocessing.get_context("spawn")
_TICK_SECONDS = 0.2
_DEATHS_IN_A_ROW = 3
_EXIT_SECONDS = 30.0


_VOIDS_OF_A_MATCH = 5
_AHEAD = 12
"""How far from the first match that waits another may be begun, in matches at once of a worker: far
enough that workers of unlike speed keep to their lines, near enough that blocks become whole."""


@dataclass(slots=True, eq=False)
class _Worker:
    process: SpawnProcess
    connection: "Connection[Order, Report]"
    under_way: dict[str, Fixture] = field(default_factory=dict)
    lines: set[int] = field(default_factory=set)
    """Of processes that it has for bots, or will have soon."""


class FaultCount:
    """Who has been at fault in how many of his matches in a row.

    The matches that a remote bot loses by one absence count once.
    """

    def __init__(self, limit: int, remote: frozenset[str] = frozenset()) -> None:
        self._limit = limit
        self._remote = remote
        self._absences: dict[str, str] = {}
        """Of each remote entrant the latest that was counted: since when it was away."""
        self._in_a_row: Counter[str] = Counter()
        self.withdrawn: frozenset[str] = frozenset()

    def note(self, record: Record) -> None:
        """Take note of a match that was just played."""
        at_fault = {record.seats[entry.seat].entrant for entry in record.faults}
        counted = {name for name in at_fault if self._is_known_absence(name, record)}
        for entrant in {seat.entrant for seat in record.seats} - counted:
            self._in_a_row[entrant] += 1
            if entrant not in at_fault:
                self._in_a_row[entrant] = 0
            elif self._in_a_row[entrant] >= self._limit:
                self.withdrawn |= {entrant}

    def _is_known_absence(self, entrant: str, record: Record) -> bool:
        if entrant not in self._remote:
            return False
        seats = (entry.seat for entry in record.faults)
        own = min(seat for seat in seats if record.seats[seat].entrant == entrant)
        since = record.measured.evidence.get(own, Evidence()).since
        known = bool(since) and self._absences.get(entrant) == since
        self._absences[entrant] = since
        return known


class Runner:
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
        """Before anything is played."""
        self._begun = True
        """Whether matches may be handed out."""
        self._not_started: Sequence[tuple[str, str]] = ()
        """Which of them the machine could not start, and why."""
        self._plan = plan
        fixtures = list(fixtures)
        # A worker that is alone has to have processes of every line.
        ahead = _AHEAD * at_once if jobs > 1 else 0
        self._waiting = FixtureQueue(fixtures, plan.deals, ahead)
        self._keep = keep
        self._more = more
        self._at_once = at_once
        self._jobs = jobs
        self._tell = tell
        self._voids = Counter[str]()
        self._failed = Counter[str]()
        """By match: how often it was begun and came to nothing."""
        self._left_on = Counter(map(self._deal, fixtures))
        """By deal: how many matches are still to be played on it."""
        self._workers: list[_Worker] = []
        self._deaths = 0
        self._started = 0
        remote = plan.hosting.remote if plan.hosting else frozenset()
        self.faults = FaultCount(plan.conduct.faults_in_a_row, remote)
        self.faults.withdrawn = withdrawn

    def run(
        self,
        stopped: Callable[[], bool] = lambda: False,
        begin: Callable[[], None] | None = None,
        *,
        all_bots: bool = False,
    ) -> bool:
        """Play until nothing is left, or until `stopped` says so (asked several times a second).

        With `begin`, every local bot that is to play is started once, or `all_bots`, where it is
        not known yet who will play; then `begin` is called, then matches begin.

        When all that was known is played, `more` is asked what follows. Returns whether everything
        was played. What was handed to `keep` is complete; matches under way when it stops are
        abandoned without a trace. Matches that were void are played again; `tell` hears of them.
        Raises NotStartedError when this machine cannot start a bot; then nothing was played.
        Raises WorkersDieError, AlwaysVoidError.
        """
        try:
            if begin:
                if not self._start_bots(stopped, all_bots=all_bots):
                    return False
                begin()
                self._begun = True
            while True:
                self._staff()
                while any(worker.under_way for worker in self._workers) and not stopped():
                    self._turn()
                if self._waiting or any(worker.under_way for worker in self._workers):
                    return False
                if not (more := list(self._more())):
                    return True
                self._waiting.extend(more)
                self._left_on.update(map(self._deal, more))
        finally:
            self._dismiss_all()

    def try_bots(self, stopped: Callable[[], bool], *, all_bots: bool = False) -> bool:
        """Start the bots as `run` does, and nothing else. False when it was stopped meanwhile.

        Raises NotStartedError, WorkersDieError.
        """
        try:
            return self._start_bots(stopped, all_bots=all_bots)
        finally:
            self._dismiss_all()

    def _start_bots(self, stopped: Callable[[], bool], *, all_bots: bool) -> bool:
        named = {name for fixture in self._waiting for name in fixture.seats}
        if all_bots:
            named |= self._plan.entries.keys()
        local = (named & self._plan.entries.keys()) - self.faults.withdrawn
        self._bots_to_start = tuple(sorted(local))
        self._begun = False
        if self._bots_to_start:
            self._workers.append(self._hire())
        while self._bots_to_start:
            if stopped():
                return False
            self._turn()
        if self._not_started:
            raise NotStartedError(self._not_started)
        return True

    def _staff(self) -> None:
        """As many workers as there is work for, each with its share of it."""
        for worker in self._workers:
            self._hand_out(worker)
        while self._waiting and len(self._workers) < self._jobs:
            self._workers.append(self._hire())
            self._hand_out(self._workers[-1])

    def _turn(self) -> None:
        by_handle: dict[Any, _Worker] = {}
        for worker in self._workers:
            by_handle[worker.connection] = by_handle[worker.process.sentinel] = worker
        ready = {by_handle[handle] for handle in wait(list(by_handle), _TICK_SECONDS)}
        for worker in ready:
            self._take(worker)

    def _take(self, worker: _Worker) -> None:
        reports, alive = _receive(worker.connection)
        records = [each for each in reports if isinstance(each, Record)]
        for each in reports:
            if isinstance(each, Started):
                self._bots_to_start, self._not_started = (), each.failed
            elif not isinstance(each, Record | Broken):
                self._tell(each)
        played = [self._played(worker, record) for record in records]
        if records:
            self._deaths = 0
            self._keep(records)
            self._open_deals(played)
        for each in reports:
            if isinstance(each, Void):
                self._repeat(worker, each)
            elif isinstance(each, Broken):
                raise WorkersDieError(each.why)
        if alive and worker.process.is_alive():
            self._hand_out(worker)
        else:
            self._replace(worker)

    def _played(self, worker: _Worker, record: Record) -> Fixture:
        fixture = worker.under_way.pop(record.id)
        self._left_on[self._deal(fixture)] -= 1
        self.faults.note(record)
        return fixture

    def _deal(self, fixture: Fixture) -> Deal:
        return deal_of(fixture, self._plan.deals)

    def _repeat(self, worker: _Worker, void: Void) -> None:
        """Play this match again."""
        self._again([worker.under_way.pop(void.match)])
        self._voids[void.match] += 1
        if (times := self._voids[void.match]) >= _VOIDS_OF_A_MATCH:
            raise AlwaysVoidError(
                f"match {void.match} was void {times} times, the last time because {void.text};"
                " what was played is kept, and the next run goes on"
            )

    def _again(self, fixtures: Sequence[Fixture]) -> None:
        self._failed.update(fixture.id for fixture in fixtures)
        self._waiting.again(fixtures)

    def _open_deals(self, played: Iterable[Fixture]) -> None:
        for deal in set(map(self._deal, played)):
            if not self._left_on[deal]:
                del self._left_on[deal]
                for worker in self._workers:
                    _send(worker, OpenOrder(deal))

    def _hire(self) -> _Worker:
        ours, theirs = _SPAWN.Pipe()
        self._started += 1
        process = _SPAWN.Process(target=work, args=(theirs, self._plan, self._started))
        with held_back_stops():
            process.start()
        theirs.close()
        worker = _Worker(process, ours)
        if self._bots_to_start:
            _send(worker, StartOrder(self._bots_to_start))
            worker.lines.add(0)
        return worker

    def _hand_out(self, worker: _Worker) -> None:
        """As many as it may have at once, and no more than its share of what is left.

        Nothing before play has begun.
        """
        if not self._begun:
            return
        left = len(self._waiting) + sum(len(each.under_way) for each in self._workers)
        share = min(self._at_once, math.ceil(left / self._jobs))
        while self._waiting and len(worker.under_way) < share:
            fixture = self._waiting.take(worker.lines, [each.lines for each in self._workers])
            worker.under_way[fixture.id] = fixture
            withdrawn = self.faults.withdrawn & set(fixture.seats)
            _send(worker, PlayOrder(fixture, withdrawn, self._failed[fixture.id]))

    def _replace(self, dead: _Worker) -> None:
        lost = list(dead.under_way.values())
        self._again(lost)
        dead.under_way.clear()
        dead.lines.clear()
        _dismiss(dead)
        for fixture in lost:
            self._tell(_died(fixture, dead.process.exitcode))
        self._deaths += 1
        if self._deaths >= _DEATHS_IN_A_ROW:
            raise WorkersDieError(
                f"{self._deaths} worker processes ended in a row without playing a match; the last"
                f" exit code was {dead.process.exitcode}"
            )
        worker = self._workers[self._workers.index(dead)] = self._hire()
        self._hand_out(worker)

    def _dismiss_all(self) -> None:
        for worker in self._workers:
            _send(worker, EndOrder())
            worker.connection.close()
        for worker in self._workers:
            _dismiss(worker)


def _died(fixture: Fixture, code: int | None) -> Void:
    """The match was under way in a worker that ended; who kills one is not the referee."""
    ended = "" if code is None else describe_exit(code)
    cause = Cause.MACHINE if code is not None and code < 0 else Cause.REFEREE
    text = f"the worker process that played it {ended or 'is gone'}"
    return Void.of_all(fixture, cause, text, Evidence(load=load(), ended=ended))


def _receive(connection: "Connection[Order, Report]") -> tuple[list[Report], bool]:
    """All that is there, and whether more may come."""
    reports: list[Report] = []
    try:
        while connection.poll():
            reports.append(connection.recv())
    except (EOFError, OSError):
        return reports, False
    return reports, True


def _send(worker: _Worker, order: Order) -> None:
    """A worker that cannot take it is dead, which its sentinel tells."""
    try:
        worker.connection.send(order)
    except OSError:
        return


def _dismiss(worker: _Worker) -> None:
    worker.connection.close()
    worker.process.join(_EXIT_SECONDS)
    if worker.process.is_alive():
        worker.process.kill()
        worker.process.join()
