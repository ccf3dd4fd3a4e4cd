"""The check in the sandbox: an author sees what a tournament would refuse, and nothing else."""

import socket
import sys
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from referee.games.registry import GAMES
from referee.rpc.manifest import read_manifest
from referee.sandbox.levels import IsolationLevel
from referee.testing.bot import Settings, Verdict, check_bot
from referee.testing.bot.launched_bot import LaunchedBot
from tests.check.bad_processes import BAD
from tests.check.bots import bot_folder, failed, result
from tests.root import ROOT
from tests.sandbox.bots import confining

pytestmark = pytest.mark.slow

SANDBOX_STEPS = ("reconnect", "closed-stdout", "no-process-left", "killed", "two-processes")
"""Steps that a sandbox could get in the way of."""
LEVELS = (IsolationLevel.BUBBLEWRAP, IsolationLevel.LANDLOCK)
PLAYS = """
import os, socket
from stych_bot import run
{0}
run(lambda observation, legal, random: 0, games=["fox"], at_once=4)
"""
FORBIDDEN = {
    "a file beside its folder": ("open({0!r}).read()", "FileNotFoundError"),
    "the network": ("socket.create_connection(('127.0.0.1', {1}))", "Error"),
    "its own folder": ("open('notes', 'w')", "Error"),
}


def settings(level: IsolationLevel, *only: str, bot: Path | None = None) -> Settings:
    """The settings of a quick check on the level.

    Skips the test where Python, or this bot, cannot be started on it.
    """
    how = confining(level)
    places = [Path(sys.executable).resolve(), *([bot / "bot.py"] if bot else [])]
    if how.isolation.own_users and not how.isolation.private_network:
        above = [each for place in places for each in place.parents]
        if shut := [each for each in above if not each.stat().st_mode & 1]:
            pytest.skip(f"bots run as users of their own, and only root may enter {shut[0]}")
    return Settings(quick=True, only=only, confining=how)


@pytest.mark.parametrize("transport", ["unix", "tcp"])
@pytest.mark.parametrize("level", LEVELS)
async def test_a_good_bot_passes_every_step_that_applies(
    level: IsolationLevel, transport: str, tmp_path: Path
) -> None:
    bot = bot_folder(tmp_path / "bot", ("fox",), transport=f'"{transport}"')
    (bot / "bot.py").write_text(PLAYS.format(""))
    # The other steps do not depend on the sandbox, so only one of the cases takes them.
    only = () if (level, transport) == (IsolationLevel.BUBBLEWRAP, "tcp") else SANDBOX_STEPS
    report = await check_bot(bot, settings(level, *only, bot=bot))
    assert failed(report) == [], report.to_json()
    for step in SANDBOX_STEPS:
        assert result(report, step).verdict is Verdict.PASSED, result(report, step)
    assert report.isolation == level


@pytest.mark.parametrize("what", FORBIDDEN)
async def test_what_a_tournament_refuses_fails(what: str, tmp_path: Path) -> None:
    """And is told; without the sandbox the same bot passes."""
    code, words = FORBIDDEN[what]
    (tmp_path / "weights").write_text("1")
    bot = bot_folder(tmp_path / "bot", ("fox",))
    with socket.create_server(("127.0.0.1", 0)) as server:
        line = code.format(str(tmp_path / "weights"), server.getsockname()[1])
        (bot / "bot.py").write_text(PLAYS.format(line))
        confined = settings(IsolationLevel.BUBBLEWRAP, "legal")
        report = await check_bot(bot, confined)
        assert failed(report) == ["start"]
        assert words in result(report, "start").output
        assert (await check_bot(bot, replace(confined, confining=None))).passed


@pytest.mark.parametrize("step", BAD)
async def test_a_bad_process_fails_as_without_a_sandbox(step: str, tmp_path: Path) -> None:
    bad = BAD[step]
    bot = bot_folder(tmp_path / "bot", ("fox",))
    (bot / "bot.py").write_text(bad.code)
    how = settings(IsolationLevel.BUBBLEWRAP).confining
    report = await check_bot(bot, replace(bad.settings, only=(step,), confining=how))
    assert failed(report) == [step], report.to_json()
    assert bad.received in result(report, step).received


async def test_its_supervisor_is_none_of_its_processes(tmp_path: Path) -> None:
    bot = bot_folder(tmp_path / "bot", ("fox",))
    (bot / "bot.py").write_text(PLAYS.format("held = bytearray(os.urandom(1 << 20) * 64)"))
    how = settings(IsolationLevel.BUBBLEWRAP).confining
    started = LaunchedBot(bot, read_manifest(bot), tmp_path / "out", {}, (), how)
    others = set(psutil.Process().children(recursive=True))
    async with started:
        await started.launch()
        assert await started.next_stream(60)
        lines = [" ".join(each.cmdline()) for each in started.processes()]
        assert [line for line in lines if line.endswith("python bot.py")]
        assert not [line for line in lines if "referee.sandbox.supervisor" in line]
        assert max(each.memory_info().rss for each in started.processes()) > 64 << 20
    assert set(psutil.Process().children(recursive=True)) <= others


async def test_the_bot_without_an_sdk_passes() -> None:
    """In all games. The steps that know nothing of a sandbox are left to test_processes.py."""
    plays = [f"plays-{game}" for game in GAMES]
    how = settings(IsolationLevel.BUBBLEWRAP, *SANDBOX_STEPS, "folder-unchanged", *plays)
    report = await check_bot(ROOT / "bots" / "stubs", how)
    assert failed(report) == [], report.to_json()
    for step in plays:
        assert result(report, step).verdict is Verdict.PASSED, result(report, step)
