"""A bot that calls the socket of another one is refused and pays for it; the other one does not."""

import asyncio
import json
import os
import socket
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import pytest

from referee.rpc.checked_socket import CheckedSocket
from referee.sandbox import callers
from tests.sandbox.forked_driver import SECONDS
from tests.sandbox.stage import POST_NAMED, in_place_of, stage

slow = pytest.mark.slow
POST = POST_NAMED["landlock-user"]


def _python() -> str:
    """That of the tests, with all that the referee needs; skips where a user cannot run it."""
    code = (
        "import grpc, shutil, referee.rpc.local_bot, referee.sandbox.runtime as r, stych_bot;"
        "assert shutil.which('python', path=r.search_path()), 'bots find no python'"
    )
    process = in_place_of(POST, "timeit", "-n", "1", "-r", "1", code, python=sys.executable)
    _, problem = process.communicate(timeout=SECONDS)
    if process.returncode:
        pytest.skip(f"no other user can run the Python of the tests: {problem.splitlines()[-1]}")
    return sys.executable


@slow
@pytest.mark.parametrize("deed", ["connects", "calls"])
def test_who_calls_another_bots_socket_is_blamed_and_nobody_else(deed: str) -> None:
    with stage(POST) as at:
        python = _python()
        process = in_place_of(POST, "tests.sandbox.neighbours", str(at.base), deed, python=python)
        out, err = process.communicate(timeout=SECONDS)
        assert process.returncode == 0, err
    told = json.loads(out)
    assert told["blamed"] == [[0, "malformed", callers.DEED]] * 2, told
    assert told["refused"] == 0
    assert "UNAUTHENTICATED" not in told["said"]


async def test_a_caller_without_a_supervisor_is_hung_up_on(tmp_path: Path) -> None:
    """A program of the same user that is no bot: this one."""
    with tempfile.TemporaryDirectory(prefix="stych-") as folder:
        checked = CheckedSocket(Path(folder))
        behind = checked.server_folder
        reached: list[object] = []
        server = await asyncio.start_unix_server(
            lambda *ends: reached.append(ends), behind / "referee.sock"
        )
        await checked.open()
        reader, writer = await asyncio.open_unix_connection(Path(folder) / "referee.sock")
        async with asyncio.timeout(SECONDS):
            with suppress(ConnectionResetError):
                assert await reader.read() == b""
        writer.close()
        checked.close()
        server.close()
        assert not behind.exists()
    assert reached == []


def test_a_program_under_no_supervisor_has_none() -> None:
    assert callers.supervisor_of(os.getpid()) is None
    ended = subprocess.Popen(["true"])
    ended.wait()
    assert callers.supervisor_of(ended.pid) is None
    assert callers.home_of(ended.pid) == ""


@slow
def test_of_two_that_look_like_supervisors_the_outermost_counts() -> None:
    """A program can start what looks like a supervisor, but nothing above its own supervisor."""
    script = "import sys, time; print(flush=True); time.sleep(60)"
    words = (
        "import subprocess, sys; subprocess.run([sys.executable, '-I', '-S', '-c', sys.argv[1]])"
    )
    mark = "#from referee.sandbox.supervisor import main; main()"
    inner = f"{script} {mark}"
    outer = subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", f"{words} {mark}", inner],
        stdout=subprocess.PIPE,
        env={"HOME": "/of/the/outer"},
    )
    try:
        assert outer.stdout
        outer.stdout.readline()
        children = Path(f"/proc/{outer.pid}/task/{outer.pid}/children").read_text().split()
        assert callers.supervisor_of(int(children[0])) == outer.pid
        assert callers.home_of(outer.pid) == "/of/the/outer"
    finally:
        for pid in children:
            os.kill(int(pid), 9)
        outer.communicate()


def test_credentials_have_the_size_that_the_kernel_gives() -> None:
    one, other = socket.socketpair()
    with one, other:
        assert len(one.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 64)) == 12
