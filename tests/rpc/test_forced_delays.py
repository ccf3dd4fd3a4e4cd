"""Forced delays: they end when an answer would have come."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rpc.forced_delay import DelayTimers, ResponseTime
from tests.games.profiles import fast
from tests.rpc.asked import Asked, TurnedAwayError, delay
from tests.rpc.scripted_session import ScriptedSession, answers
from tests.rpc.timeless import timeless

Over = asyncio.Future[float]


def begin(session: ScriptedSession) -> Over:
    """Begin a delay. The result is when it ended, in seconds of the loop's clock."""
    over = delay(session.session)
    assert over is not None
    return over


def batches_of(plan: list[bool], at_once: int) -> list[int | None]:
    """By delay the batch that a decision in its place would be in; None if there is no such batch.

    `plan` says of each place whether something is asked there.
    """
    batches = -(-sum(plan) // at_once)
    placed = [sum(plan[:place]) // at_once for place, asked in enumerate(plan) if not asked]
    return [number if number < batches else None for number in placed]


@pytest.mark.slow
@given(st.integers(1, 4), st.lists(st.booleans(), min_size=1, max_size=14))
@fast(100)
@timeless
async def test_a_delay_ends_with_the_batch_that_a_decision_in_its_place_would_be_in(
    at_once: int, plan: list[bool]
) -> None:
    asked: list[Asked] = []
    delays: list[Over] = []
    async with ScriptedSession(at_once, response_time=ResponseTime()) as session:
        for is_asked in plan:
            if is_asked:
                asked.append(session.ask())
            else:
                delays.append(begin(session))
        expected = batches_of(plan, at_once)
        for number in range(-(-sum(plan) // at_once)):
            decisions = await session.heard_decisions()
            await session.hears_nothing()
            done = [each is not None and each < number for each in expected]
            assert [each.done() for each in delays] == done
            session.say(answers(*decisions))
        await asyncio.gather(*asked, *delays)


@timeless
async def test_a_delay_ends_with_the_answer_that_it_waited_in_front_of() -> None:
    async with ScriptedSession(at_once=3, response_time=ResponseTime()) as session:
        first, before, second, third, last = (
            session.ask(),
            begin(session),
            session.ask(),
            session.ask(),
            begin(session),
        )
        await session.hear()
        session.say(answers(1))
        await first
        await session.hears_nothing()
        assert not before.done()
        session.say(answers(2))
        await second
        assert before.done()
        session.say(answers(3))
        await third
        # The batch of three was full: a decision in the place of `last` would be in the next one.
        assert not last.done()
        await last


@timeless
async def test_without_a_batch_a_delay_takes_as_long_as_the_last_one() -> None:
    loop = asyncio.get_running_loop()
    async with ScriptedSession(at_once=2, response_time=ResponseTime()) as session:
        for seconds in (0.5, 0.25):
            asked = session.ask_all(range(2))
            numbers = await session.heard_decisions()
            await asyncio.sleep(seconds)
            session.say(answers(*numbers))
            await asyncio.gather(*asked)
            begun = loop.time()
            assert await begin(session) - begun == pytest.approx(seconds)


@timeless
async def test_a_delay_counts_the_wait_for_a_place_to_think() -> None:
    loop, places = asyncio.get_running_loop(), asyncio.Semaphore(1)
    async with ScriptedSession(cpu_slots=places, response_time=ResponseTime()) as session:
        await places.acquire()
        asked = session.ask()
        await asyncio.sleep(0.25)
        places.release()
        await session.hear()
        await asyncio.sleep(0.5)
        session.say(answers(1))
        await asked
        begun = loop.time()
        assert await begin(session) - begun == pytest.approx(0.75)


@timeless
async def test_delays_end_with_their_session() -> None:
    async with ScriptedSession(response_time=ResponseTime()) as session:
        in_flight, waiting, delayed = session.ask(), begin(session), begin(session)
        await session.hear()
        behind, asked, last = begin(session), session.ask(), begin(session)
        session.hang_up()
        fault = await session.fault()
        session.session.abandon(fault)
        assert await in_flight == fault
        for each in (waiting, delayed, behind, last):
            assert each.done()
        with pytest.raises(TurnedAwayError):
            await asked
        assert delay(session.session) is None


@timeless
async def test_a_session_without_a_response_time_has_no_delays() -> None:
    async with ScriptedSession() as session:
        assert delay(session.session) is None


@pytest.mark.parametrize("seconds", [0.0, 1e-12, 0.0005])
async def test_a_delay_that_is_too_short_for_a_timer_needs_none(
    seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop = asyncio.get_running_loop()
    monkeypatch.setattr(loop, "call_at", None)
    over, begun = asyncio.Event(), loop.time()
    DelayTimers(loop).add(seconds, over.set)
    await over.wait()
    assert loop.time() - begun >= seconds
