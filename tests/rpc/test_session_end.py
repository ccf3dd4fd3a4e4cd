"""How a session ends: who is charged, who may ask again, and what the bot hears last."""

import asyncio

import pytest

from referee.conduct import Fault, FaultKind, Stage
from referee.player import Choice
from referee.wire.news import opening_entry, over_entry
from stych.v1 import referee_pb2 as pb
from tests.rpc.asked import Asked, TurnedAwayError, ask
from tests.rpc.desk import Desk, answers, clock
from tests.rpc.timeless import timeless


async def outcomes(asked: list[Asked]) -> list[object]:
    """What became of each question."""
    return list(await asyncio.gather(*asked, return_exceptions=True))


@timeless
async def test_those_in_flight_are_charged_and_the_rest_may_ask_again() -> None:
    async with Desk(at_once=2) as desk:
        asked = desk.ask_all(range(5))
        await desk.hear()
        desk.say(answers(1))
        desk.hang_up()
        fault = await desk.fault()
        assert desk.session.abandon(fault) == 1
        first, second, *rest = await outcomes(asked)
        assert first == Choice(0, 0.0)
        assert second == fault
        assert [type(each) for each in rest] == [TurnedAwayError] * 3


@timeless
async def test_a_question_that_was_never_sent_can_be_asked_in_another_session() -> None:
    question = pb.Decision(match=1, legal_actions=[1, 2], events=[5])
    async with Desk() as dead, Desk() as alive:
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
    async with Desk() as desk:
        asked = desk.ask()
        await desk.hear()
        desk.hang_up()
        fault = await desk.fault()
        assert [desk.session.abandon(fault), desk.session.abandon(fault)] == [1, 0]
        assert await asked == fault


@timeless
async def test_a_bot_that_dies_idle_owes_nothing_here() -> None:
    async with Desk() as desk:
        desk.hang_up()
        assert desk.session.abandon(await desk.fault()) == 0


@timeless
async def test_nothing_is_sent_after_the_end() -> None:
    # The answer sets the next list going, and the garbage after it ends the session at once.
    async with Desk(at_once=3) as desk:
        answered = desk.ask(1)
        await desk.hear()
        waiting = desk.ask(2)
        desk.say(answers(1))
        desk.say(b"\xff")
        fault = await desk.fault()
        assert desk.session.abandon(fault) == 0
        assert desk.link.to_bot.empty()
        assert await answered == Choice(0, 0.0)
        with pytest.raises(TurnedAwayError):
            await waiting
        await asyncio.sleep(60)


@timeless
async def test_nothing_is_taken_after_the_end() -> None:
    # The referee was busy: the clock runs out and the answer comes in the same turn of the loop.
    async with Desk() as desk:
        asked = desk.ask(own=clock(1, 0, 0))
        await desk.hear()
        desk.session._end(Fault(kind=FaultKind.LATE, stage=Stage.PLAY, text="too late"))
        desk.say(answers(1))
        fault = await desk.fault()
        assert fault.kind is FaultKind.LATE
        assert desk.session.abandon(fault) == 1
        assert await asked == fault


@timeless
async def test_a_match_that_gives_up_waiting_harms_no_other() -> None:
    async with Desk(at_once=2) as desk:
        sent, other = desk.ask_all([1, 2])
        await desk.hear()
        unsent = desk.ask(3)
        await asyncio.sleep(0)
        sent.cancel()
        unsent.cancel()
        await asyncio.sleep(0)
        desk.say(answers(1, 2))
        assert await other == Choice(0, 0.0)
        desk.hang_up()
        desk.session.abandon(await desk.fault())


@timeless
async def test_the_last_message_says_why_in_words() -> None:
    async with Desk() as desk:
        desk.say(b"\xff\xff")
        fault = await desk.fault()
        await desk.session.dismiss(fault)
        goodbye = (await desk.hear()).goodbye
        assert goodbye.reason == pb.GOODBYE_REASON_MALFORMED
        assert goodbye.text == "sent 2 bytes that are no PlayRequest"


@timeless
async def test_a_late_bot_is_told_so() -> None:
    async with Desk() as desk:
        asked = desk.ask()
        await desk.hear()
        fault = await desk.fault()
        await desk.session.dismiss(fault)
        goodbye = (await desk.hear()).goodbye
        assert goodbye.reason == pb.GOODBYE_REASON_LATE
        assert goodbye.text == fault.text
        desk.session.abandon(fault)
        await asked


@timeless
async def test_closing_tells_first_what_was_still_to_be_told() -> None:
    async with Desk() as desk:
        desk.session.tell(over_entry(1, (), ()))
        desk.session.tell(opening_entry(1, b"", b""))
        await desk.session.close(pb.GOODBYE_REASON_FINISHED, "there is nothing more to play")
        last = await desk.hear()
        assert [over.match for over in last.overs] == [1]
        assert [opening.match for opening in last.openings] == [1]
        assert last.goodbye.text == "there is nothing more to play"
        assert await desk.end() is None
        await desk.hears_nothing()


@timeless
async def test_closing_does_not_wait_for_a_bot_that_does_not_read() -> None:
    async with Desk() as desk:
        desk.link.to_bot = asyncio.Queue(maxsize=1)
        for match in (1, 2):
            desk.session.tell(over_entry(match, (), ()))
            await asyncio.sleep(0.1)
        await desk.session.close(pb.GOODBYE_REASON_STOPPED, "the referee was stopped")
        assert await desk.end() is None


@timeless
async def test_closing_waits_for_the_message_before_the_last() -> None:
    # Whoever serves the session lets go of the stream when it ends: not before the goodbye is out.
    async with Desk() as desk:
        desk.link.to_bot = asyncio.Queue(maxsize=1)
        for match in (1, 2):
            desk.session.tell(over_entry(match, (), ()))
            await asyncio.sleep(0.1)
        closing = asyncio.create_task(
            desk.session.close(pb.GOODBYE_REASON_FINISHED, "there is nothing more to play")
        )
        heard: list[pb.PlayResponse] = []
        ended = asyncio.create_task(desk.end())
        while not ended.done():
            await asyncio.sleep(0.1)
            if not desk.link.to_bot.empty():
                heard.append(desk.link.to_bot.get_nowait())
        await closing
        assert heard[-1].goodbye.reason == pb.GOODBYE_REASON_FINISHED


@timeless
async def test_closing_leaves_nobody_waiting() -> None:
    async with Desk() as desk:
        asked = desk.ask_all([1, 2])
        await desk.hear()
        await desk.session.close(pb.GOODBYE_REASON_STOPPED, "the referee was stopped")
        assert [type(each) for each in await outcomes(asked)] == [TurnedAwayError] * 2
