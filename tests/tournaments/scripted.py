"""Workers that are threads of this process: the runner's whole life in milliseconds."""

import os
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from random import Random
from typing import Any

import pytest

from referee.evidence import Cause, Evidence
from referee.record import Record
from tests.records.matches import FakeBot, play, uniform
from tournaments.core.dealing import DealId
from tournaments.core.voids import Void
from tournaments.run import worker_handle
from tournaments.run.orders import OpenOrder, PlayOrder, StartOrder, StartReport, WorkerOrder
from tournaments.run.plan import Plan


class ThreadProcess:
    """What the runner needs of a process, around a thread."""

    def __init__(self, target: Callable[..., None], args: tuple[Any, ...]) -> None:
        connection, *rest = args
        own: Connection[Any, Any] = Connection(os.dup(connection.fileno()))
        self.exitcode: int | None = None
        self.sentinel, self._alive = os.pipe()
        self._thread = threading.Thread(target=self._run, args=(target, own, *rest), daemon=True)

    def _run(self, target: Callable[..., None], own: "Connection[Any, Any]", *rest: Any) -> None:
        try:
            target(own, *rest)
        finally:
            own.close()
            self.exitcode = 1
            os.close(self._alive)

    def start(self) -> None:
        self._thread.start()

    def is_alive(self) -> bool:
        return self._thread.is_alive()

    def join(self, seconds: float | None = None) -> None:
        self._thread.join(seconds)

    def kill(self) -> None:
        raise AssertionError("a worker whose pipe is closed ends by itself")


class Threads:
    """Stands in for the context of processes."""

    Pipe = staticmethod(Pipe)
    Process = ThreadProcess


@dataclass
class Script:
    """What workers do, and what they saw; all workers share it."""

    seed: int = 0
    deadly: float = 0.0
    """How likely a worker dies instead of playing the match that it was about to play."""
    doomed: int = 0
    """So many of the first workers that are about to play a match die for certain."""
    deaths: int = 10**9
    """How many workers may die by `deadly` at most."""
    voids: Counter[str] = field(default_factory=Counter)
    """By the match's id: how many times it is void before it can be played."""
    asked: str = ""
    """The entrant that was being asked when a match was void; nobody if it does not sit there."""
    lifetime: int = 10**9
    """How many matches a worker plays before it dies."""
    seat: Callable[[str], FakeBot] = lambda _: FakeBot(uniform)
    """The bot of that name."""
    failed: tuple[tuple[str, str], ...] = ()
    """Entrants that the machine cannot start, and why."""
    deaths_at_the_start: int = 0
    """So many of the first workers die when they are to start bots."""
    starts: list[tuple[str, ...]] = field(default_factory=list)
    """Who was to be started, each time."""
    orders: list[PlayOrder] = field(default_factory=list)
    openings: list[tuple[DealId, frozenset[str]]] = field(default_factory=list)
    """The deal, and what was kept when its opening came."""
    kept: list[Record] = field(default_factory=list)
    workers: int = 0
    most_at_once: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def keep(self, records: Any) -> None:
        self.kept += records

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(worker_handle, "_SPAWN", Threads)
        monkeypatch.setattr(worker_handle, "work", self.work)

    def work(self, connection: "Connection[Any, Any]", plan: Plan, number: int, *rest: Any) -> None:
        """A worker that plays what it has in any order, and may die at any match."""
        del rest
        self.workers += 1
        random = Random(f"{self.seed}/{number}")
        waiting: list[PlayOrder] = []
        for _ in range(self.lifetime):
            try:
                while not waiting or connection.poll(random.choice((0.0, 0.0, 0.002))):
                    order = connection.recv()
                    if isinstance(order, StartOrder):
                        self.starts.append(order.entrants)
                        if len(self.starts) <= self.deaths_at_the_start:
                            return
                        connection.send(StartReport(self.failed))
                    else:
                        self._take(order, waiting)
            except (EOFError, OSError):
                return
            order = waiting.pop(random.randrange(len(waiting)))
            if self._is_doomed() or (random.random() < self.deadly and self._may_die()):
                return
            try:
                connection.send(self._record(plan, order))
            except OSError:
                return

    def _take(self, order: WorkerOrder, waiting: list[PlayOrder]) -> None:
        with self.lock:
            if isinstance(order, OpenOrder):
                ids = frozenset(record.id for record in self.kept)
                self.openings.append((order.deal, ids))
            elif isinstance(order, PlayOrder):
                self.orders.append(order)
                waiting.append(order)
                self.most_at_once = max(self.most_at_once, len(waiting))

    def _is_doomed(self) -> bool:
        with self.lock:
            self.doomed -= 1
            return self.doomed >= 0

    def _may_die(self) -> bool:
        with self.lock:
            self.deaths -= 1
            return self.deaths >= 0

    def _record(self, plan: Plan, order: PlayOrder) -> Record | Void:
        with self.lock:
            self.voids[order.fixture.id] -= 1
            if self.voids[order.fixture.id] >= 0:
                seen = Evidence(load=9.0)
                void = Void.of_match(order.fixture, Cause.MACHINE, "it was too busy", seen)
                asked = self.asked if self.asked in order.fixture.seats else ""
                return void.model_copy(update={"entrant": asked})
        names = order.fixture.seats
        bots = [None if name in order.withdrawn else self.seat(name) for name in names]
        return play(plan, order.fixture, *bots)
