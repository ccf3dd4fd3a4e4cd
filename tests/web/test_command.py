"""`stych web` and `--web`: what can be opened, how it ends, and what is said of mistakes."""

import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from threading import Thread

import pytest
from starlette.applications import Starlette

from stych_web import serving
from stych_web.opening import opened
from stych_web.site import ResultCache
from stych_web.time_left import TimeLeft
from tests.e2e.command import LONG, NEW, STYCH, call, write_bot, write_tournament
from tests.report.cups import hold
from tests.tournaments.cups import play_cup, write_cup
from tests.web.running import read, running
from tests.web.sites import asked, cup


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_in_peace_while_somebody_listens(data: Path, number: int) -> None:
    with running("--data", data, "web", "--port", 0, before=NEW) as (process, address):
        assert "cup" in read(address)
        told = address + "api/v1/tournaments/cup/events"
        with urllib.request.urlopen(told, timeout=LONG) as stream:
            assert stream.readline() == b"retry: 2000\n"
            process.send_signal(number)
            assert process.wait(LONG) == 0


@pytest.mark.parametrize(
    ("words", "is_played"),
    [
        ((), True),
        (("--no-play",), False),
        (("--name", "cup.example"), False),
        (("--name", "cup.example", "--play"), True),
        (("--host", "0.0.0.0"), False),
        (("--host", "0.0.0.0", "--play"), True),
    ],
)
def test_visitors_play_where_it_is_switched_on(
    words: tuple[str, ...], is_played: bool, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By default on this machine alone, and not behind a proxy, for which --name stands."""
    served: list[Starlette] = []
    monkeypatch.setattr(serving, "serve", lambda app, _: served.append(app))
    assert call("web", data, "--port", 0, *words).code == 0
    [app] = served
    assert (app.state.room is not None) == is_played


@pytest.mark.slow
def test_an_export_is_opened_and_nothing_of_it_is_left(tmp_path: Path) -> None:
    file, data = write_cup(tmp_path), tmp_path / "data"
    play_cup(file, data)
    archive = tmp_path / "cup.stych"
    done = call("--data", data, "export", file, "--to", archive)
    assert done.code == 0, done.err
    with opened(archive, tmp_path / "none") as found:
        assert found.data.is_dir()
        with asked(found.data) as client:
            assert client.get("/t/cup").status_code == 200
    assert not found.data.exists()
    archive.write_bytes(archive.read_bytes()[:-100])
    done = call("web", archive, "--port", 0)
    assert done.code == 2
    assert str(archive) in done.err


def test_a_folder_without_results_is_named_with_a_command_that_fills_it(tmp_path: Path) -> None:
    (tmp_path / "no results").mkdir()
    done = call("web", tmp_path / "no results", "--port", 0)
    assert done.code == 2
    assert f"stych --data '{tmp_path}/no results' run quickstart" in " ".join(done.err.split())


def test_a_file_shows_its_own_tournaments(data: Path, tmp_path: Path) -> None:
    hold(data, cup(name="other"))
    file = write_tournament(tmp_path / "other.toml", ("ann", "bob"), 2, name='"other"')
    with opened(file, data) as found:
        assert found.names == ("other",)
        assert found.title == "other"
    with opened(data, tmp_path) as found:
        assert found.names is None


@pytest.mark.slow
def test_mistakes_are_said_without_a_traceback(data: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        wrong = {
            ("web", tmp_path / "empty"): "has no results",
            ("web", tmp_path / "none.toml"): "there is no tournament file",
            ("web", data, "--port", port): "cannot be listened on",
            ("web", tmp_path / "empty", "--port", 70000): "65535",
            ("--data", tmp_path / "nowhere", "web"): "has no results",
        }
        for line, said in wrong.items():
            ports = () if "--port" in line else ("--port", 0)
            done = call(*line, *ports)
            assert done.code == 2, line
            assert said in done.err, line
            assert "Traceback" not in done.err


@pytest.mark.parametrize(
    "address", ["", "x", "127.0.0.1", "127.0.0.1:", ":70000", "-1", "1 2", "9" * 5000]
)
def test_an_address_that_is_none(address: str, tmp_path: Path) -> None:
    write_bot(tmp_path / "ann")
    write_bot(tmp_path / "bob")
    file = write_tournament(tmp_path / "cup.toml", ("ann", "bob"), 1)
    done = call("--data", tmp_path / "data", "run", file, f"--web={address}")
    assert done.code == 2
    assert "--web wants a port, or HOST:PORT" in done.err


@pytest.mark.slow
def test_a_page_beside_a_tournament_ends_with_it(tmp_path: Path) -> None:
    for name in ("ann", "bob"):
        write_bot(tmp_path / name)
    file = write_tournament(tmp_path / "cup.toml", ("ann", "bob"), 40)
    command = [str(STYCH), "--data", str(tmp_path / "data"), "run", str(file), "--web", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, stderr=subprocess.STDOUT)
    assert process.stdout
    address = next(line for line in process.stdout if line.startswith("Tournaments at"))
    address = address.rpartition(" ")[2].strip()
    assert "cup" in read(address + "api/v1/tournaments")
    # Killed, it leaves no page behind: its end of the pipe is closed by the system.
    process.kill()
    process.wait()
    rest = Thread(target=process.stdout.read)
    rest.start()
    end = time.monotonic() + LONG
    while time.monotonic() < end and _answers(address):
        time.sleep(0.1)
    assert not _answers(address)
    rest.join(LONG)
    process.stdout.close()


def _answers(address: str) -> bool:
    try:
        read(address)
    except OSError:
        return False
    return True


@pytest.mark.slow
def test_where_the_extra_is_missing_the_command_says_so(tmp_path: Path) -> None:
    program = (
        "import sys; sys.modules['uvicorn'] = None\n"
        "from tournaments.cli import main\n"
        "sys.argv = ['stych', 'web']\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert done.returncode == 2
    assert "pip install 'stych[web]'" in done.stderr


def test_how_long_it_takes_is_said_when_it_is_known() -> None:
    time_left = TimeLeft()
    assert time_left.to_go("cup", 0, 100, now=0) == ""
    assert time_left.to_go("cup", 5, 100, now=5) == "", "a few seconds say little"
    assert time_left.to_go("cup", 20, 100, now=20) == "about a minute to go"
    assert time_left.to_go("cup", 20, 10_000, now=30) == "about 3 hours to go"
    assert time_left.to_go("cup", 20, 100, now=400) == "", "it stands still"
    assert time_left.to_go("cup", 21, 100, now=1000) == "", "the pause tells nothing"
    assert time_left.to_go("cup", 41, 100, now=1020) == "about a minute to go"
    assert time_left.to_go("cup", 100, 100, now=1021) == ""
    assert time_left.to_go("cup", 3, 100, now=1022) == "", "it was begun anew"


def test_what_is_kept_is_not_made_again() -> None:
    made: list[str] = []

    def make(word: str) -> str:
        made.append(word)
        return word

    kept: ResultCache[str] = ResultCache(2)
    assert kept.get("a", "1", lambda: make("one")) == "one"
    assert kept.get("a", "1", lambda: make("two")) == "one"
    assert kept.get("b", "1", lambda: make("b")) == "b"
    assert kept.get("c", "1", lambda: make("c")) == "c"
    assert kept.get("a", "1", lambda: make("again")) == "again", "only two are kept"
    assert made == ["one", "b", "c", "again"]
