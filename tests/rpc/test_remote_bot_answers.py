"""Answers over lost connections: each decision keeps its number and is answered once."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.conduct import Fault, FaultKind
from referee.player import Choice
from referee.rpc.handshake import MOST_AT_ONCE
from stych.v1 import referee_pb2 as pb
from tests.games.profiles import fast
from tests.rpc.scripted_lobby import ScriptedLobby
from tests.rpc.scripted_session import answers
from tests.rpc.stage import ask, sit
from tests.rpc.timeless import timeless


@timeless
async def test_answers_to_earlier_streams_are_passed_over_but_not_for_ever() -> None:
    async with ScriptedLobby() as lobby:
        first = await lobby.enter()
        asked = [ask(sit(lobby.ann)) for _ in range(2)]
        for number in [each.decision for each in await first.decisions()]:
            first.say(answers(number))
        await asyncio.gather(*asked)
        first.hang_up()
        second = await lobby.enter()
        asked = [ask(sit(lobby.ann))]
        await second.decisions()
        for _ in range(MOST_AT_ONCE // 2):
            second.say(answers(1, 2))
        await asyncio.sleep(0.1)
        assert not second.end.done()
        second.say(answers(1))
        goodbye = await second.goodbye()
        assert goodbye.text == "sent more than 1024 answers to decisions of earlier streams"
        fault = await asked[0]
        assert isinstance(fault, Fault)
        assert fault.kind is FaultKind.MALFORMED


@timeless
async def test_an_answered_decision_of_an_earlier_stream_may_be_answered_again_in_vain() -> None:
    """An answer is ignored, unless its decision is asked again on the new stream, and is open."""
    async with ScriptedLobby() as lobby:
        player = sit(lobby.ann)
        asked = ask(player)
        stream = await lobby.enter()
        await stream.decisions()
        stream.say(answers((1, 1)))
        assert await asked == Choice(1, 0.0)
        asked = ask(player)
        await stream.decisions()
        stream.hang_up()
        await stream.end
        back = await lobby.enter()
        back.say(answers((1, 5)))
        await back.decisions()
        back.say(answers((1, 5), (2, 2), (1, 5)))
        assert await asked == Choice(2, 0.0)
        back.say(answers((2, 3)))
        await asyncio.sleep(1)
        assert lobby.ann.here
        # A decision that was first asked on this stream may be answered only once.
        asked = ask(player)
        await back.decisions()
        back.say(answers((3, 0), (3, 0)))
        assert await asked == Choice(0, 0.0)
        assert (await back.goodbye()).text.startswith("sent a second answer to decision 3")


class Cut:
    """A bot that hangs up now and then, after any number of the answers to a message.

    `moments` says for each message, the last entry first, after how many answers it hangs up. With
    8 it does so after all of them, and with 9 not at all.
    """

    def __init__(self, lobby: ScriptedLobby, moments: list[int], at_once: int) -> None:
        self.lobby, self.moments, self.at_once = lobby, moments, at_once
        self.seen: dict[int, tuple[int, bytes]] = {}
        """By number: the match, and the whole decision but for its bank."""
        self.given: dict[int, list[int]] = {}
        """By number, all choices that were ever sent for it."""

    async def play(self) -> None:
        choice = 0
        while True:
            stream = await self.lobby.enter(decisions_at_once=self.at_once)
            while True:
                heard = await stream.heard()
                for each in heard.decisions:
                    same = pb.Decision.FromString(each.SerializeToString())
                    same.bank_left_ms = 0
                    said = (each.match, same.SerializeToString())
                    assert self.seen.setdefault(each.decision, said) == said
                moment = self.moments.pop() if self.moments else 9
                numbers = [each.decision for each in heard.decisions]
                for number in numbers[: moment if moment < 8 else len(numbers)]:
                    choice += 1
                    self.given.setdefault(number, []).append(choice)
                    stream.say(answers((number, choice)))
                if moment < 9:
                    break
            stream.hang_up()
            await asyncio.wait({stream.end})


@pytest.mark.slow
@given(
    st.lists(st.integers(0, 9), max_size=25),
    st.integers(1, 4),
    st.integers(1, 5),
    st.integers(1, 4),
)
@fast(60)
@timeless
async def test_over_any_cuts_every_decision_keeps_its_number_and_is_answered_once(
    moments: list[int], at_once: int, matches: int, length: int
) -> None:
    async with ScriptedLobby() as lobby:
        bot = Cut(lobby, moments, at_once)
        playing = asyncio.create_task(bot.play())
        counted: list[int] = []

        async def match() -> None:
            player = sit(lobby.ann)
            for _ in range(length):
                answer = await ask(player)
                assert isinstance(answer, Choice)
                counted.append(answer.index)

        await asyncio.gather(*(match() for _ in range(matches)))
        playing.cancel()
        await asyncio.wait({playing})
    assert len(counted) == len(set(counted)) == matches * length
    assert sorted(bot.seen) == list(range(1, matches * length + 1))
    by_choice = {choice: number for number, given_ in bot.given.items() for choice in given_}
    assert sorted(by_choice[choice] for choice in counted) == sorted(bot.seen)
