"""What happens when bots cannot be started: whose fault it is, what is saved, what is told."""

import json
import time
from pathlib import Path

import pytest

from tests.e2e.command import (
    BOTS,
    NEW,
    call,
    finish,
    run,
    start,
    write_bot,
    write_tournament,
)
from tests.e2e.processes import descendants, gone

pytestmark = pytest.mark.slow

RANDOM = (BOTS / "random" / "bot.py").read_text()


def test_a_program_that_the_machine_lacks_ends_the_run_and_nothing_is_saved(
    tmp_path: Path,
) -> None:
    bot = write_bot(tmp_path / "bot", command='"no-such-interpreter bot.py"')
    file, data = write_tournament(tmp_path / "cup.toml", [bot, BOTS / "random"]), tmp_path / "data"
    done = call("--data", data, "run", file)
    assert done.code == 2
    assert done.err == (
        "stych: bot cannot be started on this machine: its command 'no-such-interpreter' cannot be"
        " started: No such file or directory; no match was played. `stych doctor` tells what the"
        " machine lacks\n"
    )
    assert "matches" not in done.out
    table = call("--data", data, "table", file)
    assert table.code == 2
    assert "nothing of the tournament 'cup' was played" in table.err


@pytest.mark.unconfined
def test_what_was_played_stays_when_a_further_bot_cannot_be_started(
    tmp_path: Path,
) -> None:
    bots = [write_bot(tmp_path / "bot", RANDOM), BOTS / "random"]
    file, data = tmp_path / "cup.toml", tmp_path / "data"
    write_tournament(file, bots, 1)
    assert call("--data", data, "run", file).code == 0
    before = call("--data", data, "table", file, "--format", "json").out
    lacking = write_bot(tmp_path / "lacking", command='"no-such-interpreter"')
    write_tournament(file, [*bots, lacking], 2)
    assert call("--data", data, "run", file).code == 2
    write_tournament(file, bots, 1)
    assert call("--data", data, "table", file, "--format", "json").out == before


@pytest.mark.unconfined
def test_a_bot_is_built_once_for_all_divisions(tmp_path: Path) -> None:
    build = '["sh", "-c", "mkdir -p build; echo built >> build/log"]'
    bot = write_bot(tmp_path / "bot", RANDOM, build=build)
    file, data = tmp_path / "cup.toml", tmp_path / "data"
    divisions = "".join(f"[[divisions]]\nname = '{each}'\n" for each in ("one", "two"))
    write_tournament(file, [bot, BOTS / "random"], 1, f"[options]\ntarget = 1\n{divisions}")
    for times in (1, 2):
        done = call("--data", data, "run", file)
        assert (done.code, done.err) == (0, "")
        assert (bot / "build" / "log").read_text() == "built\n" * times
        write_tournament(file, [bot, BOTS / "random"], 2, f"[options]\ntarget = 1\n{divisions}")


def test_a_program_that_a_bot_does_not_bring_is_its_own_fault(tmp_path: Path) -> None:
    bot = write_bot(tmp_path / "bot", command='"./nothing"')
    file, data = write_tournament(tmp_path / "cup.toml", [bot, BOTS / "random"]), tmp_path / "data"
    done = call("--data", data, "run", file)
    assert (done.code, done.err) == (0, "")
    assert "its command './nothing' cannot be started: No such file or directory" in done.out
    assert "There are no ratings, because no match was played to its end" in done.out
    told = json.loads(call("--data", data, "table", file, "--format", "json").out)
    assert [line["mu"] for line in told["standings"]] == [None, None]
    for form in ("csv", "md"):
        assert "25.00" not in call("--data", data, "table", file, "--format", form).out
    assert call("--data", data, "report", file, "--out", tmp_path / "r.html").code == 0


@pytest.mark.unconfined
def test_a_bot_that_ends_or_is_silent_at_its_start_is_played_and_charged(tmp_path: Path) -> None:
    ends = write_bot(tmp_path / "ends", "raise SystemExit(3)")
    silent = write_bot(tmp_path / "silent", "import time\ntime.sleep(600)")
    more = "[options]\ntarget = 1\n[conduct]\nstart_ms = 3000\n"
    bots = [ends, silent, BOTS / "random"]
    file, data = write_tournament(tmp_path / "cup.toml", bots, 1, more), tmp_path / "data"
    done = call("--data", data, "run", file)
    assert (done.code, done.err) == (0, "")
    faults = json.loads(call("--data", data, "faults", file, "--json").out)
    kinds = {(each["entrant"], each["kind"]) for each in faults}
    assert kinds == {("ends", "crashed"), ("silent", "late")}


def test_a_person_is_told_at_once_that_the_bot_cannot_be_started(tmp_path: Path) -> None:
    bot = write_bot(tmp_path / "bot", command='"no-such-interpreter bot.py"')
    done = call("--data", tmp_path / "data", "join", "fox", bot)
    assert done.code == 2
    assert done.err.startswith("stych: bot cannot be started on this machine: its command")
    assert "Traceback" not in done.err


def test_what_a_command_leaves_that_is_killed_at_its_start_is_removed_by_the_next(
    tmp_path: Path,
) -> None:
    """Also when it is killed while it finds out how the machine isolates bots."""
    home = tmp_path / "home"
    home.mkdir()
    line = ("play", "fox", BOTS / "random", BOTS / "first", "--boards", 1)
    killed = start(
        "--data", tmp_path / "data", *line, folder=tmp_path, before=NEW, TMPDIR=f"{home}"
    )
    while not any(home.glob("stych-*")) and killed.poll() is None:
        time.sleep(0.001)
    below = descendants(killed.pid)
    killed.kill()
    finish(killed)
    gone(below)
    assert any(home.iterdir()), "it was killed too late, and this shows nothing"
    done = run("--data", tmp_path / "data", *line, folder=tmp_path, TMPDIR=f"{home}")
    assert (done.code, done.err) == (0, "")
    assert not any(home.iterdir())
