"""Workers in threads that note which process of a bot sat at which deal, with voids and deaths.

Organiser, runner, worker, matches and games are real. The bots and their processes are not, and no
number of deaths or of voids of one match ends a run.
"""

import asyncio
import threading
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, Self, cast

import pytest

from referee.conduct import Fault, FaultKind, FaultStage
from referee.evidence import Cause
from referee.player import SeatFault, VoidError
from referee.record import Record
from referee.rpc.bot_entry import BotEntry
from referee.rpc.bot_handle import Seatable
from stych.v1 import referee_pb2 as pb
from tests.records.matches import FakePlayer, uniform
from tests.tournaments.scripted import Threads
from tournaments.config import competition
from tournaments.run import (
    referee_process,
    void_count,
    worker,
    worker_bots,
    worker_handle,
    worker_pool,
)
from tournaments.run.match import TournamentMatch
from tournaments.run.organiser import Organiser
from tournaments.run.plan import Plan
from tournaments.storage.store import Store

STARVED = Fault(kind=FaultKind.LATE, stage=FaultStage.PLAY, text="busy", cause=Cause.MACHINE)


class DeathError(BaseException):
    """The worker is killed."""


class Process:
    """Stands where a local bot would: one process, which remembers what it was dealt."""

    def __init__(self, entry: BotEntry, *_: object) -> None:
        self.entry = entry
        self.deals: list[tuple[str, ...]] = []
        self.sdk = ""

    async def __aenter__(self) -> Self:
        await asyncio.sleep(0)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """There is no real process to end."""

    async def ensure_started(self) -> None:
        """There is no real process to start."""

    def sit(self, start: pb.MatchStart) -> FakePlayer:
        return FakePlayer(uniform, Random(start.bot_seed), None)


@dataclass
class Trouble:
    """What goes wrong, and what was seen; to be installed once."""

    seed: int = 0
    voids: float = 0.0
    """How likely a match is void when it is over."""
    deaths: float = 0.0
    """How likely its worker dies instead."""
    processes: list[Process] = field(default_factory=list)
    begun: int = 0
    met: Counter[tuple[str, tuple[str, ...]]] = field(default_factory=Counter)
    """By entrant and deal, without matches that came to nothing: in how many matches it sat."""
    lock: threading.Lock = field(default_factory=threading.Lock)

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        trouble, random = self, Random(self.seed)

        class Noted(TournamentMatch):
            async def play(self, bots: Sequence[Seatable | None]) -> Record:
                with trouble.lock:
                    trouble.begun += 1
                    for bot in cast("Sequence[object]", bots):
                        if isinstance(bot, Process):
                            bot.deals.append(self._path)
                    chance = random.random()
                record = await super().play(bots)
                await asyncio.sleep(0)
                if chance < trouble.voids:
                    raise VoidError(SeatFault(0, 1, STARVED))
                if chance < trouble.voids + trouble.deaths:
                    raise DeathError
                with trouble.lock:
                    names = {seat.entrant for seat in record.seats}
                    trouble.met.update((name, self._path) for name in names)
                return record

        def make(*args: object) -> Process:
            process = Process(*args)  # type: ignore[arg-type]
            with self.lock:
                self.processes.append(process)
            return process

        def work(connection: "Connection[Any, Any]", plan: Plan, number: int, *_: Any) -> None:
            with suppress(DeathError, BaseExceptionGroup):
                asyncio.run(worker._Worker(connection, plan, number).run())

        def passes_on(*args: Any) -> None:
            with suppress(OSError, TypeError, RuntimeError):  # the dead one's end was closed
                passed_on(*args)

        passed_on = referee_process.pass_on
        monkeypatch.setattr(referee_process, "pass_on", passes_on)
        monkeypatch.setattr(worker_handle, "_SPAWN", Threads)
        monkeypatch.setattr(worker_handle, "work", work)
        monkeypatch.setattr(worker_pool, "_DEATHS_IN_A_ROW", 10**9)
        monkeypatch.setattr(void_count, "_VOIDS_OF_A_MATCH", 10**9)
        monkeypatch.setattr(worker_bots, "LocalBot", make)
        monkeypatch.setattr(worker, "TournamentMatch", Noted)

    def twice(self) -> list[tuple[str, tuple[str, ...]]]:
        """The entrants of which a process sat at a deal twice, with the deal."""
        return [
            (process.entry.name, deal)
            for process in self.processes
            for deal, times in Counter(process.deals).items()
            if times > 1
        ]


def play_whole(file: Path, data: Path, jobs: int, stops: int = 0) -> int:
    """Play the file in `stops` stopped runs and one to its end: how many matches are stored."""
    for left in reversed(range(stops + 1)):
        kept: list[Record] = []
        with Store(data) as store:
            organiser = Organiser(store, competition.read(file).tournaments[0], file.parent)
            many = len(organiser.missing) // (left + 1)

            def enough(kept: list[Record] = kept, left: int = left, many: int = many) -> bool:
                return left > 0 and len(kept) >= many

            organiser.run(jobs, kept.extend, enough)
            if not left:
                return len(store.summaries(organiser.definition.name))
    return 0
