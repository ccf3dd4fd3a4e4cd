"""Checks of real processes: bad ones are found out, and two bots of this repository pass."""

import os
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from referee.testing.bot import Settings, check_bot
from tests.check.bad_processes import BAD
from tests.check.bots import bot_folder, failed, result
from tests.root import ROOT

pytestmark = pytest.mark.slow

GOOD = ("python/examples/random", "stubs")


def homes() -> set[str]:
    """The homes of the processes of this machine that this test has started."""
    found = set()
    for process in psutil.process_iter():
        try:
            found.add(process.environ().get("HOME", ""))
        except psutil.Error:
            continue
    return {home for home in found if Path(home).name.startswith(f"stych-{os.getpid()}-")}


@pytest.mark.parametrize("step", BAD)
async def test_a_bad_process_fails_the_step_that_is_there_for_it(tmp_path: Path, step: str) -> None:
    bad = BAD[step]
    bot = bot_folder(tmp_path / "bot", ("fox",))
    (bot / "bot.py").write_text(bad.code)
    report = await check_bot(bot, replace(bad.settings, only=(step,)))
    assert failed(report) == [step], report.to_json()
    assert bad.received in result(report, step).received
    assert not homes()


async def test_its_last_output_is_shown(tmp_path: Path) -> None:
    bot = bot_folder(tmp_path / "bot", ("fox",))
    (bot / "bot.py").write_text("import sys\nprint('one')\nsys.exit('two is missing')\n")
    report = await check_bot(bot)
    assert failed(report) == ["start"]
    found = result(report, "start")
    assert found.received == "its process exited with code 1"
    assert found.output == "one\ntwo is missing"
    assert result(report, "legal").text == "not reached, since start failed: it starts"


async def test_a_command_that_the_system_refuses(tmp_path: Path) -> None:
    bot = bot_folder(tmp_path / "bot", ("fox",), command='"./bot"')
    (bot / "bot").write_text("no program")
    (bot / "bot").chmod(0o755)
    report = await check_bot(bot)
    assert failed(report) == ["start"]
    assert result(report, "start").received == "the system's answer: Exec format error"


@pytest.mark.parametrize("name", GOOD)
async def test_bots_of_this_repository_pass(name: str) -> None:
    report = await check_bot(ROOT / "bots" / name, Settings(quick=True))
    assert failed(report) == [], report.to_json()
    assert not homes()
