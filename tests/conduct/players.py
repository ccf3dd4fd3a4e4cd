"""Players of this process that remember what happened to them."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

import pytest

from referee.conduct import Fault, FaultKind, FaultStage
from referee.deals import Deal, derive
from referee.games.game import AnyGame, Outcome
from referee.player import Asker, Choice, SeatFault
from referee.table import Table, TableResult

Answer = int | Fault


def fault(kind: FaultKind = FaultKind.LATE, stage: FaultStage = FaultStage.PLAY) -> Fault:
    return Fault(kind=kind, stage=stage, text=f"the bot was {kind}")


class Watcher:
    """Answers by its script and then with the first legal action; keeps all that it is told."""

    is_ready = True

    def __init__(
        self,
        script: Iterable[Answer] = (),
        *,
        pace: float = 0.0,
        silent: bool = False,
        missing: Fault | None = None,
    ) -> None:
        self._script = iter(script)
        self._missing = missing
        self.pace = pace
        self.silent = silent
        self.readied = 0
        self.seen: list[Any] = []
        self.legal: list[tuple[int, ...]] = []
        self.told: list[list[int]] = []
        self.ends: list[tuple[Outcome, tuple[SeatFault, ...]]] = []

    @property
    def news(self) -> list[int]:
        """All events that it was ever told, in order."""
        return [event for events in self.told for event in events]

    async def ready(self) -> Fault | None:
        self.readied += 1
        return self._missing

    def ask(
        self, observation: Any, legal: Sequence[int], events: Sequence[int], asker: Asker
    ) -> None:
        asker.answered(self.decide(observation, legal, events))

    def delay_forced_move(self, asker: Asker) -> bool:
        if self.pace > 0:
            asyncio.get_running_loop().call_later(self.pace, asker.delay_over)
        return self.pace > 0

    def decide(
        self, observation: Any, legal: Sequence[int], events: Sequence[int]
    ) -> Choice | Fault:
        self.seen.append(observation)
        self.legal.append(tuple(legal))
        self.told.append(list(events))
        answer = next(self._script, 0)
        return answer if isinstance(answer, Fault) else Choice(answer, self.pace)

    def over(self, outcome: Outcome, faults: Sequence[SeatFault], events: Sequence[int]) -> None:
        self.ends.append((outcome, tuple(faults)))
        self.told.append(list(events))


class Uniform(Watcher):
    """Any legal action, by a generator of its own; or a fault, where `faulty` returns True."""

    def __init__(self, seed: int, faulty: Callable[[Random], bool] = lambda _: False) -> None:
        super().__init__()
        self._random = Random(seed)
        self._faulty = faulty

    def decide(
        self, observation: Any, legal: Sequence[int], events: Sequence[int]
    ) -> Choice | Fault:
        super().decide(observation, legal, events)
        if self._faulty(self._random):
            return fault()
        return Choice(self._random.randrange(len(legal)), 0.0)


class Delays:
    """Notes the delay of each call of the event loop's `call_later`, in seconds."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seconds: list[float] = []
        loop = asyncio.get_running_loop()
        self._call_later = loop.call_later
        monkeypatch.setattr(loop, "call_later", self)

    def __call__(
        self, delay: float, callback: Callable[..., object], *args: Any
    ) -> asyncio.TimerHandle:
        self.seconds.append(delay)
        return self._call_later(delay, callback, *args)


async def sit_down(
    game: AnyGame, players: Sequence[Watcher], deal: Deal | None = None
) -> TableResult:
    """A match at a table of its own; the same every time."""
    return await Table(game, deal or Deal(derive("a table")), players, 1).play()
