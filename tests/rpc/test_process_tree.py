"""Processes of bots: what they are given, how their end is told, and which ones are killed."""

import asyncio
import json
import os
import re
import subprocess
import sys
import textwrap
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import psutil
import pytest

from referee.rpc.output import OutputFile
from referee.rpc.process import BotProcess, clean_environment
from referee.sandbox.exits import describe_exit
from tests.rpc.arena import open_files

PATIENCE = 30
DAEMON = """
import os, signal, sys, time
for _ in range(2):
    if os.fork():
        if _: os._exit(0)
        break
    os.setsid()
else:
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    print("daemon", os.getpid(), flush=True)
    time.sleep(600)
os.wait()
"""
"""Leaves a grandchild in a session of its own, whose parent has gone, with the pipes still open."""


class Running:
    """A bot's process that runs Python code."""

    def __init__(self, process: BotProcess, output: OutputFile) -> None:
        self.process = process
        self.output = output

    async def said(self, word: str) -> int:
        """The number that the process says after the word; waits for it."""
        async with asyncio.timeout(PATIENCE):
            while True:
                # Only a whole line: unbuffered, a line is printed piece by piece.
                text = self.output.path.read_text() if self.output.path.exists() else ""
                if said := re.search(rf"^{word} (\d+)\n", text, re.MULTILINE):
                    return int(said[1])
                await asyncio.sleep(0.01)


@asynccontextmanager
async def running(folder: Path, code: str) -> AsyncIterator[Running]:
    output = (OutputFile(folder / "stdout.txt"), OutputFile(folder / "stderr.txt"))
    command = [sys.executable, "-c", textwrap.dedent(code)]
    process = await BotProcess.start(command, folder, clean_environment(folder, {}), output)
    try:
        yield Running(process, output[0])
    finally:
        async with asyncio.timeout(PATIENCE):
            await process.kill()
        for file in output:
            file.close()


def alive(pid: int) -> bool:
    with suppress(psutil.NoSuchProcess):
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    return False


async def gone(pid: int) -> None:
    """Wait until the process has ended."""
    async with asyncio.timeout(PATIENCE):
        while True:
            if not alive(pid):
                return
            await asyncio.sleep(0.01)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (0, "exited with code 0"),
        (7, "exited with code 7"),
        (-9, "was killed by SIGKILL"),
        (-11, "was killed by SIGSEGV"),
        (-99, "was killed by signal 99"),
    ],
)
def test_an_exit_in_words(code: int, words: str) -> None:
    assert describe_exit(code) == words


async def test_the_end_of_a_process_is_waited_for_no_longer_than_said(tmp_path: Path) -> None:
    async with running(tmp_path, "import time; time.sleep(600)") as bot:
        assert await bot.process.ended(0.05) == ""
        await bot.process.kill()
        assert await bot.process.ended(0.05) == "was killed by SIGKILL"
        await bot.process.kill()


async def test_a_bot_finds_only_the_path_of_the_referees_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CANARY", "sings")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    code = "import json, os; json.dump(dict(os.environ), open('environment', 'w')); print('end 1')"
    async with running(tmp_path, code) as bot:
        await bot.said("end")
    found = json.loads((tmp_path / "environment").read_text())
    assert found.keys() - {"LC_CTYPE"} == {"PATH", "HOME", "TMPDIR", "LANG", "PYTHONUNBUFFERED"}
    assert found["HOME"] == found["TMPDIR"] == str(tmp_path)
    assert "sings" not in found.values()


async def test_a_bot_inherits_no_open_file_of_the_referees(tmp_path: Path) -> None:
    secret = (tmp_path / "secret").open("w+")
    os.set_inheritable(secret.fileno(), True)
    with secret:
        code = "import os; print('files', len(os.listdir('/proc/self/fd')))"
        async with running(tmp_path, code) as bot:
            assert await bot.said("files") == 4  # in, out, err, and the folder that is listed


@pytest.mark.parametrize(
    "ignored", ["SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT", "SIGTERM"]
)
async def test_a_process_cannot_refuse_to_be_killed(tmp_path: Path, ignored: str) -> None:
    code = f"""
        import os, signal, time
        for number in (signal.{ignored},):
            signal.signal(number, signal.SIG_IGN)
        print("pid", os.getpid())
        time.sleep(600)
    """
    async with running(tmp_path, code) as bot:
        pid = await bot.said("pid")
    assert not alive(pid)


async def test_a_stopped_process_is_killed(tmp_path: Path) -> None:
    code = "import os, signal; print('pid', os.getpid()); os.kill(os.getpid(), signal.SIGSTOP)"
    async with running(tmp_path, code) as bot:
        pid = await bot.said("pid")
    assert not alive(pid)


@pytest.mark.parametrize("session", [True, False])
async def test_children_are_killed_with_their_parent(tmp_path: Path, session: bool) -> None:
    code = f"""
        import subprocess, sys, time
        sleeper = [sys.executable, "-c", "import time; time.sleep(600)"]
        child = subprocess.Popen(sleeper, start_new_session={session})
        print("pid", child.pid)
        time.sleep(600)
    """
    async with running(tmp_path, code) as bot:
        pid = await bot.said("pid")
    await gone(pid)


async def test_children_are_killed_even_after_their_parent_has_gone(tmp_path: Path) -> None:
    code = """
        import subprocess, sys
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        print("pid", child.pid)
    """
    async with running(tmp_path, code) as bot:
        pid = await bot.said("pid")
        assert await bot.process.ended(PATIENCE) == "exited with code 0"
        assert alive(pid)
    await gone(pid)


async def test_a_daemon_that_keeps_the_pipes_open_holds_up_nothing(tmp_path: Path) -> None:
    before = open_files()
    daemons = []
    try:
        for number in range(3):
            folder = tmp_path / str(number)
            folder.mkdir()
            async with running(folder, DAEMON) as bot:
                daemons.append(await bot.said("daemon"))
                assert await bot.process.ended(PATIENCE) == "exited with code 0"
        assert open_files() <= before
    finally:
        for pid in daemons:
            psutil.Process(pid).kill()


@pytest.mark.slow
def test_daemons_are_found_and_killed_at_the_end(tmp_path: Path) -> None:
    code = f"""
        import asyncio, sys
        from pathlib import Path
        from referee.rpc.process import kill_descendants
        from referee.sandbox.entering import adopt_orphans
        from tests.rpc.test_process_tree import DAEMON, running

        async def main():
            async with running(Path({str(tmp_path)!r}), DAEMON) as bot:
                return await bot.said("daemon")

        adopt_orphans()
        pid = asyncio.run(main())
        print(pid, Path(f"/proc/{{pid}}").exists())
        kill_descendants()
    """
    program = [sys.executable, "-c", textwrap.dedent(code)]
    done = subprocess.run(program, capture_output=True, text=True, timeout=60, check=True)
    pid, lived = done.stdout.split()
    assert lived == "True"
    assert not alive(int(pid))


async def test_a_child_of_another_user_does_not_stop_the_killing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = """
        import subprocess, sys, time
        sleeper = [sys.executable, "-c", "import time; time.sleep(600)"]
        pids = [subprocess.Popen(sleeper, start_new_session=True).pid for _ in range(2)]
        print("first", pids[0])
        print("second", pids[1])
        time.sleep(600)
    """
    async with running(tmp_path, code) as bot:
        first, second = await bot.said("first"), await bot.said("second")
        kill = psutil.Process.kill

        def refused(process: psutil.Process) -> None:
            if process.pid == first:
                raise psutil.AccessDenied(process.pid)
            kill(process)

        monkeypatch.setattr(psutil.Process, "kill", refused)
        await bot.process.kill()
        monkeypatch.undo()
        await gone(second)
        assert alive(first)
        psutil.Process(first).kill()
