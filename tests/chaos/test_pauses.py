"""Processes that are stopped by SIGSTOP, and continued, as by a debugger: nothing is lost."""

import signal
import time
from pathlib import Path

import psutil
import pytest

from tests.e2e.command import BOTS, call, finish, first_news, start, write_tournament
from tests.e2e.processes import descendants, gone, workers
from tests.e2e.reference import reference, shown

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("whom", ["main", "worker"])
def test_it_goes_on_after_a_pause(tmp_path: Path, whom: str) -> None:
    """The pauses are longer than the clocks allow, and no bot is blamed for them."""
    strict = "[conduct]\ndecision_ms = 500\nbank_ms = 0\ngrace_ms = 100\n"
    file = write_tournament(tmp_path / "cup.toml", [BOTS / "random", BOTS / "first"], 20, strict)
    data = tmp_path / "data"
    process = start("--data", data, "run", file, "--jobs", 2, folder=tmp_path)
    assert first_news(process).startswith("cup: ")
    below = descendants(process.pid)
    main = psutil.Process(process.pid)
    paused = [main] if whom == "main" else workers(process.pid)
    for number, pause in ((signal.SIGSTOP, 1.0), (signal.SIGCONT, 0.2)) * 2:
        for each in paused:
            if each.is_running():
                each.send_signal(number)
        time.sleep(pause)
    done = finish(process)
    assert (done.code, done.err) == (0, "")
    gone(below)
    assert shown(data, file) == reference(file, tmp_path / "reference")
    assert call("--data", data, "verify", file).code == 0
