"""A worker process: one event loop that plays the matches it is ordered to, with bots of its own.

It gets orders over a pipe and sends back reports (tournaments.run.orders). When the pipe closes,
for any reason, the worker ends its bots and itself.
"""

import asyncio
from collections.abc import Coroutine
from contextlib import AbstractAsyncContextManager, suppress
from multiprocessing.connection import Connection
from typing import Any

from referee.rpc.bot_handle import Seated
from referee.rpc.listening import ListeningError
from referee.rpc.lobby import Lobby
from tournaments.core.dealing import DealId, deal_of
from tournaments.core.voids import Void
from tournaments.hosting.notices import LobbyFailed, LobbyOpened, PlayBegins
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
from tournaments.run.referee_process import judge, listen, refereeing
from tournaments.run.waiting import StallMonitor
from tournaments.run.worker_bots import WorkerBots
from tournaments.system.held_words import StandardError


def work(
    connection: "Connection[object, WorkerOrder]",
    plan: Plan,
    number: int,
    real: StandardError | None = None,
) -> None:
    """Play what is ordered over the pipe until it ends; to be run in a process of its own.

    `number` is that of the worker, from 1. With `real`, the process begins with another standard
    error, and writes to `real` from its first match on.
    """
    with refereeing():
        asyncio.run(_Worker(connection, plan, number, real).run())


class _StoppedError(Exception):
    """The pipe was closed while matches were under way."""


def _first_text(errors: BaseExceptionGroup[ListeningError]) -> str:
    """The text of the first error; nested task groups raise nested groups of errors."""
    error = errors.exceptions[0]
    return _first_text(error) if isinstance(error, BaseExceptionGroup) else str(error)


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
        self._dealt: dict[DealId, list[tuple[Seated, bytes, bytes]]] = {}
        """By deal, until it is opened: triples (player, key of the deal, salt of the match)."""
        self._stalls = StallMonitor(self._send)
        self._bots = WorkerBots(plan, number, self._stalls)

    async def run(self) -> None:
        listen(self._connection, self._orders.put_nowait)
        watching = asyncio.create_task(self._stalls.run())
        try:
            async with self._bots:
                await self._host()
        except* _StoppedError:
            pass
        except* ListeningError as errors:
            self._send(LobbyFailed(_first_text(errors)))
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
        """Let play begin when all awaited entrants have come, or the time to wait is over."""
        self._send(LobbyOpened(tuple(sorted(hosting.awaited)), self._plan.processes))
        await lobby.wait_for_entrants(hosting.awaited, hosting.wait)
        self._send(PlayBegins(tuple(lobby.missing(hosting.awaited))))
        self._begun.set()

    async def _serve(self, beginning: Coroutine[Any, Any, None] | None = None) -> None:
        async with asyncio.TaskGroup() as matches:
            begins = matches.create_task(beginning) if beginning else None
            running: set[asyncio.Task[None]] = set()
            while order := await self._orders.get():
                # The last order. A pipe that closes without it means that the runner was killed.
                # It may be started again, so remote bots are not told that all is over.
                if isinstance(order, EndOrder):
                    self._is_end_ordered = True
                    continue
                if isinstance(order, OpenOrder):
                    self._open(order.deal)
                    continue
                if self._real and isinstance(order, PlayOrder):
                    self._real.restore()
                job = self._start(order) if isinstance(order, StartOrder) else self._play(order)
                task = matches.create_task(job)
                # Noted here, since a task group does not tell which of its tasks are still running.
                running.add(task)
                task.add_done_callback(running.discard)
            if running:
                # Raised inside the group, the error cancels all tasks. The bots are told that the
                # referee was stopped, but remote ones are not when the runner was killed.
                raise _StoppedError
            if begins:
                begins.cancel()

    async def _start(self, order: StartOrder) -> None:
        self._send(StartReport(await self._bots.start(order.entrants)))

    async def _play(self, order: PlayOrder) -> None:
        await self._begun.wait()
        fixture = order.fixture
        match = TournamentMatch(self._plan, fixture)
        # When this returns, the processes that only this match had have ended: before the runner
        # gets the report and orders another match.
        report = await judge(match, order, self._bots)
        self._stalls.note_end()
        self._send(report)
        if isinstance(report, Void):
            return
        dealt = self._dealt.setdefault(deal_of(fixture, self._plan.deals), [])
        dealt += [(seated, match.deal_key, match.salt) for seated in match.seated]

    def _send(self, report: WorkerReport) -> None:
        # An OSError means that the runner is gone. `listen` notices that as the end of the pipe.
        with suppress(OSError):
            self._connection.send(report)

    def _open(self, deal: DealId) -> None:
        """Show the key of the deal to all bots that played on it."""
        for seated, key, salt in self._dealt.pop(deal, ()):
            seated.open_deal(key, salt)
