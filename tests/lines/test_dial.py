"""`stych dial`: a program that reads lines at the referee of another machine."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest
import trustme

from tests.e2e.command import BOTS, STYCH, call, finish
from tests.e2e.hosting import ended, host_and_bots, said, write_cup
from tests.e2e.processes import LONG, gone, until
from tests.e2e.proxy import proxy
from tournaments.storage.store import Store

DIAL = ("dial", "--games", "fox")
PATCHED = """
import os, runpy, signal, subprocess
from stych_lines.program import LineProgram

start = subprocess.Popen.__init__

def hit():
    os.kill(os.getpid(), signal.SIGTERM)

class Callback:
    def __del__(self):
        hit()

def start_and_print(process, *given, **named):
    start(process, *given, **named)
    print(process.pid, flush=True)
    {started}

def enter(program):
    {entered}
    return program

subprocess.Popen.__init__ = start_and_print
LineProgram.__enter__ = enter
runpy.run_module("stych_lines", run_name="__main__", alter_sys=True)
"""
"""A bridge that gets a signal at certain moments."""
SCRIPT = "echo begins >&2; while read -r line; do sleep 0.05; echo 0; done; echo over >&2"


@pytest.mark.slow
@pytest.mark.unconfined
def test_it_plays_over_tls_and_through_a_lost_connection(tmp_path: Path) -> None:
    authority = trustme.CA()
    issued = authority.issue_cert("127.0.0.1")
    chain, key, trusted = (str(tmp_path / f"{each}.pem") for each in ("chain", "key", "trusted"))
    Path(chain).write_bytes(b"".join(pem.bytes() for pem in issued.cert_chain_pems))
    issued.private_key_pem.write_to_path(key)
    authority.cert_pem.write_to_path(trusted)
    file = write_cup(tmp_path / "cup.toml", BOTS / "random", remote=("ann",), boards=1)
    with host_and_bots(tmp_path, file) as there, proxy(there.address) as way:
        token = there.token("ann")
        host = there.host("--tls-cert", chain, "--tls-key", key)
        own = {
            "STYCH_ADDRESS": way.address,
            "STYCH_TOKEN": token,
            "STYCH_TLS": trusted,
            "STYCH_RECONNECT": "100",
        }
        bot = subprocess.Popen(
            [STYCH, *DIAL, "--name", "ann-bot", "--bot-version", "7", "--", "sh", "-c", SCRIPT],
            env={**os.environ, **own},
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        there.processes.append(bot)
        said(host, "play begins")
        way.cut()
        code, err = ended(bot)
        assert code == 0, err
        assert finish(host).code == 0
        lines = err.splitlines()
        assert "dialling again" in err
        # One process of the program serves both connections, and its input ends after the last.
        assert (lines[0], lines[-1], lines.count("begins")) == ("begins", "over", 1)
        assert "stych: goodbye: there is nothing more to play" in lines
        with Store(there.data) as store:
            records = list(store.records("cup"))
    assert [record.ending for record in records] == ["played"] * 2
    told = {(seat.bot, seat.version) for each in records for seat in each.seats}
    assert ("ann-bot", "7") in told


@pytest.mark.parametrize(
    ("line", "given", "why"),
    [
        (DIAL, {}, "STYCH_ADDRESS and STYCH_TOKEN must be set, as `stych token` prints them"),
        (DIAL, {"STYCH_ADDRESS": "a:1"}, "STYCH_TOKEN must be set, as `stych token` prints"),
        (("dial", "--games", "foxx"), {}, "received 'foxx'; did you mean fox?"),
        (("dial", "--games", "fox,"), {}, "received ''"),
    ],
)
def test_what_is_missing_or_unknown_is_told_in_a_line(
    line: tuple[str, ...], given: dict[str, str], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("STYCH_ADDRESS", "STYCH_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    done = call(*line, "--", "true")
    assert (done.code, why in done.err, done.err.count("\n")) == (2, True, 1), done.err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "given", "why"),
    [
        ("./no-such", {}, "stych: the command './no-such' cannot be started: No such file or"),
        ("cat", {"STYCH_TLS": "no-such.pem"}, 'STYCH_TLS must be "on" or a PEM file with the'),
        ("cat", {"STYCH_RECONNECT": "x"}, "STYCH_RECONNECT must be a number of seconds"),
    ],
)
def test_what_it_cannot_begin_with(command: str, given: dict[str, str], why: str) -> None:
    own = {**os.environ, "STYCH_ADDRESS": "127.0.0.1:1", "STYCH_TOKEN": "x", **given}
    line = [str(STYCH), *DIAL, "--", command]
    done = subprocess.run(line, env=own, capture_output=True, text=True, check=False)
    assert (done.returncode, why in done.stderr) == (2, True), done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_signals_end_the_bridge_and_the_program_however_many_come(number: int) -> None:
    """A second one would otherwise come while the bridge waits for the program's own end."""
    with waiting(STYCH, *DIAL) as (bridge, processes):

        def ended() -> bool:
            bridge.send_signal(number)
            return bridge.poll() is not None

        until(ended)
        assert bridge.returncode == 128 + number
        gone(processes)


@pytest.mark.slow
def test_an_ignored_signal_does_not_end_it() -> None:
    """As `nohup` ignores SIGHUP, so that a bot plays on when its user has logged out."""
    with waiting("nohup", STYCH, *DIAL) as (bridge, processes):
        # Of two waiting signals the one with the lower number, SIGHUP, is handled first.
        bridge.send_signal(signal.SIGHUP)
        bridge.send_signal(signal.SIGTERM)
        bridge.wait(LONG)
        assert bridge.returncode == 128 + signal.SIGTERM
        gone(processes)


@contextmanager
def waiting(*line: str | Path) -> Iterator[tuple[subprocess.Popen[str], list[psutil.Process]]]:
    """A bridge that waits for its referee, and the processes of its program."""
    script = "sleep 600 & echo $$ $! >&2; wait"
    with socket.create_server(("127.0.0.1", 0)) as silent:
        own = {"STYCH_ADDRESS": f"127.0.0.1:{silent.getsockname()[1]}", "STYCH_TOKEN": "x"}
        bridge = subprocess.Popen(
            [*line, "--", "sh", "-c", script],
            env={**os.environ, **own},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        with bridge:
            assert bridge.stderr
            processes = [psutil.Process(int(each)) for each in bridge.stderr.readline().split()]
            try:
                assert len(processes) == 2
                yield bridge, processes
            finally:
                bridge.kill()
                for process in processes:
                    with suppress(psutil.NoSuchProcess):
                        process.kill()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("started", "entered"),
    [
        # The bridge does not know the process yet that it has started.
        ("hit()", "pass"),
        # Python ignores exceptions in __del__, as gRPC does in callbacks.
        ("pass", "Callback()"),
    ],
)
def test_a_signal_ends_both_at_any_moment(started: str, entered: str) -> None:
    code = PATCHED.format(started=started, entered=entered)
    done = subprocess.run(
        [sys.executable, "-c", code, "--games", "fox", "--", "sleep", "600"],
        capture_output=True,
        text=True,
        timeout=LONG,
        check=False,
    )
    assert done.returncode == 128 + signal.SIGTERM, done.stderr
    with suppress(psutil.NoSuchProcess):
        gone([psutil.Process(int(done.stdout))])
