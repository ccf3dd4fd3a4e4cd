"""A worker process: one event loop, its own bots, and the matches that it is handed.

Over its pipe it gets orders and returns records. When the pipe closes, whatever the reason, it ends
and takes its bots with it.
"""

import asyncio
import gc
import signal
import threading
import traceback
from collections.abc import Coroutine, Iterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any

from referee.conduct import Fault
from referee.evidence import Cause, Evidence, load
from referee.player import VoidError
from referee.record import Record
from referee.rpc.bot import Bot, Seated
from referee.rpc.listening import ListeningError
from referee.rpc.lobby import Lobby
from referee.rpc.local_bot import LocalBot
from referee.rpc.process import adopt_orphans, kill_descendants, sweep_folders
from referee.rpc.remote_bot import RemoteBot
from referee.sandbox.processors import available
from tournaments.dealing import Deal, deal_of, lines
from tournaments.hosting.notices import Awaited, Begun, Broken, Notice
from tournaments.hosting.setting import Hosting
from tournaments.match import Match
from tournaments.plan import Plan
from tournaments.safe_path import safe_path
from tournaments.schedule import Fixture
from tournaments.voids import Void
from tournaments.waiting import Watch

STOPS = (signal.SIGINT, signal.SIGTERM)


@dataclass(frozen=True, slots=True)
class PlayOrder:
    """Play a match; entrants that are withdrawn forfeit it unasked."""

    fixture: Fixture
    withdrawn: frozenset[str]
    begun: int = 0
    """How often it was begun before and came to nothing: whoever sat in it then knows the deal."""


@dataclass(frozen=True, slots=True)
class OpenOrder:
    """No match on this deal is left to play: it may be shown."""

    deal: Deal


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
Place = tuple[str, int, int]
"""A process of a local bot: the bot's name, how often the bot met before what the process plays
(tournaments.dealing), and which of the seats that it holds in one match."""
Report = Started | Record | Void | Notice | Broken
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
    """A process that is started in here hears of no stop until it ignores them.

    It runs no file of the current folder.
    """
    with safe_path():
        # It is started along with the first process, and would lift the block.
        resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    try:
        with safe_path():
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


def _first(errors: BaseExceptionGroup[ListeningError]) -> str:
    """What the first of them says."""
    error = errors.exceptions[0]
    return _first(error) if isinstance(error, BaseExceptionGroup) else str(error)


class _Worker:
    def __init__(self, connection: "Connection[object, Order]", plan: Plan, number: int) -> None:
        self._connection = connection
        self._plan = plan
        self._number = number
        self._orders: asyncio.Queue[Order | None] = asyncio.Queue()
        self._remote: dict[tuple[str, int], RemoteBot] = {}
        """By name, and which of the seats that it holds in one match."""
        self._local: dict[Place, asyncio.Task[LocalBot]] = {}
        """Those that stay from match to match."""
        self._begun = asyncio.Event()
        self._thinkers = asyncio.Semaphore(plan.thinkers)
        self._dismissed = False
        self._dealt: dict[Deal, list[tuple[Seated, bytes, bytes]]] = {}
        """Who played on which deal, until it is opened."""
        self._watch = Watch(self._send)

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._listen, args=(loop,), daemon=True).start()
        watching = asyncio.create_task(self._watch.run())
        try:
            async with AsyncExitStack() as stack:
                stack.push_async_exit(self._end_bots)
                await self._host()
        except* _StoppedError:
            pass
        except* ListeningError as errors:
            self._send(Broken(_first(errors)))
        finally:
            watching.cancel()

    async def _end_bots(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """All at once: each may take a moment, and the runner does not wait for ever."""
        if not self._local:
            return
        # Nobody would end one that is still being made.
        made, _ = await asyncio.wait(self._local.values())
        bots = [each.result() for each in made if not each.cancelled() and not each.exception()]
        await asyncio.gather(*(bot.__aexit__(kind, error, trace) for bot in bots))

    async def _host(self) -> None:
        if hosting := self._plan.hosting:
            async with self._reception(hosting) as lobby:
                await self._serve(self._begin(hosting, lobby))
        else:
            self._begun.set()
            await self._serve()

    def _reception(self, hosting: Hosting) -> AbstractAsyncContextManager[Lobby]:
        from tournaments.hosting.reception import reception  # it needs the database: slow

        plan, places = self._plan, dict[str, list[RemoteBot]]()
        for name in sorted(hosting.remote):
            places[name] = [RemoteBot(name, plan.game, plan.conduct) for _ in range(plan.processes)]
            self._remote |= {(name, number): bot for number, bot in enumerate(places[name])}
            for place in places[name]:
                self._watch.add(name, place)
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
                    self._open(order.deal)
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
            try:
                loop.call_soon_threadsafe(self._orders.put_nowait, order)
            except RuntimeError:
                return  # the loop has ended: nobody waits for orders any more
            if order is None:
                return

    async def _bot(self, place: Place) -> LocalBot:
        """The bot that stays in this place; made when it is first needed."""
        if place not in self._local:
            name, line, number = place
            met = f"-meeting-{line + 1}" if line else ""
            bot = self._made(name, number, f"worker-{self._number}{met}")
            self._local[place] = asyncio.create_task(bot.__aenter__())
        try:
            # A match that is given up leaves it to the others: it is not cancelled along.
            return await asyncio.shield(self._local[place])
        except OSError:
            self._local.pop(place, None)
            raise

    def _made(self, name: str, number: int, output: str) -> LocalBot:
        plan = self._plan
        logs = plan.logs / name / (output if plan.processes == 1 else f"{output}-seat-{number}")
        bot = LocalBot(
            plan.entries[name], plan.game, plan.conduct, logs, plan.confining, self._thinkers
        )
        self._watch.add(name, bot)
        return bot

    async def _start(self, order: StartOrder) -> None:
        """As many at once as there are processors: more would only be slower to say hello."""
        places = asyncio.Semaphore(available())

        async def start(name: str) -> str:
            async with places:
                try:
                    fault = await self._start_one(name)
                except OSError as error:
                    return f"no room can be made for it: {error.strerror}"
                return fault.text if fault else ""

        problems = await asyncio.gather(*map(start, order.entrants))
        named = zip(order.entrants, problems, strict=True)
        self._send(Started(tuple((name, problem) for name, problem in named if problem)))

    async def _start_one(self, name: str) -> Fault | None:
        """Why the machine cannot. Raises OSError when there is no place for the bot."""
        if not self._plan.fresh_processes:
            return await (await self._bot((name, 0, 0))).ensure_started()
        async with self._made(name, 0, "start") as bot:
            return await bot.ensure_started()

    async def _play(self, order: PlayOrder) -> None:
        await self._begun.wait()
        fixture = order.fixture
        match = Match(self._plan, fixture)
        async with AsyncExitStack() as stack:
            report = await self._judge(match, order, stack)
        self._watch.ended()
        self._send(report)
        if isinstance(report, Void):
            return
        dealt = self._dealt.setdefault(deal_of(fixture, self._plan.deals), [])
        dealt += [(seated, match.deal_key, match.salt) for seated in match.seated]

    async def _seated(self, order: PlayOrder, stack: AsyncExitStack) -> list[Bot | None]:
        """The bots by seat; none of their processes has seen the deal in another match."""
        plan, fixture = self._plan, order.fixture
        met = None if plan.fresh_processes or order.begun else lines(fixture, plan.deals)
        own = f"match-{fixture.id}" + (f"-again-{order.begun}" if order.begun else "")
        bots: list[Bot | None] = []
        for seat, name in enumerate(fixture.seats):
            number = fixture.seats[:seat].count(name)
            if name in order.withdrawn:
                bots.append(None)
            elif name not in plan.entries:
                bots.append(self._remote[name, number])
            elif met:
                bots.append(await self._bot((name, met[name], number)))
            else:
                bot = self._made(name, number, own)
                bots.append(await stack.enter_async_context(bot))
        return bots

    async def _judge(self, match: Match, order: PlayOrder, stack: AsyncExitStack) -> Record | Void:
        """The match played; void when the machine failed, or the referee."""
        fixture = order.fixture
        try:
            bots = await self._seated(order, stack)
        except OSError as error:
            text = f"there is no room for its bots: {error.strerror}"
            return Void.of_all(fixture, Cause.MACHINE, text, Evidence(load=load()))
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

    def _open(self, deal: Deal) -> None:
        for seated, key, salt in self._dealt.pop(deal, ()):
            seated.open_deal(key, salt)
