"""How a session ends: who is charged, who may ask again, and what the bot hears last."""

import asyncio

import pytest

from referee.conduct import Fault, FaultKind, FaultStage
from referee.player import Choice
from referee.wire.news import opening_entry, over_entry
from stych.v1 import referee_pb2 as pb
from tests.rpc.asked import Asked, TurnedAwayError, ask
from tests.rpc.scripted_session import ScriptedSession, answers, clock
from tests.rpc.timeless import timeless


async def outcomes(asked: list[Asked]) -> list[object]:
    """What became of each question."""
    return list(await asyncio.gather(*asked, return_exceptions=True))


@timeless
async def test_those_in_flight_are_charged_and_the_rest_may_ask_again() -> None:
    async with ScriptedSession(at_once=2) as session:
        asked = session.ask_all(range(5))
        await session.hear()
        session.say(answers(1))
        session.hang_up()
        fault = await session.fault()
        assert session.session.abandon(fault) == 1
        first, second, *rest = await outcomes(asked)
        assert first == Choice(0, 0.0)
        assert second == fault
        assert [type(each) for each in rest] == [TurnedAwayError] * 3


@timeless
async def test_a_question_that_was_never_sent_can_be_asked_in_another_session() -> None:
    question = pb.Decision(match=1, legal_actions=[1, 2], events=[5])
    async with ScriptedSession() as dead, ScriptedSession() as alive:
        blocked = dead.ask()
        await dead.hear()
        asked = ask(dead.session, question, clock())
        dead.hang_up()
        dead.session.abandon(await dead.fault())
        with pytest.raises(TurnedAwayError):
            await asked
        await blocked
        again = ask(alive.session, question, clock())
        [decision] = (await alive.hear()).decisions
        assert decision == pb.Decision(
            match=1, legal_actions=[1, 2], events=[5], decision=1, bank_left_ms=3000
        )
        alive.say(answers((1, 1)))
        assert await again == Choice(1, 0.0)


@timeless
async def test_a_session_that_is_abandoned_twice_charges_once() -> None:
    async with ScriptedSession() as session:
        asked = session.ask()
        await session.hear()
        session.hang_up()
        fault = await session.fault()
        assert [session.session.abandon(fault), session.session.abandon(fault)] == [1, 0]
        assert await asked == fault


@timeless
async def test_a_bot_that_dies_idle_owes_nothing_here() -> None:
    async with ScriptedSession() as session:
        session.hang_up()
        assert session.session.abandon(await session.fault()) == 0


@timeless
async def test_nothing_is_sent_after_the_end() -> None:
    # After the answer the next batch could be sent, but the garbage ends the session before.
    async with ScriptedSession(at_once=3) as session:
        answered = session.ask(1)
        await session.hear()
        waiting = session.ask(2)
        session.say(answers(1))
        session.say(b"\xff")
        fault = await session.fault()
        assert session.session.abandon(fault) == 0
        assert await answered == Choice(0, 0.0)
        with pytest.raises(TurnedAwayError):
            await waiting
        await asyncio.sleep(60)
        assert session.link.to_bot.empty()


@timeless
async def test_nothing_is_taken_after_the_end() -> None:
    # The referee was busy: the clock runs out and the answer comes in the same turn of the loop.
    async with ScriptedSession() as session:
        asked = session.ask(own=clock(1, 0, 0))
        await session.hear()
        session.session._end(Fault(kind=FaultKind.LATE, stage=FaultStage.PLAY, text="too late"))
        session.say(answers(1))
        fault = await session.fault()
        assert fault.kind is FaultKind.LATE
        assert session.session.abandon(fault) == 1
        assert await asked == fault


@timeless
async def test_a_match_that_gives_up_waiting_harms_no_other() -> None:
    async with ScriptedSession(at_once=2) as session:
        sent, other = session.ask_all([1, 2])
        await session.hear()
        unsent = session.ask(3)
        await asyncio.sleep(0)
        sent.cancel()
        unsent.cancel()
        await asyncio.sleep(0)
        session.say(answers(1, 2))
        assert await other == Choice(0, 0.0)
        session.hang_up()
        session.session.abandon(await session.fault())


@timeless
async def test_the_last_message_says_why_in_words() -> None:
    async with ScriptedSession() as session:
        session.say(b"\xff\xff")
        fault = await session.fault()
        await session.session.dismiss(fault)
        goodbye = (await session.hear()).goodbye
        assert goodbye.reason == pb.GOODBYE_REASON_MALFORMED
        assert goodbye.text == "sent 2 bytes that are no PlayRequest"


@timeless
async def test_a_late_bot_is_told_so() -> None:
    async with ScriptedSession() as session:
        asked = session.ask()
        await session.hear()
        fault = await session.fault()
        await session.session.dismiss(fault)
        goodbye = (await session.hear()).goodbye
        assert goodbye.reason == pb.GOODBYE_REASON_LATE
        assert goodbye.text == fault.text
        session.session.abandon(fault)
        await asked


@timeless
async def test_closing_tells_first_what_was_still_to_be_told() -> None:
    async with ScriptedSession() as session:
        session.session.tell(over_entry(1, (), ()))
        session.session.tell(opening_entry(1, b"", b""))
        await session.session.close(pb.GOODBYE_REASON_FINISHED, "there is nothing more to play")
        last = await session.hear()
        assert [over.match for over in last.overs] == [1]
        assert [opening.match for opening in last.openings] == [1]
        assert last.goodbye.text == "there is nothing more to play"
        assert await session.end() is None
        await session.hears_nothing()


@timeless
async def test_closing_does_not_wait_for_a_bot_that_does_not_read() -> None:
    async with ScriptedSession() as session:
        session.link.to_bot = asyncio.Queue(maxsize=1)
        for match in (1, 2):
            session.session.tell(over_entry(match, (), ()))
            await asyncio.sleep(0.1)
        await session.session.close(pb.GOODBYE_REASON_STOPPED, "the referee was stopped")
        assert await session.end() is None


@timeless
async def test_closing_waits_for_the_message_before_the_last() -> None:
    # Whoever serves the session ends the stream after `run`; so `run` waits for the goodbye.
    async with ScriptedSession() as session:
        session.link.to_bot = asyncio.Queue(maxsize=1)
        for match in (1, 2):
            session.session.tell(over_entry(match, (), ()))
            await asyncio.sleep(0.1)
        closing = asyncio.create_task(
            session.session.close(pb.GOODBYE_REASON_FINISHED, "there is nothing more to play")
        )
        heard: list[pb.PlayResponse] = []
        ended = asyncio.create_task(session.end())
        while not ended.done():
            await asyncio.sleep(0.1)
            if not session.link.to_bot.empty():
                heard.append(session.link.to_bot.get_nowait())
        await closing
        assert heard[-1].goodbye.reason == pb.GOODBYE_REASON_FINISHED


@timeless
async def test_closing_leaves_nobody_waiting() -> None:
    async with ScriptedSession() as session:
        asked = session.ask_all([1, 2])
        await session.hear()
        await session.session.close(pb.GOODBYE_REASON_STOPPED, "the referee was stopped")
        assert [type(each) for each in await outcomes(asked)] == [TurnedAwayError] * 2
