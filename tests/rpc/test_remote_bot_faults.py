"""What a remote bot pays for: its own time and its own errors, on whichever stream."""

import asyncio
from collections.abc import Callable

import pytest

from referee.conduct import Fault, FaultKind
from referee.player import Choice
from stych.v1 import referee_pb2 as pb
from tests.rpc.scripted_lobby import Dialled, ScriptedLobby, one_decision
from tests.rpc.scripted_session import answers
from tests.rpc.stage import ask, sit
from tests.rpc.timeless import timeless


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
