"""A person's stream, against a referee that does what the test says."""

import asyncio
from pathlib import Path

import pytest

from stych.v1 import referee_pb2 as pb
from tests.joining.moments import moments
from tests.joining.stand import MOMENT, Talk, ask, stand, until
from tournaments.person.conversation import ConversationEnd
from tournaments.person.person_match import UnknownMessageError

SECOND = next(iter(moments("fox-21")))


async def test_a_question_is_answered(tmp_path: Path) -> None:
    heard: list[pb.PlayRequest | None] = []

    async def referee(talk: Talk) -> None:
        hello = await talk.welcome()
        assert (hello.protocol_version, hello.decisions_at_once) == (1, 1)
        assert list(hello.games) == ["fox", "the-game"]
        await ask(talk)
        heard.append(await talk.hear())
        await talk.say(overs=[pb.MatchOver(match=1, places=[1, 2], points=[3, 1])])
        await talk.goodbye()

    async with stand(referee, tmp_path) as table:
        table.write("hello", "99", "2")
        assert await table.join() is ConversationEnd.FINISHED
        said = table.screen
    assert heard == [pb.PlayRequest(answers={"answers": [{"decision": 10, "choice": 1}]})]
    assert "'hello' is no card of the fox" in said
    assert "received '99'" in said
    assert "points\n" in said
    assert said.endswith("The referee says goodbye: done.\n")


async def test_help_history_and_thinking_better_of_leaving(tmp_path: Path) -> None:
    async def referee(talk: Talk) -> None:
        await talk.welcome()
        await ask(talk)
        assert await talk.hear()
        await talk.goodbye()

    async with stand(referee, tmp_path) as table:
        table.write("?", "h", "q", "n", "1")
        assert await table.join() is ConversationEnd.FINISHED
        said = table.screen
    assert "The rules in full: stych rules fox" in said
    assert "All that happened openly in match 1:" in said
    assert "Leave the table and forfeit the match? y or n: n" in said


@pytest.mark.parametrize("confirmed", ["y", "YES"])
async def test_leaving_says_goodbye(tmp_path: Path, confirmed: str) -> None:
    heard: list[pb.PlayRequest | None] = []

    async def referee(talk: Talk) -> None:
        await talk.welcome()
        await ask(talk)
        heard.append(await talk.hear())

    async with stand(referee, tmp_path) as table:
        table.write("q", confirmed)
        assert await table.join() is ConversationEnd.LEFT
    assert [request.WhichOneof("message") for request in heard if request] == ["goodbye"]
    assert heard[0] is not None
    assert heard[0].goodbye.reason == pb.GOODBYE_REASON_LEAVING


@pytest.mark.parametrize("asking", [True, False])
async def test_a_cancelled_conversation_says_goodbye(tmp_path: Path, asking: bool) -> None:
    """As Ctrl-C does it, in the middle of a question and while nothing is asked."""
    heard: list[pb.PlayRequest | None] = []
    ready = asyncio.Event()

    async def referee(talk: Talk) -> None:
        await talk.welcome()
        if asking:
            await ask(talk)
        ready.set()
        heard.append(await talk.hear())

    async with stand(referee, tmp_path) as table:
        talking = asyncio.create_task(table.join())
        await ready.wait()
        await until(lambda: not asking or "> " in table.screen)
        # The welcome may be here before gRPC has told that the hello was written.
        await asyncio.sleep(0.3)
        talking.cancel()
        await asyncio.wait({talking})
        assert talking.cancelled()
    assert heard[0] is not None
    assert heard[0].goodbye.reason == pb.GOODBYE_REASON_LEAVING


async def test_a_question_that_is_over_before_it_is_answered(tmp_path: Path) -> None:
    async def referee(talk: Talk) -> None:
        await talk.welcome()
        await ask(talk)
        await talk.goodbye("did not answer within 2 s", pb.GOODBYE_REASON_LATE)

    async with stand(referee, tmp_path) as table:
        assert await table.join() is ConversationEnd.DISMISSED
        assert "says goodbye: did not answer within 2 s." in table.screen


async def test_news_of_other_matches_do_not_end_a_question(tmp_path: Path) -> None:
    async def referee(talk: Talk) -> None:
        await talk.welcome()
        start = pb.MatchStart()
        start.CopyFrom(SECOND.match.start)
        start.match = 7
        await talk.say(starts=[start])
        await ask(talk)
        await talk.say(overs=[pb.MatchOver(match=7, places=[2, 1], points=[1, 3])])
        request = await talk.hear()
        assert request is not None
        assert request.answers.answers[0].decision == 10
        await talk.goodbye()

    async with stand(referee, tmp_path) as table:
        talking = asyncio.create_task(table.join())
        await until(lambda: "match 7 is over" in table.screen)
        table.write("1")
        assert await talking is ConversationEnd.FINISHED


async def test_a_decision_of_no_match(tmp_path: Path) -> None:
    """What cannot be read ends the conversation with a goodbye, and nobody dials again."""
    heard: list[pb.PlayRequest | None] = []

    async def referee(talk: Talk) -> None:
        await talk.welcome()
        await talk.say(decisions=[MOMENT.decision])
        heard.append(await talk.hear())

    async with stand(referee, tmp_path) as table:
        with pytest.raises(UnknownMessageError, match="in match 1, which never began"):
            await table.join(reconnect=60.0)
    assert [request.WhichOneof("message") for request in heard if request] == ["goodbye"]
