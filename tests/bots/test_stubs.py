"""The bot without an SDK plays every game: the protocol alone suffices."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.command import BOTS, call, run, write_tournament
from tests.root import ROOT

pytestmark = pytest.mark.slow

STUBS = ROOT / "bots" / "stubs"


@pytest.mark.parametrize("game", ["fox", "the-game", "nase-hra", "korist"])
def test_it_plays_without_faults(tmp_path: Path, game: str) -> None:
    options = "[options]\ntarget = 1\n" if game == "fox" else "[options]\nplayers = 2\n"
    bots = (STUBS, BOTS / "random")
    file = write_tournament(tmp_path / "cup.toml", bots, 2, options, game=f'"{game}"')
    data = tmp_path / "data"
    done = run("--data", data, "run", file, folder=tmp_path)
    assert (done.code, done.err) == (0, "")
    printed = [path for path in data.rglob("*.txt") if "stubs" in path.parts]
    assert "".join(path.read_text() for path in printed) == ""
    records = call("--data", data, "records", file).out.splitlines()
    assert len(records) == 4
    assert [json.loads(record)["faults"] for record in records] == [[]] * 4


def test_it_loads_the_generated_code_and_no_sdk() -> None:
    code = (
        "import atexit, runpy, sys; atexit.register(lambda: print(*sys.modules));"
        " runpy.run_path('bot.py')"
    )
    given = {key: value for key, value in os.environ.items() if not key.startswith("STYCH_")}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=STUBS,
        env=given,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("STYCH_ADDRESS and STYCH_TOKEN are not set")
    packages = {name.partition(".")[0] for name in done.stdout.split()}
    assert {"stych", "grpc"} <= packages
    assert not packages & {"stych_bot", "referee", "tournaments"}
