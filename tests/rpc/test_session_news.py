"""What a session tells beside its decisions: with a batch, or soon alone."""

import asyncio

from referee.wire.news import opening_entry, over_entry, start_entry
from stych.v1 import referee_pb2 as pb
from tests.rpc.scripted_session import ScriptedSession, answers
from tests.rpc.timeless import timeless


@timeless
async def test_a_match_is_announced_with_its_first_decision() -> None:
    async with ScriptedSession(at_once=2) as session:
        session.session.tell(start_entry(pb.MatchStart(match=3)))
        asked = session.ask(3)
        message = await session.hear()
        assert [start.match for start in message.starts] == [3]
        assert [decision.match for decision in message.decisions] == [3]
        session.say(answers(1))
        await asked


@timeless
async def test_news_wait_a_moment_for_a_batch_to_go_with() -> None:
    async with ScriptedSession() as session:
        loop = asyncio.get_running_loop()
        begun = loop.time()
        session.session.tell(over_entry(1, (), ()))
        await asyncio.sleep(0.001)
        asked = session.ask(2)
        message = await session.hear()
        assert [over.match for over in message.overs] == [1]
        assert [decision.match for decision in message.decisions] == [2]
        assert loop.time() - begun < 0.01
        session.say(answers(1))
        await asked


@timeless
async def test_news_without_a_batch_go_out_together_soon() -> None:
    async with ScriptedSession() as session:
        loop = asyncio.get_running_loop()
        begun = loop.time()
        session.session.tell(over_entry(1, (), ()))
        await asyncio.sleep(0.005)
        session.session.tell(start_entry(pb.MatchStart(match=2)))
        message = await session.hear()
        assert [over.match for over in message.overs] == [1]
        assert [start.match for start in message.starts] == [2]
        assert 0.009 < loop.time() - begun < 0.02


@timeless
async def test_news_wait_for_nobody_but_an_open_batch() -> None:
    async with ScriptedSession() as session:
        session.session.tell(over_entry(1, (), ()))
        assert [over.match for over in (await session.hear()).overs] == [1]
        asked = session.ask(2)
        await session.hear()
        session.session.tell(opening_entry(1, b"", b""))
        session.session.tell(start_entry(pb.MatchStart(match=3)))
        await session.hears_nothing()
        session.say(answers(1))
        message = await session.hear()
        assert [opening.match for opening in message.openings] == [1]
        assert [start.match for start in message.starts] == [3]
        await asked
