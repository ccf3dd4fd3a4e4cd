"""A bot's build command, run in a bounded time, with a bounded memory of what it prints."""

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import psutil

from referee.rpc.process import clean_environment, describe_exit

BUILD_SECONDS = 600.0
_TICK_SECONDS = 0.2
_LAST_BYTES = 8192
_LAST_LINES = 10
_TOOLS = {
    "CARGO_HOME": ".cargo",
    "RUSTUP_HOME": ".rustup",
    "GOCACHE": ".cache/go-build",
    "GOMODCACHE": "go/pkg/mod",
    "npm_config_cache": ".npm",
}
"""Where build tools have themselves and what they downloaded: a variable, and the folder in the
user's home that is meant when it is not set. Without them every build would begin from nothing."""


def run_build(
    command: Sequence[str], folder: Path, home: Path, stopped: Callable[[], bool] = lambda: False
) -> str:
    """Run it in the folder; "" when all went well, else what went wrong, its last output with it.

    Nothing that it started is left, unless it left its process group. It ends early when `stopped`
    says so, which is asked several times a second.
    """
    try:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=clean_environment(home, _tools()),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            bufsize=0,
            start_new_session=True,
        )
    except OSError as error:
        return f"its build command {command[0]!r} cannot be started: {error.strerror}"
    with process:
        try:
            return _watch(process, stopped)
        finally:
            _kill(process)


def _tools() -> dict[str, str]:
    own = Path.home()
    return {name: os.environ.get(name, str(own / below)) for name, below in _TOOLS.items()}


def _watch(process: "subprocess.Popen[bytes]", stopped: Callable[[], bool]) -> str:
    end = time.monotonic() + BUILD_SECONDS
    said = _Said(process)
    while process.poll() is None:
        if stopped():
            return "its build command was stopped"
        if time.monotonic() > end:
            return said.after(f"its build command took more than {BUILD_SECONDS:g} s")
        said.listen(_TICK_SECONDS)
    said.listen(0)
    code = process.returncode
    return said.after(f"its build command {describe_exit(code)}") if code else ""


class _Said:
    """The end of what a process prints. Others may hold its output open when it has ended."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        if process.stdout is None:
            raise ValueError("the process has no output to listen to")
        self._output = process.stdout.fileno()
        self._end = b""
        self._open = True

    def listen(self, seconds: float) -> None:
        """Take what comes, and return when nothing comes for so long, or comes no more."""
        if not self._open:
            time.sleep(seconds)
            return
        with selectors.DefaultSelector() as selector:
            selector.register(self._output, selectors.EVENT_READ)
            if not selector.select(seconds):
                return
        data = os.read(self._output, 1 << 16)
        self._end = (self._end + data)[-_LAST_BYTES:]
        self._open = bool(data)

    def after(self, sentence: str) -> str:
        """The sentence, and the last lines below it."""
        lines = self._end.decode(errors="replace").splitlines()
        return "\n".join([sentence, *lines[-_LAST_LINES:]])


def _kill(process: "subprocess.Popen[bytes]") -> None:
    with suppress(psutil.Error):
        for each in psutil.Process(process.pid).children(recursive=True):
            with suppress(psutil.Error):
                each.kill()
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
