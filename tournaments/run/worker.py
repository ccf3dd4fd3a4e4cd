"""A worker process: one event loop, its own bots, and the matches that it is handed.

Over its pipe it gets orders and returns records. When the pipe closes, whatever the reason, it ends
and takes its bots with it.
"""

import asyncio
import threading
import traceback
from collections.abc import Coroutine
from contextlib import AbstractAsyncContextManager, AsyncExitStack, suppress
from multiprocessing.connection import Connection
from typing import Any

from referee.evidence import Cause, Evidence, load
from referee.player import VoidError
from referee.record import Record
from referee.rpc.bot_handle import Seated
from referee.rpc.folders import sweep_folders
from referee.rpc.listening import ListeningError
from referee.rpc.lobby import Lobby
from referee.rpc.process import kill_descendants
from referee.sandbox.entering import adopt_orphans
from tournaments.core.dealing import Deal, deal_of
from tournaments.core.voids import Void
from tournaments.hosting.notices import Awaited, Begun, Broken
from tournaments.hosting.setting import Hosting
from tournaments.run.match import TournamentMatch
from tournaments.run.orders import (
    EndOrder,
    OpenOrder,
    PlayOrder,
    StartOrder,
    StartReport,
    WorkerOrder,
    WorkerReport,
)
from tournaments.run.plan import Plan
from tournaments.run.waiting import StallMonitor
from tournaments.run.worker_bots import WorkerBots
from tournaments.system.child import ignore_stops, spare_collector
from tournaments.system.held_words import StandardError


def work(
    connection: "Connection[object, WorkerOrder]",
    plan: Plan,
    number: int,
    real: StandardError | None = None,
) -> None:
    """Play what comes over the pipe until it ends; to be run in a process of its own.

    With `real`, that is standard error from the first match on.
    """
    # Ctrl-C goes to all processes of a terminal, and the runner is the one to end this.
    ignore_stops()
    # What a bot leaves behind becomes a child of this process, which can then end it.
    adopt_orphans()
    sweep_folders()
    spare_collector()
    try:
        asyncio.run(_Worker(connection, plan, number, real).run())
    finally:
        kill_descendants()


class _StoppedError(Exception):
    """The runner wants no more of what is under way."""


def _first(errors: BaseExceptionGroup[ListeningError]) -> str:
    """The text of the first error; task groups put groups into groups."""
    error = errors.exceptions[0]
    return _first(error) if isinstance(error, BaseExceptionGroup) else str(error)


class _Worker:
    def __init__(
        self,
        connection: "Connection[object, WorkerOrder]",
        plan: Plan,
        number: int,
        real: StandardError | None = None,
    ) -> None:
        self._real = real
        self._connection = connection
        self._plan = plan
        self._orders: asyncio.Queue[WorkerOrder | None] = asyncio.Queue()
        self._begun = asyncio.Event()
        self._is_end_ordered = False
        self._dealt: dict[Deal, list[tuple[Seated, bytes, bytes]]] = {}
        """By deal: who played on it, with key and salt of the commitment, until it is opened."""
        self._watch = StallMonitor(self._send)
        self._bots = WorkerBots(plan, number, self._watch)

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        # A thread, since a multiprocessing pipe cannot be waited for by an event loop. A daemon, so
        # that a read that never returns does not keep the process.
        threading.Thread(target=self._listen, args=(loop,), daemon=True).start()
        watching = asyncio.create_task(self._watch.run())
        try:
            async with self._bots:
                await self._host()
        except* _StoppedError:
            pass
        except* ListeningError as errors:
            self._send(Broken(_first(errors)))
        finally:
            watching.cancel()

    async def _host(self) -> None:
        if hosting := self._plan.hosting:
            async with self._open_lobby(hosting) as lobby:
                await self._serve(self._begin(hosting, lobby))
        else:
            self._begun.set()
            await self._serve()

    def _open_lobby(self, hosting: Hosting) -> AbstractAsyncContextManager[Lobby]:
        # Imported here: it needs the database, which is slow to load and otherwise not needed.
        from tournaments.hosting.open_lobby import open_lobby

        plan, expected = self._plan, self._bots.expect(hosting.remote)
        return open_lobby(
            hosting, plan.game, plan.conduct, expected, self._send, lambda: not self._is_end_ordered
        )

    async def _begin(self, hosting: Hosting, lobby: Lobby) -> None:
        """Let play begin when all awaited entrants are here, or the wait is over."""
        self._send(Awaited(tuple(sorted(hosting.awaited)), self._plan.processes))
        await lobby.gathered(hosting.awaited, hosting.wait)
        self._send(Begun(tuple(lobby.missing(hosting.awaited))))
        self._begun.set()

    async def _serve(self, beginning: Coroutine[Any, Any, None] | None = None) -> None:
        async with asyncio.TaskGroup() as matches:
            begins = matches.create_task(beginning) if beginning else None
            running: set[asyncio.Task[None]] = set()
            while order := await self._orders.get():
                # The last order. A pipe that closes without one means that the runner was killed:
                # it may be started again, so remote bots are not told that all is over.
                if isinstance(order, EndOrder):
                    self._is_end_ordered = True
                    continue
                if isinstance(order, OpenOrder):
                    self._open(order.deal)
                    continue
                if self._real and isinstance(order, PlayOrder):
                    self._real.restore()
                doing = self._start(order) if isinstance(order, StartOrder) else self._play(order)
                task = matches.create_task(doing)
                # The group would not tell which of its tasks are matches.
                running.add(task)
                task.add_done_callback(running.discard)
            if running:
                # Raised within the group it cancels the matches under way. Bots are told that the
                # referee was stopped, but remote ones not when the runner was killed.
                raise _StoppedError
            if begins:
                begins.cancel()

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        """In a thread: pass the orders on to the loop, and None when the pipe has ended."""
        order: WorkerOrder | None
        while True:
            try:
                order = self._connection.recv()
            except (EOFError, OSError):
                order = None
            try:
                loop.call_soon_threadsafe(self._orders.put_nowait, order)
            except RuntimeError:
                # The loop has ended: nobody waits for orders any more.
                return
            if order is None:
                return

    async def _start(self, order: StartOrder) -> None:
        self._send(StartReport(await self._bots.start(order.entrants)))

    async def _play(self, order: PlayOrder) -> None:
        await self._begun.wait()
        fixture = order.fixture
        match = TournamentMatch(self._plan, fixture)
        # The processes of this match alone end before the report: the runner answers it with
        # another match, whose processes would come on top.
        async with AsyncExitStack() as stack:
            report = await self._judge(match, order, stack)
        self._watch.ended()
        self._send(report)
        if isinstance(report, Void):
            return
        dealt = self._dealt.setdefault(deal_of(fixture, self._plan.deals), [])
        dealt += [(seated, match.deal_key, match.salt) for seated in match.seated]

    async def _judge(
        self, match: TournamentMatch, order: PlayOrder, stack: AsyncExitStack
    ) -> Record | Void:
        """The record of the match; a void when the machine failed, or the referee."""
        fixture = order.fixture
        try:
            bots = await self._bots.seated(order, stack)
        except OSError as error:
            text = f"there is no room for its bots: {error.strerror}"
            return Void.of_all(fixture, Cause.MACHINE, text, Evidence(load=load()))
        try:
            return await match.play(bots)
        except VoidError as error:
            void = Void.of(fixture, error.failed)
        # A bug of ours must neither be blamed on a bot nor end the matches beside it.
        except Exception as error:
            words = "".join(traceback.format_exception(error))
            text = f"the referee failed: {type(error).__name__}: {error}"
            seen = Evidence(load=load(), words=words)
            void = Void.of_all(fixture, Cause.REFEREE, text, seen)
        match.annul()
        return void

    def _send(self, report: WorkerReport) -> None:
        # An OSError means that the runner is gone, as _listen will hear.
        with suppress(OSError):
            self._connection.send(report)

    def _open(self, deal: Deal) -> None:
        for seated, key, salt in self._dealt.pop(deal, ()):
            seated.open_deal(key, salt)
