"""Clocks: what a decision costs, what a batch may take, and what is too late."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.conduct import Fault, FaultKind, FaultStage
from referee.player import Choice
from referee.rpc.clock import Clock
from referee.wire.news import over_entry
from tests.games.profiles import fast
from tests.rpc.asked import Asked, TurnedAwayError
from tests.rpc.scripted_session import ScriptedSession, answers, clock
from tests.rpc.timeless import timeless

spans = st.floats(0, 100)
takes = st.lists(spans, max_size=8)


@pytest.mark.slow
@given(spans, spans, spans, takes)
@fast(200)
def test_a_bank_is_charged_what_goes_beyond_and_never_refilled(
    decision: float, bank: float, grace: float, took: list[float]
) -> None:
    own = Clock(decision, bank, grace)
    for seconds in took:
        before = own.bank
        in_time = own.charge(seconds)
        over = max(seconds - decision, 0)
        assert in_time == (before - over >= -grace)
        assert own.bank == max(before - over, 0)
        assert 0 <= own.bank <= before


@given(spans, spans, spans, takes)
@fast(100)
def test_decisions_within_their_own_time_are_free(
    decision: float, bank: float, grace: float, took: list[float]
) -> None:
    own = Clock(decision, bank, grace)
    assert all(own.charge(min(seconds, decision)) for seconds in took)
    assert own.bank == bank


@given(spans, spans, spans, st.integers(1, 64), st.floats(0, 0.999))
@fast(100)
def test_a_batch_answered_in_time_in_one_message_has_no_late_answer(
    decision: float, bank: float, grace: float, size: int, part: float
) -> None:
    allowed = size * decision + bank + grace
    clocks = [Clock(decision, bank, grace) for _ in range(size)]
    assert all(own.charge(part * allowed / size) for own in clocks)


async def take(session: ScriptedSession, seconds: float, *decisions: int) -> None:
    """The bot thinks so long about what it has, and answers."""
    await asyncio.sleep(seconds)
    session.say(answers(*decisions))


async def seconds(asked: list[Asked]) -> list[float]:
    """What the answers took; all must be in time."""
    got = await asyncio.gather(*asked)
    assert all(isinstance(answer, Choice) for answer in got), got
    return [answer.seconds for answer in got if isinstance(answer, Choice)]


@timeless
async def test_the_bank_goes_down_with_every_long_thought() -> None:
    async with ScriptedSession() as session:
        own = clock(decision=1, bank=3, grace=0.5)
        for thought, left in ((2, 3000), (1, 2000), (2.5, 2000), (0, 500), (1.75, 500), (1, 0)):
            asked = session.ask(own=own)
            [decision] = (await session.hear()).decisions
            assert decision.bank_left_ms == left
            await take(session, thought, decision.decision)
            assert await seconds([asked]) == pytest.approx([thought])


@timeless
async def test_a_decision_is_late_beyond_its_time_and_bank_and_grace() -> None:
    async with ScriptedSession() as session:
        asked = session.ask(own=clock(decision=1, bank=3, grace=0.5))
        began = asyncio.get_running_loop().time()
        fault = await session.fault()
        assert asyncio.get_running_loop().time() - began == pytest.approx(4.5)
        assert (fault.kind, fault.stage) == (FaultKind.LATE, FaultStage.PLAY)
        assert fault.text == "did not answer within 1 s, the match's bank and 0.5 s of grace"
        session.session.abandon(fault)
        assert await asked == fault


@timeless
async def test_an_answer_just_before_the_end_is_in_time() -> None:
    async with ScriptedSession() as session:
        asked = session.ask(own=clock(decision=1, bank=3, grace=0.5))
        await session.hear()
        await take(session, 4.49, 1)
        assert await seconds([asked]) == pytest.approx([4.49])


@timeless
async def test_a_batch_is_late_as_a_whole() -> None:
    async with ScriptedSession(at_once=3) as session:
        asked = session.ask_all([1, 2, 3], clock(decision=1, bank=3, grace=0.5))
        await session.hear()
        await take(session, 6.4, 2)
        fault = await session.fault()
        assert fault.kind is FaultKind.LATE
        assert asyncio.get_running_loop().time() == pytest.approx(6.5)
        assert session.session.abandon(fault) == 2
        assert [await asked[0], await asked[2]] == [fault, fault]


@timeless
async def test_the_smallest_bank_of_a_batch_limits_it() -> None:
    async with ScriptedSession(at_once=2) as session:
        rich, poor = session.ask(1, clock(1, 100, 0)), session.ask(2, clock(1, 2, 0))
        fault = await session.fault()
        assert asyncio.get_running_loop().time() == pytest.approx(4)
        assert session.session.abandon(fault) == 2
        assert await rich == await poor == fault


@timeless
async def test_answers_that_come_together_share_the_time_before_them() -> None:
    async with ScriptedSession(at_once=4) as session:
        asked = [session.ask(match, clock(2, 3, 0.5)) for match in range(4)]
        await session.hear()
        await take(session, 2, 1)
        await take(session, 3, 2, 4)
        await take(session, 0, 3)
        assert await seconds(asked) == pytest.approx([2, 1.5, 0, 1.5])


@timeless
async def test_a_late_answer_among_others_loses_its_own_match_alone() -> None:
    async with ScriptedSession(at_once=2) as session:
        late, other = session.ask(1, clock(1, 0, 0.2)), session.ask(2, clock(1, 0, 0.2))
        await session.hear()
        await take(session, 1.5, 1)
        fault = await late
        assert isinstance(fault, Fault)
        assert fault.kind is FaultKind.LATE
        assert fault.text.startswith("an answer came after more than 1 s and what was left")
        await take(session, 0.5, 2)
        assert await seconds([other]) == pytest.approx([0.5])
        assert not session.session.over


@timeless
async def test_a_batch_that_waits_to_be_sent_has_no_clock() -> None:
    async with ScriptedSession() as session:
        asked = session.ask_all([1, 2, 3])
        for number in (1, 2, 3):
            await session.hear()
            await take(session, 0.9, number)
        assert await seconds(asked) == pytest.approx([0.9, 0.9, 0.9])


@timeless
async def test_an_idle_bot_is_never_late() -> None:
    async with ScriptedSession() as session:
        asked = session.ask()
        await session.hear()
        await take(session, 0.5, 1)
        await asked
        await asyncio.sleep(86_400)
        assert not session.session.over


@timeless
async def test_a_bot_that_does_not_read_is_late() -> None:
    async with ScriptedSession() as session:
        session.link.to_bot = asyncio.Queue(maxsize=1)
        session.session.tell(over_entry(1, (), ()))
        await asyncio.sleep(0.1)
        asked = session.ask()
        fault = await session.fault()
        assert fault.kind is FaultKind.LATE
        assert session.session.abandon(fault) == 1
        assert await asked == fault
        await session.session.dismiss(fault)


@timeless
async def test_a_bot_that_does_not_read_what_has_no_clock_is_late_too() -> None:
    async with ScriptedSession() as session:
        session.link.to_bot = asyncio.Queue(maxsize=1)
        for match in (1, 2):
            session.session.tell(over_entry(match, (), ()))
            await asyncio.sleep(0.1)
        asked = session.ask()
        fault = await session.fault()
        assert (fault.kind, fault.text) == (
            FaultKind.LATE,
            "did not read what it was sent for 30 s",
        )
        assert session.session.abandon(fault) == 0
        with pytest.raises(TurnedAwayError):
            await asked
