"""Commands are stopped or killed: what was saved is kept, and no process stays behind."""

import os
import shlex
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from functools import partial
from pathlib import Path

import psutil
import pytest

from tests.e2e.command import (
    BOTS,
    Done,
    Process,
    call,
    finish,
    first_news,
    start,
    write_bot,
    write_tournament,
)
from tests.e2e.processes import bots, descendants, gone, until, workers
from tests.e2e.reference import reference, shown
from tests.e2e.sleepers import sleeper
from tournaments.storage.address import DATABASE
from tournaments.storage.store import Store

pytestmark = pytest.mark.slow

BOARDS = 50
"""With a bot that waits 2 ms at each decision: enough that no tournament ends before it is stopped,
also where the test gets little time."""


def tournament(folder: Path) -> Path:
    """Its file has a name with characters that mean something to a shell and to the console."""
    bots = [BOTS / "random", sleeper(folder / "first", "first", 0.002)]
    return write_tournament(folder / "my [red]cup it's.toml", bots, BOARDS)


def in_the_middle(process: Process) -> list[psutil.Process]:
    """Waits until matches were saved; returns the processes below the command then."""
    line = first_news(process)
    assert line.startswith("cup: "), line
    below = descendants(process.pid)
    assert workers(process.pid)
    return below


def played(data: Path) -> int:
    with Store(data) as store:
        return len(store.played("cup"))


def more_than(data: Path, before: int) -> bool:
    return played(data) > before


def goes_on(done: Done, folder: Path) -> Done:
    """Runs the command that the stopped one told, but does not confine bots."""
    said = done.err.splitlines()[-1].removeprefix("Stopped. It goes on with: ")
    program, *arguments = shlex.split(said)
    assert program == "stych"
    return call(*arguments, folder=folder, STYCH_ISOLATION="off")


@pytest.mark.parametrize(
    "number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.unconfined)]
)
def test_a_tournament_that_is_stopped_goes_on(tmp_path: Path, number: signal.Signals) -> None:
    file, data = tournament(tmp_path), tmp_path / "my data"
    options = ("--jobs", "2", "--exit-zero")
    process = start("--data", data, "run", file, *options, folder=tmp_path)
    below = in_the_middle(process)
    os.killpg(process.pid, number)
    done = finish(process)
    gone(below)
    assert done.code == 130
    again = shlex.join(["stych", "--data", str(data), "run", str(file), *options])
    assert done.err == f"Stopped. It goes on with: {again}\n"
    assert f"of {2 * BOARDS} matches in" in done.out
    assert 0 < played(data) < 2 * BOARDS
    assert goes_on(done, tmp_path).code == 0
    assert shown(data, file) == reference(file, tmp_path / "reference")


def test_the_main_process_is_killed(tmp_path: Path) -> None:
    file, data = tournament(tmp_path), tmp_path / "data"
    process = start("--data", data, "run", file, "--jobs", 2, folder=tmp_path)
    below = in_the_middle(process)
    assert len(bots(below)) >= 2
    process.kill()
    finish(process)
    gone(below)
    before = played(data)
    assert 0 < before < 2 * BOARDS
    assert call("--data", data, "run", file, "--isolation", "off").code == 0
    assert played(data) == 2 * BOARDS
    assert shown(data, file) == reference(file, tmp_path / "reference")
    assert call("--data", data, "verify", file).code == 0


@pytest.mark.unconfined
def test_killed_again_and_again(tmp_path: Path) -> None:
    """Each time as soon as something more was kept; every journal on the way is whole."""
    file, data = tournament(tmp_path), tmp_path / "data"
    for kills in range(3):
        before = played(data)
        process = start("--data", data, "run", file, "--jobs", 2, folder=tmp_path)
        until(partial(more_than, data, before))
        below = descendants(process.pid)
        process.kill()
        finish(process)
        gone(below)
        done = call("--data", data, "verify", file)
        assert (done.code, done.err) == (0, ""), kills
        assert f"{played(data)} matches replayed" in done.out
    assert call("--data", data, "run", file).code == 0
    assert shown(data, file) == reference(file, tmp_path / "reference")
    done = call("--data", data, "verify", file)
    assert f"{2 * BOARDS} matches replayed" in done.out
    assert f"{2 * BOARDS + 1} entries of the journal" in done.out


def halt_between_writes(process: Process, data: Path) -> None:
    """Stop it where it does not hold the database, which nobody else could read then."""
    while True:
        process.send_signal(signal.SIGSTOP)
        while psutil.Process(process.pid).status() != psutil.STATUS_STOPPED:
            time.sleep(0.001)
        try:
            with closing(sqlite3.connect(data / DATABASE, timeout=0)) as connection:
                connection.execute("BEGIN EXCLUSIVE")
                return
        except sqlite3.OperationalError:
            process.send_signal(signal.SIGCONT)
            time.sleep(0.01)


@pytest.mark.unconfined
def test_two_do_not_run_one_tournament(tmp_path: Path) -> None:
    """The second is refused in one sentence; `verify` works meanwhile; the first plays on."""
    file, data = tournament(tmp_path), tmp_path / "data"
    process = start("--data", data, "run", file, "--jobs", 2, folder=tmp_path)
    below = in_the_middle(process)
    halt_between_writes(process, data)
    done = call("--data", data, "run", file)
    said = f"stych: cup is being played or imported by another process in {data};"
    assert (done.code, done.out) == (2, "")
    assert done.err == f"{said} wait for its end, or stop it\n"
    assert call("--data", data, "verify", file).code == 0
    process.send_signal(signal.SIGCONT)
    assert finish(process).code == 0
    gone(below)
    assert shown(data, file) == reference(file, tmp_path / "reference")


def test_ctrl_c_twice_ends_it_at_once(tmp_path: Path) -> None:
    file, data = tournament(tmp_path), tmp_path / "data"
    process = start("--data", data, "run", file, folder=tmp_path)
    below = in_the_middle(process)
    process.send_signal(signal.SIGSTOP)
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGTERM)  # of two SIGINTs only one would be kept for it
    process.send_signal(signal.SIGCONT)
    done = finish(process)
    assert done.code == 130
    assert done.err == "stych: stopped at once; what was reported as played is kept\n"
    gone(below)
    assert played(data) > 0


@pytest.mark.unconfined
def test_ctrl_c_before_anything_was_played(tmp_path: Path) -> None:
    """While the workers, which are in the same process group, are only starting."""
    file = tournament(tmp_path)
    process = start("run", file, folder=tmp_path)
    until(lambda: bool(workers(process.pid)))
    below = descendants(process.pid)
    os.killpg(process.pid, signal.SIGINT)
    done = finish(process)
    gone(below)
    again = shlex.join(["stych", "run", str(file)])
    assert (done.code, done.err) == (130, f"Stopped. It goes on with: {again}\n")


def test_ctrl_c_while_a_bot_is_built(tmp_path: Path) -> None:
    """The build is not to blame, and nothing was begun."""
    bot = write_bot(tmp_path / "slow", build='["sh", "-c", "echo > .built; exec sleep 1000"]')
    file = write_tournament(tmp_path / "cup.toml", [bot, BOTS / "first"])
    process = start("--data", "data", "run", file, folder=tmp_path)
    until((bot / ".built").exists)
    os.killpg(process.pid, signal.SIGINT)
    done = finish(process)
    said = "stych: stopped at once; what was reported as played is kept\n"
    assert (done.code, done.err) == (130, said)
    assert (done.out.startswith("isolation: "), done.out.count("\n")) == (True, 1)
    with Store(tmp_path / "data") as store:
        assert store.definition("cup") is None


@pytest.mark.unconfined
def test_a_play_that_is_stopped_shows_what_was_played(tmp_path: Path) -> None:
    bot = BOTS / "random"
    line = ("play", "fox", bot, bot, "--option", "target=1", "--boards", 500)
    process = start(*line, folder=tmp_path)
    assert first_news(process).startswith("play: ")
    os.killpg(process.pid, signal.SIGINT)
    done = finish(process)
    said = "Stopped. It does not go on: the same command begins a new series.\n"
    assert (done.code, done.err) == (130, said)
    assert "of 1000 matches in" in done.out
    assert "To see a match: stych replay " in done.out


@pytest.mark.unconfined
def test_a_play_that_is_stopped_before_a_match_ended_says_so(tmp_path: Path) -> None:
    slow = sleeper(tmp_path / "first", "first", 0.5)  # no match ends within seconds
    process = start("play", "fox", slow, BOTS / "random", folder=tmp_path)
    until(lambda: bool(workers(process.pid)))
    below = descendants(process.pid)
    os.killpg(process.pid, signal.SIGINT)
    done = finish(process)
    gone(below)
    said = "Stopped. Nothing was played: the same command begins a new series.\n"
    assert (done.code, done.err) == (130, said)
    assert "To see a match" not in done.out


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_soak_that_is_stopped_shows_what_was_covered(
    tmp_path: Path, number: signal.Signals
) -> None:
    process = start("soak", "--jobs", 2, folder=tmp_path)
    until(lambda: len(workers(process.pid)) == 2)
    below = descendants(process.pid)
    os.killpg(process.pid, number)
    done = finish(process)
    gone(below)
    assert (done.code, done.err) == (130, "")
    assert "No violation in " in done.out


def test_workers_of_a_soak_do_not_outlive_it(tmp_path: Path) -> None:
    process = start("soak", "--jobs", 2, folder=tmp_path)
    until(lambda: len(workers(process.pid)) == 2)
    below = descendants(process.pid)
    process.kill()
    finish(process)
    gone(below)


def test_ctrl_c_while_the_command_is_still_imported() -> None:
    """KeyboardInterrupt is raised when `tournaments.cli` is looked for."""
    program = (
        "import sys\n"
        "class Interrupted:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'tournaments.cli':\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupted())\n"
        "from tournaments.entry import main\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")
