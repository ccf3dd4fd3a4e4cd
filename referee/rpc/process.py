"""Bot processes: started in a session of their own with a clean environment, and killed whole."""

import asyncio
import ctypes
import os
import secrets
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import psutil

from referee.rpc.output import OutputFile

_PR_SET_CHILD_SUBREAPER = 36
_FOLDER = "stych-"
_DEEPEST = 100_000


def adopt_orphans() -> None:
    """Make this process the parent of orphaned descendants (Linux): none is lost sight of."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def private_folder() -> tempfile.TemporaryDirectory[str]:
    """A folder that only this user may enter; `sweep_folders` removes it if we cannot."""
    prefix = f"{_FOLDER}{os.getpid()}-"
    return tempfile.TemporaryDirectory(prefix=prefix, ignore_cleanup_errors=True)


def sweep_folders() -> None:
    """Remove the private folders of processes of ours that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_FOLDER}*-*"):
        owner = folder.name.removeprefix(_FOLDER).partition("-")[0]
        if owner.isdecimal() and not psutil.pid_exists(int(owner)):
            remove_folder(folder)


def remove_folder(folder: Path) -> None:
    """Remove a folder, however deep a bot has dug in it; what cannot be removed stays."""
    with suppress(RecursionError):
        shutil.rmtree(folder, ignore_errors=True)
    with suppress(OSError):
        for _ in range(_DEEPEST):
            for entry in list(folder.iterdir()):
                _lift(entry)
            if not any(folder.iterdir()):
                folder.rmdir()


def _lift(entry: Path) -> None:
    """Remove the entry; what a folder holds moves one level up. Raises OSError."""
    if entry.is_symlink() or not entry.is_dir():
        entry.unlink()
        return
    for deeper in list(entry.iterdir()):
        deeper.rename(entry.with_name(secrets.token_hex(8)))
    entry.rmdir()


def kill_descendants() -> None:
    """Kill every descendant of this process, until none is left."""
    me = psutil.Process()
    for _ in range(100):
        children = me.children(recursive=True)
        if not children:
            return
        _kill_all(children)
        psutil.wait_procs(children, timeout=0.1)
        _reap()


def _kill_all(processes: Iterable[psutil.Process]) -> None:
    for process in processes:
        # Gone, or a child that runs as another user: nothing that could hold up the others.
        with suppress(psutil.Error):
            process.kill()


def _reap() -> None:
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def clean_environment(home: Path, extra: Mapping[str, str]) -> dict[str, str]:
    """What a bot's process finds in its environment: nothing of the referee's own.

    `python` is the interpreter that runs the referee, so a Python bot has the SDK at hand.
    """
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    return {
        "PATH": path,
        "HOME": str(home),
        "TMPDIR": str(home),
        "LANG": "C.UTF-8",
        "PYTHONUNBUFFERED": "1",
        **extra,
    }


class BotProcess:
    """One start of a bot."""

    def __init__(self, process: asyncio.subprocess.Process, drains: list["asyncio.Task[None]"]):
        self._process = process
        self._drains = drains

    @classmethod
    async def start(
        cls,
        command: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        output: tuple[OutputFile, OutputFile],
    ) -> "BotProcess":
        """Start the command in the folder. Raises OSError when it cannot be started."""
        process = await asyncio.create_subprocess_exec(
            *command,
            cwd=folder,
            env=dict(environment),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
        streams = (process.stdout, process.stderr)
        drains = [
            asyncio.create_task(kept.drain(stream))
            for kept, stream in zip(output, streams, strict=True)
            if stream
        ]
        return cls(process, drains)

    async def ended(self, seconds: float | None = None) -> str:
        """How the process ended, in words; "" when it still runs after so many seconds."""
        try:
            async with asyncio.timeout(seconds):
                code = await self._process.wait()
        except TimeoutError:
            return ""
        return describe_exit(code)

    async def kill(self) -> None:
        """Kill the process, its group and all its known descendants; what it printed is kept."""
        with suppress(psutil.Error):
            _kill_all(psutil.Process(self._process.pid).children(recursive=True))
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        await self._process.wait()
        # Whoever still holds the pipe cannot keep us: what came until now is kept.
        _, waiting = await asyncio.wait(self._drains, timeout=0.2)
        for drain in waiting:
            drain.cancel()
        # Else a pipe would be open for as long as he holds its other end.
        self._process._transport.close()  # type: ignore[attr-defined]


def describe_exit(code: int) -> str:
    """An exit code in words."""
    if code >= 0:
        return f"exited with code {code}"
    with suppress(ValueError):
        return f"was killed by {signal.Signals(-code).name}"
    return f"was killed by signal {-code}"
