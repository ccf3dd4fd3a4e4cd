"""How long matches wait for a remote bot: before it first comes, and after each loss."""

import asyncio

import pytest

from referee.conduct import Conduct, Fault, FaultKind, FaultStage
from referee.player import Choice
from tests.rpc.scripted_lobby import RECONNECT, ScriptedLobby, one_decision
from tests.rpc.scripted_session import answers
from tests.rpc.stage import ask, sit
from tests.rpc.timeless import timeless


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
        await asyncio.sleep(RECONNECT - 1)
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
async def test_when_it_is_not_back_in_time_all_who_wait_get_the_same_fault() -> None:
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
        await asyncio.sleep(10 * RECONNECT)
        asked = ask(sit(lobby.ann))
        await asyncio.sleep(RECONNECT - 1)
        back = await lobby.enter()
        back.say(answers((await one_decision(back)).decision))
        assert isinstance(await asked, Choice)


@timeless
async def test_losses_between_two_answers_are_counted_together() -> None:
    async with ScriptedLobby() as lobby:
        player = sit(lobby.ann)
        for _ in range(2):  # an answer gives the bot the whole time again
            asked = ask(player)
            for _ in range(2):
                stream = await lobby.enter()
                await stream.decisions()
                stream.hang_up()
                await stream.end
                await asyncio.sleep(0.4 * RECONNECT)
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
            await asyncio.sleep(away * RECONNECT)
        assert asked.done()
        assert isinstance(asked.result(), Fault)


@timeless
async def test_the_wait_before_it_first_comes_is_not_counted_with_losses() -> None:
    async with ScriptedLobby() as lobby:
        asked = ask(sit(lobby.ann))
        await asyncio.sleep(30)
        stream = await lobby.enter()
        await stream.decisions()
        stream.hang_up()
        await stream.end
        await asyncio.sleep(0.9 * RECONNECT)
        stream = await lobby.enter()
        stream.say(answers((await one_decision(stream)).decision))
        assert isinstance(await asked, Choice)


@timeless
async def test_without_time_to_come_back_a_loss_is_a_fault() -> None:
    async with ScriptedLobby(Conduct(reconnect_ms=0)) as lobby:
        asked = ask(sit(lobby.ann))
        stream = await lobby.enter()
        await stream.decisions()
        stream.hang_up()
        fault = await asked
        assert isinstance(fault, Fault)
        assert fault.text == "the connection was lost, and the bot was not back within 0 s"
