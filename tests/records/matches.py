"""Matches played in this process: the real deal, seats, table and record; no bots' processes."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Literal, cast

from referee.conduct import Conduct, Fault, FaultKind, FaultStage
from referee.evidence import Evidence
from referee.games.game import Outcome
from referee.player import Asker, Choice, SeatFault
from referee.record import Record
from referee.rpc.bot_entry import BotEntry
from referee.rpc.bot_handle import BotHandle
from referee.rpc.manifest import Manifest
from stych.v1 import referee_pb2 as pb
from tournaments.core.fixtures import Block, Fixture, make_fixture
from tournaments.run.match import TournamentMatch
from tournaments.run.plan import Plan

Answer = Callable[[Random, int], int | Fault]
"""(the match's random numbers, how many legal actions) to an index or a fault."""

LATE = Fault(
    kind=FaultKind.LATE,
    stage=FaultStage.PLAY,
    text="did not answer",
    evidence=Evidence(words="last words"),
)
CRASHED = Fault(
    kind=FaultKind.CRASHED, stage=FaultStage.START, text="the process exited with code 1"
)


class FakeBot:
    """Stands in for a local bot: sits down in matches and answers from their seeds.

    `missing` is the fault of a bot that is not there when a match begins; `silent` says that it
    never talks.
    """

    sdk = "in-process"

    def __init__(
        self, answer: Answer, *, missing: Fault | None = None, silent: bool = False
    ) -> None:
        self._answer = answer
        self._missing = missing
        self._silent = silent

    def sit(self, start: pb.MatchStart) -> "FakePlayer":
        player = FakePlayer(self._answer, Random(start.bot_seed), self._missing)
        player.silent = self._silent
        return player


class FakePlayer:
    is_ready = True
    silent = False
    charged_by: Literal["wall"] = "wall"
    struck = 0
    resumed = 0

    def __init__(self, answer: Answer, random: Random, missing: Fault | None) -> None:
        self._answer = answer
        self._random = random
        self._missing = missing
        self.opened: list[bytes] = []
        """The keys that it was shown."""

    async def ready(self) -> Fault | None:
        return self._missing

    def ask(
        self, observation: Any, legal: Sequence[int], events: Sequence[int], asker: Asker
    ) -> None:
        answer = self._answer(self._random, len(legal))
        asker.answered(answer if isinstance(answer, Fault) else Choice(answer, 0.001))

    def delay_forced_move(self, asker: Asker) -> bool:
        del asker
        return False

    def over(self, outcome: Outcome, faults: Sequence[SeatFault], events: Sequence[int]) -> None:
        """It has nothing to remember."""

    def annul(self) -> None:
        """It remembers nothing of it."""

    def open_deal(self, key: bytes, salt: bytes) -> None:
        assert len(salt) in (0, 32)
        self.opened.append(key)


def uniform(random: Random, legal: int) -> int:
    return random.randrange(legal)


def failing_after(decisions: int, fault: Fault = LATE) -> Answer:
    """Answers uniformly to so many decisions, in all matches, and to later ones with the fault."""
    made = 0

    def answer(random: Random, legal: int) -> int | Fault:
        nonlocal made
        made += 1
        return fault if made > decisions else uniform(random, legal)

    return answer


def make_plan(
    *names: str, seed: str = "seed", options: Mapping[str, Any] | None = None, **more: Any
) -> Plan:
    """A tournament among these entrants, or ann and bob; of the fox if no `game` is given."""
    manifest = Manifest(name="fake", version="1.0", games=("fox",), command=("true",))
    return Plan(
        tournament=more.pop("tournament", "cup"),
        seed=seed,
        game=more.pop("game", "fox"),
        options={"target": 16} if options is None else options,
        conduct=more.pop("conduct", Conduct()),
        entries={
            name: BotEntry(name, Path("nowhere"), manifest) for name in names or ("ann", "bob")
        },
        logs=Path("/dev/null/logs"),
        **more,
    )


def fixture(plan: Plan, board: int = 1, seating: int = 0) -> Fixture:
    """A fixture of the plan's first two entrants by name."""
    first, second = sorted(plan.entries)[:2]
    key = f"{plan.tournament}/{plan.seed}/{plan.game}/1"
    return make_fixture(key, Block(board, (first, second)), seating)


def play(plan: Plan, match: Fixture, *bots: FakeBot | None) -> Record:
    """The record of a match of these bots by seat, or of two uniform ones; None is withdrawn."""
    seated = bots or (FakeBot(uniform), FakeBot(uniform))
    return asyncio.run(
        TournamentMatch(plan, match).play([cast("BotHandle | None", bot) for bot in seated])
    )


def make_record(board: int = 1, seating: int = 0, *bots: FakeBot | None, **more: Any) -> Record:
    """A record of a small tournament. Only what was measured differs between equal calls."""
    plan = make_plan(**more)
    return play(plan, fixture(plan, board, seating), *bots)
