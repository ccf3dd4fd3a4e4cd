"""Runs the command that builds a bot, confined or not, and ends everything that it has started.

On a level that confines, the command may download whatever it likes, but cannot read the files of
others or write to them.
"""

import errno
import os
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from referee.sandbox import lending
from referee.sandbox.confined_process import ConfinedProcess
from referee.sandbox.confinement import MB, Confinement, ResourceLimits
from referee.sandbox.isolation import Isolation
from referee.sandbox.supervisor_order import SupervisorOrder

LIMITS: Final = ResourceLimits(
    memory=4096 * MB,
    processes=1024,
    open_files=8192,
    file_size=2048 * MB,
    tmp=1024 * MB,
    shared=64 * MB,
    cpus=None,
)
"""What a build may use, with room for compilers; docs/security.md lists most of it under Builds."""
_TAIL: Final = 64 * 1024
"""This many bytes at the end of the output are saved: the first error may be far before its end."""
_LATEST: Final = 1024
"""This many bytes at the end of the output are passed on while the command runs."""
_PAUSE_SECONDS: Final = 0.005
"""The pause between two reads of a flood of output, which would else keep this process busy."""
_LOOK_SECONDS: Final = 0.05
"""Seconds between two looks at whether the command has ended or has to stop."""
_SUPERVISOR_SECONDS: Final = 15.0
"""How long to wait for the supervisor's end: longer than it tries to kill all processes, which is
10 seconds (supervised_program.py)."""
_LAST_WORDS_SECONDS: Final = 2.0
"""How long to wait for the rest of the output, once the command has ended."""


@dataclass(frozen=True, slots=True)
class Finished:
    """How a command ended, and the last part of what it wrote."""

    code: int | None
    """The exit code, below 0 for a signal; None when the command took too long or was stopped."""
    output: str
    """The last 64 KiB of what it wrote to standard output and error together."""
    stopped: bool = False
    """Whether the command was ended because the caller wanted to stop it."""


def place_to_build(
    folder: Path, home: Path, readable: Sequence[Path] = (), workspace: Path | None = None
) -> Confinement:
    """The confinement of a build in the `folder`, with the network and LIMITS.

    Beside its home, the build may write to the folder and, if given, to the whole `workspace`, a
    folder around it. The first of the `writable` folders holds both. The build may also read what
    is `readable`.
    """
    folder = folder.resolve()
    workspace = workspace.resolve() if workspace else folder
    return Confinement(
        folder,
        home,
        readable=tuple(path.resolve() for path in readable),
        writable=tuple(dict.fromkeys((workspace, folder))),
        network=True,
        limits=LIMITS,
    )


def run(
    isolation: Isolation | None,
    command: Sequence[str],
    place: Confinement,
    environment: Mapping[str, str],
    *,
    seconds: float = 600.0,
    stopped: Callable[[], bool] = lambda: False,
    hear: Callable[[str], None] = lambda _: None,
) -> Finished:
    """Run the command to its end, for at most `seconds`, or until `stopped` returns True.

    Without an `isolation` it runs unconfined, in the folder of the `place`. Several times a second
    `hear` is called with the last 1024 bytes of the output, and `stopped` is asked. On a level that
    confines, no other build may run in the place meanwhile (`lending.alone`).

    At the end the supervisor kills all processes that the command has started. With an `isolation`,
    files that belonged to the build's user are then given back, and no file in the place has a
    setuid or setgid bit (`lending.settle`). Raises OSError when the command cannot be started, and
    LeftBehindError when its files cannot be checked or given back.
    """
    if isolation is None:
        return _run(_unconfined(command, place.folder, environment), seconds, stopped, hear)
    # Beside its home, the build may write only to what is in this folder (`place_to_build`).
    folder = place.writable[0]
    confined = isolation.confine(command, place, environment)
    owners = None
    try:
        if confined.uid:
            owners = lending.lend(folder, confined.uid.number)
        return _run(confined, seconds, stopped, hear)
    finally:
        confined.release()
        # After the release no process of the build is left that could change the files meanwhile.
        lending.settle(folder, owners)


def _unconfined(
    command: Sequence[str], folder: Path, environment: Mapping[str, str]
) -> ConfinedProcess:
    """The command, unconfined, with a supervisor that only kills what the command has started.

    Raises OSError when the program is missing or cannot be executed.
    """
    program = command[0]
    file = folder / program
    if os.sep not in program:
        file = Path(shutil.which(program, path=environment.get("PATH", os.defpath)) or file)
    if not file.exists():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), program)
    if file.is_dir() or not os.access(file, os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), program)
    confined = ConfinedProcess(environment)
    confined.argv = SupervisorOrder(tuple(command), str(folder)).to_argv()
    return confined


def _run(
    confined: ConfinedProcess,
    seconds: float,
    stopped: Callable[[], bool],
    hear: Callable[[str], None],
) -> Finished:
    """Run the supervisor to its end, which is also waited for when an exception is raised."""
    try:
        process = subprocess.Popen(
            confined.argv,
            env=confined.environment,
            stdin=confined.stdin,
            stdout=subprocess.PIPE,
            # One pipe for both outputs keeps all lines in the order in which they were written.
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        confined.started(process.pid)
        if process.stdout is None:
            raise RuntimeError("a process was started without the pipe that was asked for")
        tail = _Tail(process.stdout)

        def tell_and_ask() -> bool:
            hear(tail.latest())
            return stopped()

        try:
            was_stopped = _wait(process, seconds, tell_and_ask)
            # None if the command still runs; the code with which it is killed below does not count.
            code = process.returncode
        finally:
            confined.end()
            _end(process)
        return Finished(code, tail.text(), was_stopped)
    finally:
        confined.release()


def _wait(process: "subprocess.Popen[bytes]", seconds: float, stopped: Callable[[], bool]) -> bool:
    """Wait until the process ends, the time is over, or `stopped` returns True.

    Returns whether it was stopped.
    """
    until = time.monotonic() + seconds
    while process.poll() is None and time.monotonic() < until:
        if stopped():
            return True
        try:
            process.wait(_LOOK_SECONDS)
        except subprocess.TimeoutExpired:
            continue
    return False


def _end(process: "subprocess.Popen[bytes]") -> None:
    """Wait for the supervisor, which has been told to end; kill it when that takes too long."""
    try:
        process.wait(_SUPERVISOR_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class _Tail:
    """A thread that reads a pipe to its end and saves the last 64 KiB.

    It reads all the time, since a command that writes to a full pipe has to wait.
    """

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._last = b""
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        with self._pipe:
            while data := os.read(self._pipe.fileno(), _TAIL):
                self._last = (self._last + data)[-_TAIL:]
                if len(data) == _TAIL:
                    time.sleep(_PAUSE_SECONDS)

    def latest(self) -> str:
        """The last 1024 bytes of the output so far, whose first and last line may be cut."""
        return self._last[-_LATEST:].decode(errors="replace")

    def text(self) -> str:
        """The last 64 KiB of the output, to be asked when the command has ended.

        Waits at most two seconds for the pipe's end: a process that was not killed may hold it.
        """
        self._thread.join(_LAST_WORDS_SECONDS)
        return self._last.decode(errors="replace")
