"""A local bot's life: started when needed, shared by matches, started again after it died."""

import asyncio
from pathlib import Path

from referee.conduct import Fault, FaultKind
from referee.player import Choice
from tests.rpc.scripted_session import answers
from tests.rpc.stage import ask, sit, staged
from tests.rpc.timeless import timeless


@timeless
async def test_no_process_is_started_before_a_match_asks_the_bot(tmp_path: Path) -> None:
    with staged(tmp_path) as (stage, bot):
        async with bot:
            sit(bot)
            await asyncio.sleep(60)
        assert stage.processes == []


@timeless
async def test_all_matches_share_one_process_and_one_stream(tmp_path: Path) -> None:
    with staged(tmp_path) as (stage, bot):
        async with bot:
            asked = [ask(sit(bot)) for _ in range(3)]
            stream = (await stage.started(1)).connect()
            for numbers in ([1, 2], [3]):
                assert [each.decision for each in await stream.decisions()] == numbers
                stream.say(answers(*numbers))
            assert await asyncio.gather(*asked) == [Choice(0, 0.0)] * 3
        assert len(stage.processes) == 1
        assert stage.processes[0].killed


@timeless
async def test_a_death_costs_what_was_in_flight_and_the_rest_is_asked_anew(tmp_path: Path) -> None:
    with staged(tmp_path) as (stage, bot):
        async with bot:
            asked = [ask(sit(bot)) for _ in range(5)]
            process = await stage.started(1)
            stream = process.connect()
            assert len(await stream.decisions()) == 2
            process.exit("exited with code 9")
            again = (await stage.started(2)).connect()
            for count in (2, 1):
                decisions = await again.decisions()
                assert len(decisions) == count
                again.say(answers(*[each.decision for each in decisions]))
            results = await asyncio.gather(*asked)
            faults = [result for result in results if isinstance(result, Fault)]
            assert [fault.text for fault in faults] == ["the process exited with code 9"] * 2
            assert {fault.kind for fault in faults} == {FaultKind.CRASHED}
            assert len(stage.processes) == 2


@timeless
async def test_a_match_that_goes_on_in_a_new_process_is_announced_as_resumed(
    tmp_path: Path,
) -> None:
    with staged(tmp_path) as (stage, bot):
        async with bot:
            player, other = sit(bot), sit(bot)
            asked = ask(player)
            stream = (await stage.started(1)).connect()
            await stream.to_bot.get()
            message = await stream.to_bot.get()
            assert [(start.match, start.resumed) for start in message.starts] == [(1, False)]
            stream.say(answers(1))
            await asked
            gone = ask(other)
            await stream.decisions()
            stream.say(b"\xff")
            assert isinstance(await gone, Fault)
            asked = ask(player)
            stream = (await stage.started(2)).connect()
            await stream.to_bot.get()
            message = await stream.to_bot.get()
            assert [(start.match, start.resumed) for start in message.starts] == [(1, True)]
            stream.say(answers(1))
            assert await asked == Choice(0, 0.0)
            assert (player.resumed, other.resumed) == (1, 0)


@timeless
async def test_a_death_between_matches_costs_the_next_one(tmp_path: Path) -> None:
    with staged(tmp_path) as (stage, bot):
        async with bot:
            first = sit(bot).ready()
            ready = asyncio.create_task(first)
            process = await stage.started(1)
            process.connect()
            assert await ready is None
            process.exit("exited with code 3")
            await asyncio.sleep(60)
            fault = await sit(bot).ready()
            assert fault is not None
            assert (fault.kind, fault.text) == (FaultKind.CRASHED, "the process exited with code 3")
            later = asyncio.create_task(sit(bot).ready())
            (await stage.started(2)).connect()
            assert await later is None


@timeless
async def test_two_deaths_in_a_row_cost_two_matches(tmp_path: Path) -> None:
    with staged(tmp_path) as (stage, bot):
        async with bot:
            for number in (1, 2):
                asked = ask(sit(bot))
                process = await stage.started(number)
                stream = process.connect()
                await stream.decisions()
                process.exit()
                fault = await asked
                assert isinstance(fault, Fault)
            last = ask(sit(bot))
            stream = (await stage.started(3)).connect()
            await stream.decisions()
            stream.say(answers(1))
            assert await last == Choice(0, 0.0)
            assert len(stage.processes) == 3


@timeless
async def test_a_bot_that_says_hello_and_goes_at_once_costs_one_match(tmp_path: Path) -> None:
    with staged(tmp_path) as (stage, bot):
        async with bot:
            asked = [ask(sit(bot)) for _ in range(2)]
            process = await stage.started(1)
            process.connect()
            process.exit("exited with code 0")
            stream = (await stage.started(2)).connect()
            await stream.decisions()
            stream.say(answers(1))
            results = await asyncio.gather(*asked)
            assert [type(result) for result in results] == [Fault, Choice]


@timeless
async def test_what_an_earlier_start_said_is_no_evidence_for_a_later_fault(tmp_path: Path) -> None:
    with staged(tmp_path) as (stage, bot):
        async with bot:
            for number, words in enumerate(["I fell", ""], 1):
                ready = asyncio.create_task(sit(bot).ready())
                process = await stage.started(number)
                process.output[1].keep(words.encode())
                process.exit()
                fault = await ready
                assert fault is not None
                assert fault.evidence.words == words


@timeless
async def test_an_error_while_a_process_is_killed_holds_no_match_up(tmp_path: Path) -> None:
    with staged(tmp_path) as (stage, bot):
        async with bot:
            asked = ask(sit(bot))
            process = await stage.started(1)
            process.problem = PermissionError(1, "Operation not permitted")
            stream = process.connect()
            await stream.decisions()
            stream.say(b"\xff")
            fault = await asked
            assert isinstance(fault, Fault)
            assert fault.kind is FaultKind.MALFORMED
            process.problem = None
