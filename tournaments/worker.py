"""A worker process: one event loop, its own bots, and the matches that it is handed.

Over its pipe it gets orders and returns records. When the pipe closes, whatever the reason, it ends
and takes its bots with it.
"""

import asyncio
import gc
import signal
import threading
import traceback
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, contextmanager, suppress
from dataclasses import dataclass
from itertools import product
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import Any

from referee.conduct import Fault
from referee.evidence import Cause, Evidence, load
from referee.player import VoidError
from referee.record import Record
from referee.rpc.bot import Bot, Seated
from referee.rpc.lobby import Lobby
from referee.rpc.local_bot import LocalBot
from referee.rpc.process import adopt_orphans, kill_descendants, sweep_folders
from referee.rpc.remote_bot import RemoteBot
from referee.sandbox.processors import available
from tournaments.hosting.notices import Awaited, Begun, Notice
from tournaments.hosting.setting import Hosting
from tournaments.match import Match
from tournaments.plan import Plan
from tournaments.schedule import Fixture
from tournaments.voids import Void

STOPS = (signal.SIGINT, signal.SIGTERM)


@dataclass(frozen=True, slots=True)
class PlayOrder:
    """Play a match; entrants that are withdrawn forfeit it unasked."""

    fixture: Fixture
    withdrawn: frozenset[str]


@dataclass(frozen=True, slots=True)
class OpenOrder:
    """No match on this board is left to play: its deal may be shown."""

    board: int


@dataclass(frozen=True, slots=True)
class StartOrder:
    """Start these local entrants before any match, and report whether this machine can."""

    entrants: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Started:
    """All of them were started, whatever became of them; these the machine could not start."""

    failed: tuple[tuple[str, str], ...]
    """Entrant, and why."""


@dataclass(frozen=True, slots=True)
class EndOrder:
    """The last one. A pipe that ends without it tells that the runner was killed."""


Order = StartOrder | PlayOrder | OpenOrder | EndOrder
Report = Started | Record | Void | Notice
"""What a worker sends back."""


def work(connection: "Connection[object, Order]", plan: Plan, number: int) -> None:
    """The worker's life; to be run in a process of its own."""
    ignore_stops()
    adopt_orphans()
    sweep_folders()
    spare_collector()
    try:
        asyncio.run(_Worker(connection, plan, number).run())
    finally:
        kill_descendants()


def spare_collector() -> None:
    """Let the collector of garbage look less often, and never at what is loaded now: it stays.

    Matches leave hardly any cycles, but many small objects that live for a moment.
    """
    gc.freeze()
    gc.set_threshold(50_000)


@contextmanager
def held_back_stops() -> Iterator[None]:
    """A process that is started in here hears of no stop until it ignores them."""
    # It is started along with the first process, and would lift the block.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def ignore_stops() -> None:
    """They reach the whole process group: the runner decides what becomes of it."""
    for number in STOPS:
        signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)


class _StoppedError(Exception):
    """The runner wants no more of what is under way."""


class _Worker:
    def __init__(self, connection: "Connection[object, Order]", plan: Plan, number: int) -> None:
        self._connection = connection
        self._plan = plan
        self._number = number
        self._orders: asyncio.Queue[Order | None] = asyncio.Queue()
        self._bots: dict[tuple[str, int], Bot] = {}
        """By name, and which of the seats that it holds in one match."""
        self._begun = asyncio.Event()
        self._thinkers = asyncio.Semaphore(plan.thinkers)
        self._dismissed = False
        self._boards: dict[int, list[tuple[Seated, bytes]]] = {}

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._listen, args=(loop,), daemon=True).start()
        try:
            async with AsyncExitStack() as stack:
                if not self._plan.fresh_processes:
                    for one in product(self._plan.entries, range(self._plan.processes)):
                        bot = self._bot(one, f"worker-{self._number}")
                        self._bots[one] = await stack.enter_async_context(bot)
                if hosting := self._plan.hosting:
                    lobby = await stack.enter_async_context(self._reception(hosting))
                    await self._serve(self._begin(hosting, lobby))
                else:
                    self._begun.set()
                    await self._serve()
        except* _StoppedError:
            pass

    def _reception(self, hosting: Hosting) -> AbstractAsyncContextManager[Lobby]:
        from tournaments.hosting.reception import reception  # it needs the database: slow

        plan, places = self._plan, dict[str, list[RemoteBot]]()
        for name in sorted(hosting.remote):
            places[name] = [RemoteBot(name, plan.game, plan.conduct) for _ in range(plan.processes)]
            self._bots |= {(name, number): bot for number, bot in enumerate(places[name])}
        return reception(
            hosting, plan.game, plan.conduct, places, self._send, lambda: not self._dismissed
        )

    async def _begin(self, hosting: Hosting, lobby: Lobby) -> None:
        """Let play begin when all are here, or the wait is over."""
        self._send(Awaited(tuple(sorted(hosting.awaited)), self._plan.processes))
        await lobby.gathered(hosting.awaited, hosting.wait)
        self._send(Begun(tuple(lobby.missing(hosting.awaited))))
        self._begun.set()

    async def _serve(self, beginning: Coroutine[Any, Any, None] | None = None) -> None:
        async with asyncio.TaskGroup() as matches:
            begins = matches.create_task(beginning) if beginning else None
            running: set[asyncio.Task[None]] = set()
            while order := await self._orders.get():
                if isinstance(order, EndOrder):
                    self._dismissed = True
                    continue
                if isinstance(order, OpenOrder):
                    self._open(order.board)
                    continue
                doing = self._start(order) if isinstance(order, StartOrder) else self._play(order)
                task = matches.create_task(doing)
                running.add(task)
                task.add_done_callback(running.discard)
            if running:
                # Raised in here it cancels the matches under way; the bots hear that we stopped.
                raise _StoppedError
            if begins:
                begins.cancel()

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        """In a thread: hand the orders to the loop; None at the end."""
        order: Order | None
        while True:
            try:
                order = self._connection.recv()
            except (EOFError, OSError):
                order = None
            loop.call_soon_threadsafe(self._orders.put_nowait, order)
            if order is None:
                return

    def _bot(self, one: tuple[str, int], place: str) -> LocalBot:
        name, number = one
        logs = (
            self._plan.logs
            / name
            / (place if self._plan.processes == 1 else f"{place}-seat-{number}")
        )
        plan = self._plan
        return LocalBot(
            plan.entries[name], plan.game, plan.conduct, logs, plan.confining, self._thinkers
        )

    async def _start(self, order: StartOrder) -> None:
        """As many at once as there are processors: more would only be slower to say hello."""
        places = asyncio.Semaphore(available())

        async def start(name: str) -> Fault | None:
            async with places:
                kept = self._bots.get((name, 0))
                if isinstance(kept, LocalBot):
                    return await kept.ensure_started()
                async with self._bot((name, 0), "start") as bot:
                    return await bot.ensure_started()

        faults = await asyncio.gather(*map(start, order.entrants))
        named = zip(order.entrants, faults, strict=True)
        self._send(Started(tuple((name, fault.text) for name, fault in named if fault)))

    async def _play(self, order: PlayOrder) -> None:
        await self._begun.wait()
        fixture = order.fixture
        match = Match(self._plan, fixture)
        async with AsyncExitStack() as stack:
            bots: list[Bot | None] = []
            for seat, name in enumerate(fixture.seats):
                one = (name, fixture.seats[:seat].count(name))
                if name in order.withdrawn:
                    bots.append(None)
                elif self._plan.fresh_processes:
                    bot = self._bot(one, f"match-{fixture.id}")
                    bots.append(await stack.enter_async_context(bot))
                else:
                    bots.append(self._bots[one])
            report = await self._judge(match, fixture, bots)
        self._send(report)
        if isinstance(report, Void):
            return
        played_on = self._boards.setdefault(fixture.block.board, [])
        played_on += [(seated, match.deal_key) for seated in match.seated]

    async def _judge(
        self, match: Match, fixture: Fixture, bots: Sequence[Bot | None]
    ) -> Record | Void:
        """The match played; void when the machine failed, or the referee."""
        try:
            return await match.play(bots)
        except VoidError as error:
            void = Void.of(fixture, error.failed)
        except Exception as error:
            words = "".join(traceback.format_exception(error))
            text = f"the referee failed: {type(error).__name__}: {error}"
            seen = Evidence(load=load(), words=words)
            void = Void.of_all(fixture, Cause.REFEREE, text, seen)
        match.annul()
        return void

    def _send(self, report: Report) -> None:
        with suppress(OSError):  # the runner is gone, as _listen will hear
            self._connection.send(report)

    def _open(self, board: int) -> None:
        for seated, key in self._boards.pop(board, ()):
            seated.open_deal(key)
