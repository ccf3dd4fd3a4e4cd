"""Leaving a local bot in the middle of things: nothing hangs, and nothing of it goes on."""

import asyncio
import threading
from pathlib import Path

import pytest

from referee.conduct import Conduct
from referee.player import Choice
from referee.rpc.bot_sandbox import CRASH_SECONDS
from referee.rpc.folders import PrivateFolder
from referee.rpc.local_bot import LocalBot
from stych.v1 import referee_pb2 as pb
from tests.rpc.scripted_session import answers
from tests.rpc.stage import ask, sit, staged
from tests.rpc.timeless import timeless


def home_of(bot: LocalBot) -> Path:
    return bot._sandbox._home.path


@timeless
async def test_the_bot_hears_that_there_is_nothing_more_to_play(tmp_path: Path) -> None:
    with staged(tmp_path) as (stage, bot):
        async with bot:
            asked = ask(sit(bot))
            stream = (await stage.started(1)).connect()
            await stream.decisions()
            stream.say(answers(1))
            await asked
        assert (await stream.to_bot.get()).goodbye.reason == pb.GOODBYE_REASON_FINISHED
        assert not stage.processes[0].running
        assert not home_of(bot).exists()


@timeless
async def test_the_bot_hears_that_the_referee_was_stopped(tmp_path: Path) -> None:
    with staged(tmp_path) as (stage, bot):
        async with bot:
            ready = asyncio.create_task(sit(bot).ready())
            stream = (await stage.started(1)).connect()
            await ready
            error = KeyError("something else went wrong")
            await bot.__aexit__(KeyError, error, None)
        heard = [stream.to_bot.get_nowait() for _ in range(stream.to_bot.qsize())]
        assert heard[-1].goodbye.reason == pb.GOODBYE_REASON_STOPPED
        assert not stage.processes[0].running


@pytest.mark.parametrize("pause", [0.0, 0.005, 0.01, 0.015, 0.5])
@timeless
async def test_leaving_while_it_starts(tmp_path: Path, pause: float) -> None:
    with staged(tmp_path) as (stage, bot):
        async with bot:
            asked = ask(sit(bot))
            await asyncio.sleep(pause)
        assert not any(process.running for process in stage.processes)
        with pytest.raises((asyncio.CancelledError, RuntimeError)):
            await asked


@timeless
async def test_leaving_while_it_says_nothing_on_its_stream(tmp_path: Path) -> None:
    with staged(tmp_path) as (stage, bot):
        async with bot:
            asked = ask(sit(bot))
            (await stage.started(1)).connect(hello=False)
            await asyncio.sleep(0.1)
        assert not stage.processes[0].running
        with pytest.raises((asyncio.CancelledError, RuntimeError)):
            await asked


@timeless
async def test_leaving_while_a_match_waits_ends_the_wait(tmp_path: Path) -> None:
    with staged(tmp_path) as (stage, bot):
        async with bot:
            asked = [ask(sit(bot)) for _ in range(3)]
            stream = (await stage.started(1)).connect()
            await stream.decisions()
        results = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(result) for result in results] == [RuntimeError] * 3
        assert len(stage.processes) == 1


@pytest.mark.parametrize("pause", [0.0, 0.5, CRASH_SECONDS, CRASH_SECONDS + 0.005])
@timeless
async def test_leaving_while_a_dead_session_is_cleared_away(tmp_path: Path, pause: float) -> None:
    with staged(tmp_path) as (stage, bot):
        async with bot:
            asked = ask(sit(bot))
            process = await stage.started(1)
            stream = process.connect()
            await stream.decisions()
            stream.say(answers(1))
            assert await asked == Choice(0, 0.0)
            stream.hang_up()  # and the process stays
            await asyncio.sleep(pause)
        assert not process.running


async def test_the_home_is_removed_in_another_thread_so_that_other_matches_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[int] = []
    remove = PrivateFolder.remove

    def noted(folder: PrivateFolder) -> None:
        threads.append(threading.get_ident())
        remove(folder)

    monkeypatch.setattr(PrivateFolder, "remove", noted)
    with staged(tmp_path) as (_, bot):
        async with bot:
            pass
    assert len(threads) == 1
    assert threads[0] != threading.get_ident()


@timeless
async def test_a_bot_that_was_closed_cannot_be_asked_and_is_not_started(tmp_path: Path) -> None:
    with staged(tmp_path, Conduct(start_ms=1000)) as (stage, bot):
        async with bot:
            player = sit(bot)
        with pytest.raises(RuntimeError, match="was closed"):
            await player.ready()
        assert stage.processes == []


@pytest.mark.parametrize("pause", [0.5, 1.0, 1.005, 1.01, 1.1])
@timeless
async def test_leaving_while_a_bot_that_was_refused_is_killed(tmp_path: Path, pause: float) -> None:
    with staged(tmp_path) as (stage, bot):
        async with bot:
            ready = asyncio.create_task(sit(bot).ready())
            process = await stage.started(1)
            process.connect(hello=False).say(b"\xff")
            await asyncio.sleep(pause)
        assert not process.running
        await asyncio.wait({ready})
