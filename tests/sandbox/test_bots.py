"""Real bots in the sandbox: they play over their socket, and their faults are told as ever."""

import asyncio
from pathlib import Path

import pytest

from referee.conduct import FaultKind, FaultStage
from referee.sandbox.confinement import MB, ResourceLimits
from referee.sandbox.levels import IsolationLevel
from tests.rpc.arena import EXAMPLES, enter, meeting, play
from tests.sandbox.bots import confined, confining

pytestmark = pytest.mark.slow

CODE = """
import os, sys
from stych_bot import run
{0}
run(lambda observation, legal, random: 0, games=["fox"])
"""


def written(folder: Path, code: str, **more: str) -> Path:
    folder.mkdir()
    lines = {"name": "bot", "version": "1", "command": "python bot.py", **more}
    toml = "".join(f'{key} = "{value}"\n' for key, value in lines.items())
    (folder / "bot.toml").write_text(f'games = ["fox"]\n{toml}')
    (folder / "bot.py").write_text(CODE.format(code))
    return folder


@pytest.mark.parametrize("transport", ["unix", "tcp"])
@pytest.mark.parametrize("level", IsolationLevel)
async def test_a_bot_plays_on_every_level(
    level: IsolationLevel, transport: str, tmp_path: Path
) -> None:
    how = confining(level)
    folder = written(tmp_path / "bot", "print(os.environ['STYCH_ADDRESS'])", transport=transport)
    bot, good = (
        confined(folder, tmp_path / "out", how),
        enter(EXAMPLES / "random", tmp_path / "out"),
    )
    async with meeting(bot, good):
        results = await asyncio.gather(*(play([bot, good], board) for board in (1, 2)))
        faults = [blamed.fault for result in results for blamed in result.faults]
        if how.isolation.own_users and not how.isolation.private_network and faults:
            # The Python of the tests may lie in a folder that only root may enter.
            assert "must be allowed to read" in faults[0].text
            pytest.skip(faults[0].text)
        assert faults == []
        assert bot._sandbox.process
        used = bot._sandbox.process.usage()
        assert used
        assert used.cpu_seconds > 0.05
        assert 10 * MB < used.memory <= used.peak
    said = (tmp_path / "out" / "bot" / "stdout.txt").read_text()
    assert said.startswith("unix:" if transport == "unix" else "127.0.0.1:")


@pytest.mark.parametrize("transport", ["unix", "tcp"])
@pytest.mark.parametrize("level", IsolationLevel)
async def test_a_bot_that_reads_lines_plays_on_every_level(
    level: IsolationLevel, transport: str, tmp_path: Path
) -> None:
    how = confining(level)
    more = {"transport": transport, "protocol": "lines", "command": "sh bot.sh"}
    folder = written(tmp_path / "bot", "", **more)
    # Neither where the referee is nor the token is for the program to know.
    told = 'echo "${STYCH_ADDRESS-unset} ${STYCH_TOKEN-unset}" >&2'
    script = f"{told}\nwhile read -r line; do echo 0; done\n"
    (folder / "bot.sh").write_text(script)
    bot, good = (
        confined(folder, tmp_path / "out", how),
        enter(EXAMPLES / "random", tmp_path / "out"),
    )
    async with meeting(bot, good):
        faults = [blamed.fault for blamed in (await play([bot, good])).faults]
        if how.isolation.own_users and not how.isolation.private_network and faults:
            pytest.skip(faults[0].text)
        assert faults == []
    said = (tmp_path / "out" / "bot" / "stderr.txt").read_text()
    assert said.splitlines()[0] == "unset unset"


async def test_a_bot_that_is_too_big_has_crashed_and_is_told_why(tmp_path: Path) -> None:
    how = confining(IsolationLevel.BUBBLEWRAP, ResourceLimits(memory=96 * MB))
    code = "held = [bytes(range(256)) * 4096 for _ in range(400)]"
    bot = confined(written(tmp_path / "bot", code), tmp_path / "out", how)
    good = enter(EXAMPLES / "random", tmp_path / "out")
    async with meeting(bot, good):
        [blamed] = (await play([bot, good])).faults
    assert (blamed.fault.kind, blamed.fault.stage) == (FaultKind.CRASHED, FaultStage.START)
    assert "memory" in blamed.fault.evidence.words.lower()


@pytest.mark.parametrize(
    ("code", "words"),
    [("sys.exit(7)", "exited with code 7"), ("os.abort()", "was killed by SIGABRT")],
)
async def test_its_end_is_told_as_ever(code: str, words: str, tmp_path: Path) -> None:
    how = confining(IsolationLevel.BUBBLEWRAP)
    bot = confined(written(tmp_path / "bot", code), tmp_path / "out", how)
    async with meeting(bot):
        fault = await bot.session()
    assert getattr(fault, "text", "") == f"the process {words} before it said hello"


async def test_what_the_tournament_allows_can_be_read_and_nothing_beside(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    for name in ("weights", "secret"):
        (tmp_path / "shared" / name).write_text(name)
    weights = tmp_path / "shared" / "weights"
    code = f"print(open({str(weights)!r}).read(), os.listdir({str(weights.parent)!r}))"
    how = confining(IsolationLevel.BUBBLEWRAP, readable=(weights,))
    bot = confined(written(tmp_path / "bot", code), tmp_path / "out", how)
    good = enter(EXAMPLES / "random", tmp_path / "out")
    async with meeting(bot, good):
        assert (await play([bot, good])).faults == []
    assert (tmp_path / "out" / "bot" / "stdout.txt").read_text() == "weights ['weights']\n"


@pytest.mark.parametrize("protocol", ["grpc", "lines"])
@pytest.mark.parametrize("command", ["no-such-program", "./bot.toml", "../rival/bot"])
async def test_a_command_that_cannot_be_started(
    command: str, protocol: str, tmp_path: Path
) -> None:
    how = confining(IsolationLevel.BUBBLEWRAP)
    (tmp_path / "rival").mkdir()
    (tmp_path / "rival" / "bot").write_text("#!/bin/sh\n")
    (tmp_path / "rival" / "bot").chmod(0o755)
    folder = written(tmp_path / "bot", "", command=command, protocol=protocol)
    bot = confined(folder, tmp_path / "out", how)
    async with meeting(bot):
        fault = await bot.session()
    assert f"its command {command!r} cannot be started: " in getattr(fault, "text", "")


async def test_a_folder_that_only_root_may_read(tmp_path: Path) -> None:
    how = confining(IsolationLevel.BUBBLEWRAP)
    if not how.isolation.own_users:
        pytest.skip("only root gives bots users of their own")
    folder = written(tmp_path / "bot", "")
    folder.chmod(0o700)
    bot = confined(folder, tmp_path / "out", how)
    async with meeting(bot):
        fault = await bot.session()
    assert "must be allowed to read" in getattr(fault, "text", "")
