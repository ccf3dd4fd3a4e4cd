"""A worker: plays what it is told, sends records, opens deals on order, ends with its pipe."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from referee.conduct import Fault, FaultKind, FaultStage
from referee.evidence import Cause
from referee.player import Asker
from referee.record import Record
from tests.records.matches import FakePlayer
from tests.tournaments.worker_at_work import LONG, MATCHES, AtWork, StandIn, at_work
from tournaments.core.voids import Void
from tournaments.run.orders import PlayOrder

STARVED = Fault(
    kind=FaultKind.LATE, stage=FaultStage.PLAY, text="no processor", cause=Cause.MACHINE
)


async def test_it_plays_what_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_work(monkeypatch) as at:
        records = await at.play(*MATCHES)
        assert sorted(record.id for record in records) == sorted(m.id for m in MATCHES)
        assert {bot.output for bot in at.bots} == {
            Path("/dev/null/logs", name, place)
            for name in ("ann", "bob")
            for place in ("worker-7", "worker-7-encounter-1")
        }
        assert all(record.measured.sdks == ("stand-in", "stand-in") for record in records)
    assert [bot.left for bot in at.bots] == [None] * 4


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
            "the folders or sockets of its bots cannot be made: Too many open files",
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


async def test_a_match_that_is_played_after_its_board_was_opened_stays_hidden(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The order names a board: what is played on it later waits for an order of its own."""
    async with at_work(monkeypatch) as at:
        await at.play(MATCHES[0])
        await at.open(1)
        shown = at.opened()
        await at.play(MATCHES[1])
        assert at.opened() == shown


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
    works: list[AtWork] = []

    class Last(FakePlayer):
        def over(self, *_: object) -> None:
            works[0].connection.close()

    async with at_work(monkeypatch, Last) as at:
        works.append(at)
        for fixture in MATCHES:
            at.connection.send(PlayOrder(fixture, frozenset()))
        await asyncio.wait_for(asyncio.shield(at.task), LONG)


class Failing(FakePlayer):
    """The first question to any of these fails with `problem`; they answer all later ones."""

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
