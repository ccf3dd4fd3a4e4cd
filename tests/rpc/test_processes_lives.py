"""Bots that crash in matches or between them, and what is left of bots when the referee leaves."""

import asyncio
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.rpc.arena import EXAMPLES, enter, meeting, play, processes_of, write_bot

pytestmark = pytest.mark.slow


async def test_a_crash_among_many_matches_costs_those_in_flight(tmp_path: Path) -> None:
    code = """
count = 0
def choose(observation, legal, random):
    global count
    count += 1
    if START == 1 and count == 10:
        os._exit(1)
    return 0
run(choose, games=["fox"], at_once=2)
"""
    bad = enter(write_bot(tmp_path / "bad", code), tmp_path / "logs")
    good = enter(EXAMPLES / "random", tmp_path / "logs")
    async with meeting(bad, good):
        results = await asyncio.gather(*(play([bad, good], board) for board in range(8)))
        faults = [blamed.fault for result in results for blamed in result.faults]
        assert 1 <= len(faults) <= 2
        assert {fault.text for fault in faults} == {"the process exited with code 1"}
        assert (tmp_path / "bad" / "starts").read_text() == "xx"


async def test_a_bot_that_exits_between_matches_loses_the_next(tmp_path: Path) -> None:
    code = """
from stych_bot import Bot
class Weary(Bot):
    def choose(self, observation, legal):
        return 0
    def over(self, result):
        if START < 3:
            os._exit(START)
run(Weary, games=["fox"])
"""
    folder = write_bot(tmp_path / "weary", code)
    weary, good = enter(folder, tmp_path / "logs"), enter(EXAMPLES / "random", tmp_path / "logs")
    async with meeting(weary, good):
        texts = []
        for board in range(5):
            result = await play([weary, good], board)
            texts.append([blamed.fault.text for blamed in result.faults])
            if (folder / "starts").read_text() != "xxx":
                await until(lambda: not processes_of(weary))
    one, two = "the process exited with code 1", "the process exited with code 2"
    assert texts == [[], [one], [], [two], []]


async def until(happens: Callable[[], bool]) -> None:
    """Wait until `happens` returns True."""
    while True:
        if happens():
            return
        await asyncio.sleep(0.01)


async def test_leaving_in_the_middle_of_everything(tmp_path: Path) -> None:
    slow = enter(write_bot(tmp_path / "slow", "seated(); time.sleep(600)"), tmp_path / "logs")
    good = enter(EXAMPLES / "random", tmp_path / "logs")
    async with meeting(slow, good):
        matches = [asyncio.create_task(play([slow, good], board)) for board in range(3)]
        await until((tmp_path / "slow" / "starts").exists)
    for result in await asyncio.gather(*matches, return_exceptions=True):
        assert isinstance(result, RuntimeError | asyncio.CancelledError), result


def test_daemons_of_an_unconfined_bot_are_gone_when_its_referee_has_ended(tmp_path: Path) -> None:
    """No supervisor kills the daemon with the bot; the referee's process does so at its end."""
    daemon = """
import subprocess
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(600)
    os._exit(0)
play_on()
"""
    write_bot(tmp_path / "bad", daemon)
    referee = f"""
import asyncio
from pathlib import Path
from referee.rpc.process import kill_descendants
from referee.sandbox.entering import adopt_orphans
from tests.rpc.arena import EXAMPLES, enter, play, processes_of

async def main(folder):
    bad, good = enter(folder / "bad", folder), enter(EXAMPLES / "random", folder)
    async with bad, good:
        await play([bad, good])
    left = len(processes_of(bad))
    kill_descendants()
    print(left, len(processes_of(bad)))

adopt_orphans()
asyncio.run(main(Path({str(tmp_path)!r})))
"""
    program = [sys.executable, "-c", referee]
    done = subprocess.run(program, capture_output=True, text=True, timeout=100, check=True)
    assert done.stdout.split() == ["1", "0"]
