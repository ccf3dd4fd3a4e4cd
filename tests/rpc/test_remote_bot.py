"""A remote bot's life: waited for, lost, back in time or not, and who pays for what."""

import asyncio
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.conduct import Conduct, Fault, FaultKind, FaultStage
from referee.player import Choice
from referee.rpc.handshake import MOST_AT_ONCE
from stych.v1 import referee_pb2 as pb
from tests.games.profiles import fast
from tests.rpc.scripted_lobby import CLOCKS, Dialled, ScriptedLobby
from tests.rpc.scripted_session import answers
from tests.rpc.stage import ask, sit
from tests.rpc.timeless import timeless

GRACE = CLOCKS.reconnect_ms / 1000


async def one_decision(stream: Dialled) -> pb.Decision:
    [decision] = await stream.decisions()
    return decision


@timeless
async def test_who_asks_waits_until_the_bot_is_here() -> None:
    async with ScriptedLobby() as lobby:
        asked = [ask(sit(lobby.ann)) for _ in range(2)]
        await asyncio.sleep(30)
        stream = await lobby.enter()
        message = await stream.heard()
        assert [(start.match, start.resumed) for start in message.starts] == [
            (1, False),
            (2, False),
        ]
        assert [each.decision for each in message.decisions] == [1, 2]
        stream.say(answers(1, 2))
        assert await asyncio.gather(*asked) == [Choice(0, 0.0)] * 2


@timeless
async def test_a_bot_that_never_comes_is_late_for_its_start() -> None:
    async with ScriptedLobby() as lobby:
        began = asyncio.get_running_loop().time()
        first, second = (asyncio.create_task(sit(lobby.ann).ready()) for _ in range(2))
        fault = await first
        assert fault is not None
        assert (fault.kind, fault.stage) == (FaultKind.LATE, FaultStage.START)
        assert fault.text == "no hello within 40 s"
        assert asyncio.get_running_loop().time() - began == pytest.approx(40)
        assert await second is fault
        # The next one waits anew: somebody who comes then may play.
        third = asyncio.create_task(sit(lobby.ann).ready())
        await lobby.enter()
        assert await third is None


@timeless
async def test_a_bot_that_is_back_in_time_gets_its_match_and_its_decision_again() -> None:
    async with ScriptedLobby() as lobby:
        asked = ask(player := sit(lobby.ann))
        stream = await lobby.enter()
        first = await one_decision(stream)
        assert player.resumed == 0
        stream.hang_up()
        assert await stream.end == "the connection ended"
        await asyncio.sleep(GRACE - 1)
        message = await (back := await lobby.enter()).heard()
        assert [(start.match, start.resumed) for start in message.starts] == [(1, True)]
        assert message.decisions == [first]
        back.say(answers((first.decision, 2)))
        assert isinstance(choice := await asked, Choice)
        assert choice.index == 2
        assert player.resumed == 1


@timeless
async def test_what_waited_behind_a_batch_is_asked_as_well_and_numbers_go_on() -> None:
    async with ScriptedLobby() as lobby:
        asked = [ask(sit(lobby.ann)) for _ in range(3)]
        stream = await lobby.enter(decisions_at_once=1)
        assert (await one_decision(stream)).decision == 1
        stream.hang_up()
        await stream.end
        back = await lobby.enter(decisions_at_once=8)
        numbers = {each.decision for each in await back.decisions()}
        assert numbers == {1, 2, 3}
        back.say(answers(*numbers))
        assert all(isinstance(each, Choice) for each in await asyncio.gather(*asked))


@timeless
async def test_when_the_grace_is_over_all_who_wait_are_told_the_same() -> None:
    async with ScriptedLobby() as lobby:
        asked = [ask(sit(lobby.ann)) for _ in range(3)]
        stream = await lobby.enter(decisions_at_once=1)
        await stream.decisions()
        stream.hang_up()
        await stream.end
        results = await asyncio.gather(*asked)
        assert all(result is results[0] for result in results)
        fault = results[0]
        assert isinstance(fault, Fault)
        assert (fault.kind, fault.stage) == (FaultKind.DISCONNECTED, FaultStage.PLAY)
        assert fault.text == "the connection was lost, and the bot was not back within 20 s"
        assert fault.evidence.since
        # Its next matches it may play.
        later = ask(sit(lobby.ann))
        back = await lobby.enter()
        decision = await one_decision(back)
        assert decision.decision == 2
        back.say(answers(decision.decision))
        assert isinstance(await later, Choice)


@timeless
async def test_an_absence_in_which_nobody_asks_costs_nothing() -> None:
    async with ScriptedLobby() as lobby:
        stream = await lobby.enter()
        stream.hang_up()
        await stream.end
        await asyncio.sleep(10 * GRACE)
        asked = ask(sit(lobby.ann))
        await asyncio.sleep(GRACE - 1)
        back = await lobby.enter()
        back.say(answers((await one_decision(back)).decision))
        assert isinstance(await asked, Choice)


@timeless
async def test_losses_between_two_answers_are_counted_together() -> None:
    async with ScriptedLobby() as lobby:
        player = sit(lobby.ann)
        for _ in range(2):  # an answer makes good
            asked = ask(player)
            for _ in range(2):
                stream = await lobby.enter()
                await stream.decisions()
                stream.hang_up()
                await stream.end
                await asyncio.sleep(0.4 * GRACE)
            stream = await lobby.enter()
            stream.say(answers((await one_decision(stream)).decision))
            assert isinstance(await asked, Choice)
            stream.hang_up()
            await stream.end
        asked = ask(player)
        for away in (0.4, 0.4, 0.4):
            stream = await lobby.enter()
            await stream.decisions()
            stream.hang_up()
            await stream.end
            await asyncio.sleep(away * GRACE)
        assert asked.done()
        assert isinstance(asked.result(), Fault)


@timeless
async def test_the_wait_for_its_first_coming_takes_nothing_from_the_grace_for_losses() -> None:
    async with ScriptedLobby() as lobby:
        asked = ask(sit(lobby.ann))
        await asyncio.sleep(30)
        stream = await lobby.enter()
        await stream.decisions()
        stream.hang_up()
        await stream.end
        await asyncio.sleep(0.9 * GRACE)
        stream = await lobby.enter()
        stream.say(answers((await one_decision(stream)).decision))
        assert isinstance(await asked, Choice)


@timeless
async def test_the_clock_of_a_decision_stands_still_while_the_bot_is_away() -> None:
    async with ScriptedLobby() as lobby:
        player = sit(lobby.ann)
        asked = ask(player)
        for _ in range(3):
            stream = await lobby.enter()
            decision = await one_decision(stream)
            assert decision.bank_left_ms == 5000
            await asyncio.sleep(1)
            stream.hang_up()
            await stream.end
            await asyncio.sleep(5)
        stream = await lobby.enter()
        await stream.decisions()
        await asyncio.sleep(1)
        stream.say(answers(decision.decision))
        assert isinstance(choice := await asked, Choice)
        assert choice.seconds == pytest.approx(4)
        asked = ask(player)
        assert (await one_decision(stream)).bank_left_ms == 2000
        stream.say(answers(2))
        await asked


@timeless
async def test_a_bot_that_thinks_too_long_in_all_is_late_however_often_it_was_lost() -> None:
    async with ScriptedLobby() as lobby:
        asked = ask(sit(lobby.ann))
        for _ in range(3):
            stream = await lobby.enter()
            await stream.decisions()
            await asyncio.sleep(2)
            stream.hang_up()
            await stream.end
        stream = await lobby.enter()
        await stream.decisions()
        limits = "1 s, the match's bank, 0.5 s of grace and its strikes"
        assert await stream.end == f"did not answer within {limits}"
        fault = await asked
        assert isinstance(fault, Fault)
        assert fault.kind is FaultKind.LATE


@timeless
async def test_a_late_bot_may_dial_in_again_and_goes_on_in_its_other_matches() -> None:
    async with ScriptedLobby() as lobby:
        first, other = ask(sit(lobby.ann)), ask(sit(lobby.ann))
        stream = await lobby.enter(decisions_at_once=1)
        await stream.decisions()
        assert isinstance(await first, Fault)
        assert (await stream.end).startswith("did not answer within")
        back = await lobby.enter()
        back.say(answers((await one_decision(back)).decision))
        assert isinstance(await other, Choice)


def says(request: pb.PlayRequest | bytes) -> Callable[[Dialled], None]:
    return lambda stream: stream.say(request)


LEAVE = pb.PlayRequest(goodbye=pb.Goodbye(reason=pb.GOODBYE_REASON_LEAVING))


@pytest.mark.parametrize(
    ("wrong", "kind"),
    [(says(b"\xff"), FaultKind.MALFORMED), (says(LEAVE), FaultKind.DISCONNECTED)],
)
@timeless
async def test_what_a_bot_does_wrong_itself_costs_what_is_in_flight(
    wrong: Callable[[Dialled], None], kind: FaultKind
) -> None:
    async with ScriptedLobby() as lobby:
        asked = ask(sit(lobby.ann))
        stream = await lobby.enter()
        await stream.decisions()
        wrong(stream)
        fault = await asked
        assert isinstance(fault, Fault)
        assert (fault.kind, await stream.end) == (kind, "")
        if kind is FaultKind.MALFORMED:
            assert (await stream.goodbye()).reason == pb.GOODBYE_REASON_MALFORMED


@timeless
async def test_garbage_from_an_idle_bot_costs_the_next_match_but_leaving_nothing() -> None:
    async with ScriptedLobby() as lobby:
        stream = await lobby.enter()
        stream.say(LEAVE)
        await stream.end
        stream = await lobby.enter()
        assert await sit(lobby.ann).ready() is None
        stream.say(b"\xff")
        await stream.end
        await lobby.enter()
        fault = await sit(lobby.ann).ready()
        assert fault is not None
        assert fault.kind is FaultKind.MALFORMED
        assert await sit(lobby.ann).ready() is None


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
async def test_without_a_grace_a_loss_is_a_fault_at_once() -> None:
    async with ScriptedLobby(Conduct(reconnect_ms=0)) as lobby:
        asked = ask(sit(lobby.ann))
        stream = await lobby.enter()
        await stream.decisions()
        stream.hang_up()
        fault = await asked
        assert isinstance(fault, Fault)
        assert fault.text == "the connection was lost, and the bot was not back within 0 s"


@timeless
async def test_an_answer_that_crossed_the_loss_does_not_count_on_the_next_stream() -> None:
    """The bot sends again what it had sent before; once more than it is asked."""
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
        # What this stream was asked is answered on it once.
        asked = ask(player)
        await back.decisions()
        back.say(answers((3, 0), (3, 0)))
        assert await asked == Choice(0, 0.0)
        assert (await back.goodbye()).text.startswith("sent a second answer to decision 3")


class Cut:
    """A bot whose connection is cut now and then, at any moment of an exchange."""

    def __init__(self, lobby: ScriptedLobby, moments: list[int], at_once: int) -> None:
        self.lobby, self.moments, self.at_once = lobby, moments, at_once
        self.seen: dict[int, tuple[int, bytes]] = {}
        """By number: the match, and all that the decision says."""
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
