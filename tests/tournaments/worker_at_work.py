"""A worker in this process, with stand-ins where its bots would be."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, Self

import pytest

from referee.conduct import Conduct
from referee.record import Record
from referee.rpc.bot_entry import BotEntry
from referee.rpc.confining import Confining
from stych.v1 import referee_pb2 as pb
from tests.records.matches import FakePlayer, make_plan, uniform
from tournaments.core.fixtures import Fixture
from tournaments.core.voids import Void
from tournaments.formats.round_robin import round_robin
from tournaments.run import worker, worker_bots
from tournaments.run.orders import OpenOrder, PlayOrder, WorkerOrder
from tournaments.run.plan import Plan

LONG = 60.0
MATCHES = list(round_robin("cup", ("ann", "bob"), 2, 4))


@dataclass(eq=False)
class StandIn:
    """Stands where a local bot would; remembers what became of it."""

    entry: BotEntry
    game: str
    conduct: Conduct
    output: Path
    confining: Confining | None = None
    player: Callable[..., FakePlayer] = FakePlayer
    sdk: str = "stand-in"
    seated: list[FakePlayer] = field(default_factory=list)
    inside: bool = False
    left: type[BaseException] | str | None = "never"
    """The type of the error with which it was left, None for no error; "never" before."""

    async def __aenter__(self) -> Self:
        self.inside = True
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.inside, self.left = False, kind

    def sit(self, start: pb.MatchStart) -> FakePlayer:
        assert self.inside
        self.seated.append(self.player(uniform, Random(start.bot_seed), None))
        return self.seated[-1]


@dataclass
class AtWork:
    """The runner's end of the pipe, and the bots of the worker at the other."""

    connection: "Connection[WorkerOrder, Any]"
    task: "asyncio.Task[None]"
    bots: list[StandIn]

    async def play(
        self, *fixtures: Fixture, withdrawn: frozenset[str] = frozenset()
    ) -> list[Record]:
        for fixture in fixtures:
            self.connection.send(PlayOrder(fixture, withdrawn))
        return [await asyncio.to_thread(self.connection.recv) for _ in fixtures]

    async def judge(self, fixture: Fixture) -> Record | Void:
        """What becomes of the match."""
        self.connection.send(PlayOrder(fixture, frozenset()))
        return await asyncio.to_thread(self.connection.recv)

    async def open(self, board: int) -> None:
        self.connection.send(OpenOrder((board, '["ann","bob"]')))
        await self.settled()

    async def settled(self) -> None:
        """Orders are taken in turn: when a match was played, those before it were obeyed."""
        await self.play(MATCHES[-1])

    def opened(self) -> set[tuple[str, ...]]:
        """The keys that players were shown, as hexadecimal; () of those that were shown none."""
        return {tuple(key.hex() for key in p.opened) for bot in self.bots for p in bot.seated}


@asynccontextmanager
async def at_work(
    monkeypatch: pytest.MonkeyPatch, player: Callable[..., FakePlayer] = FakePlayer, **more: Any
) -> AsyncIterator[AtWork]:
    ours, theirs = Pipe()
    bots: list[StandIn] = []

    def make(
        entry: BotEntry,
        game: str,
        conduct: Conduct,
        output: Path,
        confining: Confining | None,
        cpu_slots: asyncio.Semaphore,
    ) -> StandIn:
        assert cpu_slots._value == 1
        bots.append(StandIn(entry, game, conduct, output, confining, player))
        return bots[-1]

    monkeypatch.setattr(worker_bots, "LocalBot", make)
    names = more.pop("names", ("ann", "bob"))
    plan: Plan = make_plan(*names, options={"target": 1}, **more)
    task = asyncio.create_task(worker._Worker(theirs, plan, 7).run())
    try:
        yield AtWork(ours, task, bots)
    finally:
        ours.close()
        await asyncio.wait_for(task, LONG)
        theirs.close()
    assert not any(bot.inside for bot in bots)
