"""A worker: plays what it is told, sends records, opens deals on order, ends with its pipe."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, Self

import pytest

from referee.conduct import Conduct, Fault, FaultKind, FaultStage
from referee.evidence import Cause
from referee.player import Asker
from referee.record import Record
from referee.rpc.bot_entry import BotEntry
from referee.rpc.confining import Confining
from stych.v1 import referee_pb2 as pb
from tests.records.matches import FakePlayer, make_plan, uniform
from tournaments.core.dealing import MOST_LINES
from tournaments.core.fixtures import Fixture
from tournaments.core.voids import Void
from tournaments.formats.round_robin import round_robin
from tournaments.formats.teams import all_teams
from tournaments.run import worker, worker_bots
from tournaments.run.orders import OpenOrder, PlayOrder, WorkerOrder
from tournaments.run.plan import Plan

LONG = 60.0


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
        """What each seat was shown, as hexadecimal."""
        return {tuple(key.hex() for key in p.opened) for bot in self.bots for p in bot.seated}


STARVED = Fault(
    kind=FaultKind.LATE, stage=FaultStage.PLAY, text="no processor", cause=Cause.MACHINE
)
MATCHES = list(round_robin("cup", ("ann", "bob"), 2, 4))


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


async def test_it_plays_what_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_work(monkeypatch) as at:
        records = await at.play(*MATCHES)
        assert sorted(record.id for record in records) == sorted(m.id for m in MATCHES)
        assert {bot.output for bot in at.bots} == {
            Path("/dev/null/logs", name, place)
            for name in ("ann", "bob")
            for place in ("worker-7", "worker-7-meeting-2")
        }
        assert all(record.measured.sdks == ("stand-in", "stand-in") for record in records)
    assert [bot.left for bot in at.bots] == [None] * 4


async def test_a_bot_has_a_process_for_each_meeting_with_a_deal_once_it_is_needed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with at_work(monkeypatch) as at:
        await at.play(*(each for each in MATCHES if each.seating == 0))
        assert [bot.output.name for bot in at.bots] == ["worker-7"] * 2
        assert [len(bot.seated) for bot in at.bots] == [4, 4]
        await at.play(*(each for each in MATCHES if each.seating == 1))
        assert [bot.output.name for bot in at.bots[2:]] == ["worker-7-meeting-2"] * 2
        assert [len(bot.seated) for bot in at.bots] == [4, 4, 4, 4]


async def test_with_independent_deals_one_process_of_each_is_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with at_work(monkeypatch, deals="independent") as at:
        await at.play(*MATCHES)
        assert [bot.output.name for bot in at.bots] == ["worker-7"] * 2


async def test_what_was_begun_before_has_processes_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with at_work(monkeypatch) as at:
        await at.play(MATCHES[0])
        for begun in (1, 2):
            at.connection.send(PlayOrder(MATCHES[0], frozenset(), begun))
            await asyncio.to_thread(at.connection.recv)
        assert [bot.output.name for bot in at.bots[2:]] == [
            f"match-{MATCHES[0].id}-again-{begun}" for begun in (1, 1, 2, 2)
        ]
        assert [bot.left for bot in at.bots] == ["never"] * 2 + [None] * 4


async def test_where_a_bot_meets_a_deal_too_often_matches_have_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All teams of two out of ten: each bot is in nine of a board."""
    names = tuple(f"bot{number}" for number in range(10))
    teams = list(all_teams("cup", names, 2, 1))
    async with at_work(monkeypatch, names=names) as at:
        await at.play(*teams)
        assert max(len(bot.seated) for bot in at.bots) == 1
        stay = [bot for bot in at.bots if bot.left == "never"]
        assert {bot.output.name for bot in stay} == {
            "worker-7" + (f"-meeting-{meeting}" if meeting > 1 else "")
            for meeting in range(1, MOST_LINES + 1)
        }


async def test_a_bot_that_nothing_can_be_made_for_makes_no_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As when no more files can be opened; the next try may go better."""
    tries = 0

    async def enter(bot: StandIn) -> StandIn:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise OSError(24, "Too many open files")
        bot.inside = True
        return bot

    monkeypatch.setattr(StandIn, "__aenter__", enter)
    async with at_work(monkeypatch) as at:
        void = await at.judge(MATCHES[0])
        assert isinstance(void, Void)
        assert (void.cause, void.text) == (
            Cause.MACHINE,
            "there is no room for its bots: Too many open files",
        )
        assert isinstance(await at.judge(MATCHES[0]), Record)


async def test_a_bug_where_bots_are_made_ends_no_match_beside_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    entered = StandIn.__aenter__
    broken = [True]

    async def enter(bot: StandIn) -> StandIn:
        if broken.pop() if broken else False:
            raise ZeroDivisionError("oops")
        return await entered(bot)

    monkeypatch.setattr(StandIn, "__aenter__", enter)
    async with at_work(monkeypatch) as at:
        void = await at.judge(MATCHES[0])
        assert isinstance(void, Void)
        assert (void.cause, void.hold) == (Cause.REFEREE, None)
        assert void.text == "the referee failed: ZeroDivisionError: oops"
        assert "Traceback" in void.evidence.words
        assert isinstance(await at.judge(MATCHES[0]), Record), "the bot is made anew"


async def test_a_deal_is_shown_on_order_and_to_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_work(monkeypatch) as at:
        records = await at.play(*MATCHES[:6])
        key = {record.board: record.deal.key for record in records}
        assert at.opened() == {()}
        await at.open(2)
        assert at.opened() == {(), (key[2],)}
        for bot in at.bots:
            assert sum(bool(player.opened) for player in bot.seated) == 1
        await at.open(1)
        await at.open(1)
        await at.open(99)
        assert at.opened() == {(), (key[2],), (key[1],)}
    assert at.opened() == {(), (key[2],), (key[1],)}


async def test_a_match_that_is_played_while_others_are_opened_stays_hidden(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The order names a board: what is played on it later waits for an order of its own."""
    async with at_work(monkeypatch) as at:
        await at.play(MATCHES[0])
        await at.open(1)
        shown = at.opened()
        await at.play(MATCHES[1])
        assert at.opened() == shown


async def test_with_fresh_processes_every_match_has_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with at_work(monkeypatch, fresh_processes=True) as at:
        await at.play(*MATCHES[:3])
        assert len(at.bots) == 6
        assert [bot.left for bot in at.bots] == [None] * 6
        assert {bot.output.name for bot in at.bots} == {f"match-{m.id}" for m in MATCHES[:3]}
        assert all(len(bot.seated) == 1 for bot in at.bots)


@pytest.mark.parametrize("fresh", [True, False])
async def test_who_was_withdrawn_is_not_asked(monkeypatch: pytest.MonkeyPatch, fresh: bool) -> None:
    async with at_work(monkeypatch, fresh_processes=fresh) as at:
        record = (await at.play(MATCHES[0], withdrawn=frozenset({"bob"})))[0]
        assert [(record.seats[f.seat].entrant, f.fault.kind) for f in record.faults] == [
            ("bob", "withdrawn")
        ]
        assert record.faults[0].fault.text == "withdrawn after 5 faulty matches in a row"
        assert sorted(record.measured.sdks) == ["", "stand-in"]
        assert [bot.entry.name for bot in at.bots if bot.seated] == ["ann"]


@pytest.mark.parametrize("fresh", [True, False])
async def test_when_the_pipe_closes_matches_under_way_are_abandoned(
    monkeypatch: pytest.MonkeyPatch, fresh: bool
) -> None:
    asked: asyncio.Queue[None] = asyncio.Queue()

    class Hanging(FakePlayer):
        def ask(self, *_: object) -> None:
            asked.put_nowait(None)

    async with at_work(monkeypatch, Hanging, fresh_processes=fresh) as at:
        for fixture in MATCHES[:3]:
            at.connection.send(PlayOrder(fixture, frozenset()))
        for _ in range(3):
            await asked.get()
    assert "never" not in {bot.left for bot in at.bots}
    assert None not in {bot.left for bot in at.bots}, "they are told that we stopped"


async def test_a_record_that_nobody_takes_any_more_is_no_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As when Ctrl-C comes at the very moment when a match ends."""
    desks: list[AtWork] = []

    class Last(FakePlayer):
        def over(self, *_: object) -> None:
            desks[0].connection.close()

    async with at_work(monkeypatch, Last) as at:
        desks.append(at)
        for fixture in MATCHES:
            at.connection.send(PlayOrder(fixture, frozenset()))
        await asyncio.wait_for(asyncio.shield(at.task), LONG)


class Failing(FakePlayer):
    """Its machine fails at its first decision, in the first match of all."""

    failed = False
    annulled = 0
    problem: Fault | Exception = STARVED

    def ask(
        self, observation: Any, legal: Sequence[int], events: Sequence[int], asker: Asker
    ) -> None:
        if type(self).failed:
            super().ask(observation, legal, events, asker)
            return
        type(self).failed = True
        if isinstance(self.problem, Exception):
            raise self.problem
        asker.answered(self.problem)

    def annul(self) -> None:
        type(self).annulled += 1


@pytest.mark.parametrize("case", ["machine", "referee"])
async def test_a_match_in_which_no_bot_failed_is_void_and_can_be_played_again(
    monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    class Player(Failing):
        problem = STARVED if case == "machine" else RuntimeError("two states of one deal")

    async with at_work(monkeypatch, Player) as at:
        void = await at.judge(MATCHES[0])
        assert isinstance(void, Void)
        assert (void.match, void.cause) == (MATCHES[0].id, Cause(case))
        assert Player.annulled == 2
        if case == "machine":
            assert (void.entrant, void.text) == ("bob", STARVED.text)
        else:
            assert void.text == "the referee failed: RuntimeError: two states of one deal"
            assert "Traceback" in void.evidence.words
        record = await at.judge(MATCHES[0])
        assert isinstance(record, Record)
        assert (record.id, record.faults) == (MATCHES[0].id, ())
