"""The lobby: who is here, whose place a stream takes, who is waited for, and how it closes."""

import asyncio

import pytest

from referee.rpc.lobby import HELLO_SECONDS
from stych.v1 import referee_pb2 as pb
from tests.rpc.scripted_lobby import ScriptedLobby
from tests.rpc.scripted_session import answers
from tests.rpc.stage import ask, sit
from tests.rpc.timeless import timeless


@timeless
async def test_it_tells_who_comes_and_who_is_lost() -> None:
    async with ScriptedLobby(ann=1, bob=2) as lobby:
        assert lobby.lobby.missing(["ann", "bob"]) == ["ann", "bob"]
        ann = await lobby.enter("ann")
        await lobby.enter("bob")
        assert lobby.lobby.missing(["ann", "bob"]) == ["bob"]
        await lobby.enter("bob")
        ann.hang_up()
        await ann.end
        assert lobby.told == [("ann", 1), ("bob", 1), ("bob", 2), ("ann", 0)]
        assert lobby.lobby.missing(["ann", "bob"]) == ["ann"]


@timeless
async def test_each_stream_of_an_entrant_has_a_place_of_its_own() -> None:
    async with ScriptedLobby(ann=3) as lobby:
        streams = [await lobby.enter() for _ in range(3)]
        for place, stream in zip(lobby.bots["ann"], streams, strict=True):
            asked = ask(sit(place))
            [decision] = await stream.decisions()
            stream.say(answers(decision.decision))
            await asked
        streams[1].hang_up()
        await streams[1].end
        back = await lobby.enter()
        asked = ask(sit(lobby.bots["ann"][1]))
        [decision] = await back.decisions()
        back.say(answers(decision.decision))
        await asked


@timeless
async def test_when_all_places_are_taken_the_oldest_stream_gives_way() -> None:
    """A connection that is half dead must not lock its owner out."""
    async with ScriptedLobby(ann=2) as lobby:
        first = await lobby.enter()
        await asyncio.sleep(1)
        second = await lobby.enter()
        asked = ask(sit(lobby.bots["ann"][0]))
        [decision] = await first.decisions()
        third = await lobby.enter()
        goodbye = await first.goodbye()
        assert goodbye.text == "another connection with the same token has taken this place"
        assert goodbye.reason == pb.GOODBYE_REASON_UNSPECIFIED
        assert await first.end == ""
        assert await third.decisions() == [decision]
        first.say(answers((1, 5)))  # nobody hears it
        third.say(answers((1, 2)))
        assert (await asked).index == 2  # type: ignore[union-attr]
        assert not second.end.done()
        assert lobby.lobby.count_here("ann") == 2


@timeless
async def test_play_waits_for_all_places_of_those_who_are_awaited() -> None:
    async with ScriptedLobby(ann=2, bob=1, max=1) as lobby:
        gathered = asyncio.create_task(lobby.lobby.wait_for_entrants({"ann", "bob"}, None))
        await lobby.enter("ann")
        bob = await lobby.enter("bob")
        bob.hang_up()
        await bob.end
        await lobby.enter("ann")
        await asyncio.sleep(1000)
        assert not gathered.done()
        await lobby.enter("bob")
        await gathered


@timeless
async def test_the_wait_ends_though_somebody_is_missing() -> None:
    async with ScriptedLobby(ann=1, bob=1) as lobby:
        await lobby.enter("ann")
        loop = asyncio.get_running_loop()
        began = loop.time()
        await lobby.lobby.wait_for_entrants({"ann", "bob"}, 7)
        assert loop.time() - began == pytest.approx(7)
        assert lobby.lobby.missing({"ann", "bob"}) == ["bob"]


@timeless
async def test_nobody_to_wait_for() -> None:
    async with ScriptedLobby(ann=1) as lobby:
        await lobby.lobby.wait_for_entrants((), None)


@timeless
async def test_a_stream_that_says_nothing_is_ended_and_takes_no_place() -> None:
    async with ScriptedLobby() as lobby:
        silent = lobby.dial()
        assert await silent.end == f"no hello within {HELLO_SECONDS:g} s"
        assert lobby.told == []


@timeless
async def test_streams_at_their_hello_are_limited() -> None:
    async with ScriptedLobby(ann=1, bob=1) as lobby:
        waiting = [lobby.dial() for _ in range(5)]
        await asyncio.sleep(1)
        assert await lobby.dial().end == "5 streams with this token have not said hello yet"
        await lobby.enter("bob")
        waiting[0].hang_up()
        await waiting[0].end
        await lobby.enter()


@pytest.mark.parametrize(
    ("hello", "reason"),
    [
        ({"games": ["korist"]}, pb.GOODBYE_REASON_INCOMPATIBLE),
        ({"protocol_version": 2}, pb.GOODBYE_REASON_INCOMPATIBLE),
    ],
)
@timeless
async def test_who_cannot_play_hears_why_and_takes_no_place(
    hello: dict[str, object], reason: pb.GoodbyeReason
) -> None:
    async with ScriptedLobby() as lobby:
        stream = lobby.dial()
        stream.hello(**hello)
        assert (await stream.goodbye()).reason == reason
        assert await stream.end == ""
        assert lobby.told == []


@timeless
async def test_a_refusal_is_noted_with_its_reason_but_not_a_stream_that_hangs_up() -> None:
    async with ScriptedLobby() as lobby:
        other = lobby.dial()
        other.hello(protocol_version=2)
        await other.end
        lobby.dial().hang_up()
        await lobby.dial().end
        incompatible, silent = lobby.refused
        assert incompatible.startswith("the bot speaks protocol version 2, this referee (stych")
        assert silent == f"no hello within {HELLO_SECONDS:g} s"


@timeless
async def test_who_opens_streams_without_end_has_to_come_later() -> None:
    async with ScriptedLobby(ann=1, bob=1) as lobby:
        for _ in range(60):
            stream = await lobby.enter()
        one_more = lobby.dial()
        assert await one_more.end == (
            "more than 60 streams with this token in a short time: dial in later"
        )
        assert lobby.refused == [await one_more.end]
        assert lobby.lobby.count_here("ann") == 1
        assert not stream.end.done()
        await lobby.enter("bob")
        await asyncio.sleep(1)
        await lobby.enter()


@timeless
async def test_at_the_end_all_hear_a_goodbye_but_those_who_are_to_come_again() -> None:
    async with ScriptedLobby(ann=2, bob=1, max=1) as lobby:
        anns, bob = [await lobby.enter("ann") for _ in range(2)], await lobby.enter("bob")
        await lobby.lobby.close(pb.GOODBYE_REASON_FINISHED, "it is over", {"bob"})
        for stream in anns:
            assert await stream.goodbye() == pb.Goodbye(
                reason=pb.GOODBYE_REASON_FINISHED, text="it is over"
            )
            assert await stream.end == ""
        assert "dial in again" in await bob.end
        assert bob.to_bot.empty()
        assert await lobby.dial("max").end == "the referee is about to end"
        with pytest.raises(RuntimeError, match="ann was closed and cannot be asked any more"):
            await sit(lobby.ann).ready()


@timeless
async def test_what_a_bot_says_of_itself_is_known_and_fit_to_be_shown() -> None:
    async with ScriptedLobby() as lobby:
        assert lobby.ann.name_and_version == ("", "")
        await lobby.enter(bot_name="A\x1b[2J", bot_version="1" * 200, sdk="s", never_talks=True)
        assert lobby.ann.name_and_version == ("A\ufffd[2J", "1" * 97 + "...")
        assert (lobby.ann.sdk, lobby.ann.never_talks) == ("s", True)
        await lobby.enter(bot_name="B", bot_version="2")
        assert lobby.ann.name_and_version == ("B", "2")
        assert not lobby.ann.never_talks
