"""Plays matches between bots with this process as the referee, and counts and times them."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import psutil

from referee.conduct import Conduct
from referee.games.registry import make_game
from referee.record import Record
from referee.rpc.bot_entry import BotEntry
from referee.rpc.bot_handle import BotHandle
from referee.rpc.local_bot import LocalBot
from referee.rpc.manifest import read_manifest
from referee.rpc.session import Session
from stych_devtools.bench.direct import BATCH_SIZE, DirectBot
from tournaments.core.fixtures import Block, make_fixture
from tournaments.run.match import TournamentMatch
from tournaments.run.plan import Plan
from tournaments.system.child import spare_collector

BOT = Path(__file__).parent / "bot"
"""The folder of the bot that plays in the bench."""
# Times that no bot of the bench exceeds, however busy the machine is.
_CONDUCT = Conduct(decision_ms=60_000, start_ms=600_000)


@dataclass(slots=True)
class PlayMeasurement:
    """How much was played, and how long it took."""

    matches: int = 0
    decisions: int = 0
    """Decisions that bots were asked for; forced ones are not among them."""
    actions: int = 0
    """All actions, the forced ones too."""
    seconds: float = 0.0
    """Elapsed time."""
    cpu: float = 0.0
    """Processor time of this process in seconds: of the referee, and of bots that play in it."""
    bots_cpu: float = 0.0
    """Processor time of the processes of bots, in seconds."""
    records: list[Record] = field(default_factory=list)
    """The records of the matches, if `play` was called with `keep`."""


@dataclass(frozen=True, slots=True)
class SteadyPlay:
    """A measured time during which the number of matches under way did not change."""

    decisions: int
    """Decisions that bots were asked for."""
    seconds: float
    """Elapsed time."""
    cpu: float
    """Processor time of the referee, in seconds."""
    bots_cpu: float
    """Processor time of the processes of bots, in seconds."""


class Arena:
    """The bots of a game, one for each seat, which play board after board."""

    def __init__(self, plan: Plan, bots: Sequence[BotHandle], pids: Sequence[int] = ()) -> None:
        """`pids` are the ids of the bots' processes; empty if they play in this process."""
        self.plan = plan
        self.bots = bots
        self._processes = [psutil.Process(pid) for pid in pids]
        self._names = tuple(plan.entries)
        self._boards = count(1)

    @property
    def full_load(self) -> int:
        """The number of matches under way with which batches are full.

        It is twice what fits into one batch of each bot: while bots answer, the next batches fill.
        More matches only take more of the processor's cache (docs/performance.md).
        """
        return 2 * BATCH_SIZE * len(self.bots)

    async def play(
        self, at_once: int, *, matches: int = 0, seconds: float = 0.0, keep: bool = False
    ) -> PlayMeasurement:
        """Play `matches` matches, or for `seconds` seconds; 0 is no limit.

        `at_once` matches are under way until none is left to begin. Matches that are under way when
        the time is up are played to their end, and count. With `keep` the records are returned.
        Raises RuntimeError when a bot is at fault.
        """
        played = PlayMeasurement()
        cpu, bots_cpu, begun = time.process_time(), self._bots_cpu(), time.perf_counter()
        # `iter(int, 1)` never ends.
        left = iter(range(matches)) if matches else iter(int, 1)

        def enough() -> bool:
            late = seconds > 0 and time.perf_counter() - begun >= seconds
            return late or next(left, None) is None

        await asyncio.gather(*(self._one_by_one(played, enough, keep=keep) for _ in range(at_once)))
        played.seconds = time.perf_counter() - begun
        played.cpu = time.process_time() - cpu
        played.bots_cpu = self._bots_cpu() - bots_cpu
        return played

    async def play_steadily(self, at_once: int, seconds: float) -> SteadyPlay:
        """Measure `seconds` seconds, with `at_once` matches under way all the time.

        The time begins when `at_once` matches have ended: matches that begin together are in step
        at first. It ends before the last matches do: batches get small when no matches follow.
        Raises an ExceptionGroup with a RuntimeError when a bot is at fault.
        """
        played, mixed, over = PlayMeasurement(), asyncio.Event(), asyncio.Event()

        def enough() -> bool:
            if played.matches >= at_once:
                mixed.set()
            return over.is_set()

        async with asyncio.TaskGroup() as playing:
            for _ in range(at_once):
                playing.create_task(self._one_by_one(played, enough, keep=False))
            await mixed.wait()
            asked, cpu, bots_cpu = await self._asked(), time.process_time(), self._bots_cpu()
            begun = time.perf_counter()
            await asyncio.sleep(seconds)
            steady = SteadyPlay(
                await self._asked() - asked,
                time.perf_counter() - begun,
                time.process_time() - cpu,
                self._bots_cpu() - bots_cpu,
            )
            over.set()
        return steady

    async def _asked(self) -> int:
        """How many decisions all bots have been asked for so far."""
        sessions = [await bot.session() for bot in self.bots]
        return sum(each.decisions_sent for each in sessions if isinstance(each, Session))

    async def _one_by_one(
        self, played: PlayMeasurement, enough: Callable[[], bool], *, keep: bool
    ) -> None:
        """Play match after match, until `enough` is true before one begins."""
        while not enough():
            await self._match(played, keep=keep)

    async def _match(self, played: PlayMeasurement, *, keep: bool) -> None:
        board = next(self._boards)
        block = Block(board, self._names)
        fixture = make_fixture(self.plan.tournament, block, board % block.seatings)
        record = await TournamentMatch(self.plan, fixture).play(self.bots)
        # A match that ends by a fault is shorter, and would make the figures look better.
        if record.faults:
            raise RuntimeError(f"a bot of the bench was at fault: {record.faults[0]}")
        played.matches += 1
        played.decisions += len(record.measured.thought)
        played.actions += len(record.actions)
        if keep:
            played.records.append(record)

    def _bots_cpu(self) -> float:
        return sum(sum(each.cpu_times()[:2]) for each in self._processes)


def make_plan(game: str, options: Mapping[str, Any], folder: Path, bot: Path = BOT) -> Plan:
    """The plan of a tournament with as many copies of the bot as the game has seats.

    The output of the bots goes into `folder`.
    """
    manifest = read_manifest(bot)
    names = [f"bot-{seat}" for seat in range(make_game(game, options).seats)]
    entries = {name: BotEntry(name, bot, manifest) for name in names}
    return Plan("bench", "bench", game, options, _CONDUCT, entries, folder)


@asynccontextmanager
async def with_processes(plan: Plan) -> AsyncIterator[Arena]:
    """An arena of bots in processes of their own, which are started and connected.

    Raises RuntimeError when a bot does not start.
    """
    async with AsyncExitStack() as stack:
        bots = [
            await stack.enter_async_context(
                LocalBot(entry, plan.game, plan.conduct, plan.logs / name)
            )
            for name, entry in plan.entries.items()
        ]
        # Started before anything is measured: `starting` measures how long that takes.
        for session in await asyncio.gather(*(bot.session() for bot in bots)):
            if not isinstance(session, Session):
                raise RuntimeError(f"a bot of the bench did not start: {session}")
        # As a worker does before it plays.
        spare_collector()
        # Other children, such as the ends of a bare stream, have nothing to do while bots play.
        children = psutil.Process().children()
        yield Arena(plan, bots, [child.pid for child in children])


@asynccontextmanager
async def without_processes(plan: Plan) -> AsyncIterator[Arena]:
    """An arena of bots in this process, which are reached without a network."""
    async with AsyncExitStack() as stack:
        bots = [
            await stack.enter_async_context(DirectBot(plan.game, plan.conduct, seed))
            for seed, _ in enumerate(plan.entries)
        ]
        yield Arena(plan, bots)
