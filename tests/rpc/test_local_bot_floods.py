"""A local bot that floods its server with calls: its process is killed, and it is to blame."""

import asyncio
from pathlib import Path

from referee.conduct import Fault, FaultKind, FaultStage
from referee.player import Choice
from tests.rpc.scripted_session import answers
from tests.rpc.stage import ask, sit, staged
from tests.rpc.timeless import timeless


@timeless
async def test_a_flood_before_the_hello_is_the_fault_of_the_start(tmp_path: Path) -> None:
    with staged(tmp_path) as (stage, bot):
        async with bot:
            ready = asyncio.create_task(sit(bot).ready())
            process = await stage.started(1)
            for _ in range(3):
                stage.flooded("made too many calls")
            fault = await ready
            assert fault is not None
            assert (fault.kind, fault.stage) == (FaultKind.MALFORMED, FaultStage.START)
            assert fault.text == "made too many calls"
            assert process.killed
            assert stage.errors == []


@timeless
async def test_a_flood_in_play_costs_what_is_in_flight_and_the_process(tmp_path: Path) -> None:
    with staged(tmp_path) as (stage, bot):
        async with bot:
            asked = [ask(sit(bot)) for _ in range(3)]
            process = await stage.started(1)
            stream = process.connect()
            assert len(await stream.decisions()) == 2
            for _ in range(3):
                stage.flooded("made too many calls")
            again = (await stage.started(2)).connect()
            [decision] = await again.decisions()
            again.say(answers(decision.decision))
            results = await asyncio.gather(*asked)
            faults = [result for result in results if isinstance(result, Fault)]
            assert [fault.text for fault in faults] == ["made too many calls"] * 2
            assert {fault.kind for fault in faults} == {FaultKind.MALFORMED}
            assert isinstance(results[2], Choice)
            assert process.killed


@timeless
async def test_a_flood_of_a_bot_that_is_not_asked_costs_its_next_match(tmp_path: Path) -> None:
    with staged(tmp_path) as (stage, bot):
        async with bot:
            ready = asyncio.create_task(sit(bot).ready())
            process = await stage.started(1)
            process.connect()
            assert await ready is None
            stage.flooded("made too many calls")
            await asyncio.sleep(5)
            assert process.killed
            fault = await sit(bot).ready()
            assert fault is not None
            assert fault.text == "made too many calls"
            # No process runs at the moment, so nobody is charged with this.
            stage.flooded("made too many calls")
            later = asyncio.create_task(sit(bot).ready())
            (await stage.started(2)).connect()
            assert await later is None
