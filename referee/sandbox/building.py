"""Runs the commands that build a bot to their end, with all that they start, confined or not.

Confined, they may download what they like, but nobody else's files are within their reach.
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
"""What a compiler may need; docs/security.md lists these under Builds."""
_TAIL: Final = 64 * 1024
"""Bytes of output that are kept. The first error may stand far before the end of it."""
_LATEST: Final = 1024
"""Bytes at the end of the output that are told while the command runs."""
_PAUSE_SECONDS: Final = 0.005
"""Seconds between two reads of a flood of output: without them the flood keeps us busy as well."""
_LOOK_SECONDS: Final = 0.05
_SUPERVISOR_SECONDS: Final = 15.0
"""Longer than the supervisor itself tries to kill all that there is."""
_LAST_WORDS_SECONDS: Final = 2.0


@dataclass(frozen=True, slots=True)
class Finished:
    """How a command ended, and the end of what it wrote."""

    code: int | None
    """The exit code as of a subprocess; None when it was ended for its time or because it was
    stopped."""
    output: str
    """The last 64 KiB of what it wrote to standard output and error together."""
    stopped: bool = False
    """Whether it was ended because whoever had it built wished so."""


def place_to_build(
    folder: Path, home: Path, readable: Sequence[Path] = (), room: Path | None = None
) -> Confinement:
    """The place of a build: it writes to the folder, or to all of the `room` around it.

    It reads what is `readable` besides, has the network, and may use LIMITS.
    """
    folder = folder.resolve()
    room = room.resolve() if room else folder
    return Confinement(
        folder,
        home,
        readable=tuple(path.resolve() for path in readable),
        writable=tuple(dict.fromkeys((room, folder))),
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
    heard: Callable[[str], None] = lambda _: None,
) -> Finished:
    """Run the command in its place, to its end or until it is stopped; without isolation, there.

    `heard` is told the end of its output several times a second.
    No other build may run there meanwhile (`lending.alone`). Afterwards nothing of it runs, what it
    made belongs to whom its place does, and nothing there lends anybody's rights. Raises OSError
    when it cannot be started, and LeftBehindError for what it made and nobody can keep.
    """
    if isolation is None:
        return _run(_unconfined(command, place.folder, environment), seconds, stopped, heard)
    room = place.writable[0]
    confined = isolation.confine(command, place, environment)
    owners = None
    try:
        if confined.uid:
            owners = lending.lend(room, confined.uid.number)
        return _run(confined, seconds, stopped, heard)
    finally:
        confined.release()
        # After the release: by then no process of the build is left that could change what is
        # looked at.
        lending.settle(room, owners)


def _unconfined(
    command: Sequence[str], folder: Path, environment: Mapping[str, str]
) -> ConfinedProcess:
    """The command with a supervisor that does nothing but end it; OSError if it cannot be found."""
    program = command[0]
    found = folder / program
    if os.sep not in program:
        found = Path(shutil.which(program, path=environment.get("PATH", os.defpath)) or found)
    if not found.exists():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), program)
    if found.is_dir() or not os.access(found, os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), program)
    confined = ConfinedProcess(environment)
    confined.argv = SupervisorOrder(tuple(command), str(folder)).to_argv()
    return confined


def _run(
    confined: ConfinedProcess,
    seconds: float,
    stopped: Callable[[], bool],
    heard: Callable[[str], None],
) -> Finished:
    """Run the supervisor to its end; whatever happens here, nothing is left running."""
    try:
        process = subprocess.Popen(
            confined.argv,
            env=confined.environment,
            stdin=confined.stdin,
            stdout=subprocess.PIPE,
            # One pipe for both keeps their lines in the order in which they were written.
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        confined.started(process.pid)
        if process.stdout is None:
            raise RuntimeError("a process was started without the pipe that was asked for")
        tail = _Tail(process.stdout)

        def look() -> bool:
            heard(tail.latest())
            return stopped()

        try:
            wished = _wait(process, seconds, look)
            code = process.returncode
        finally:
            confined.end()
            _end(process)
        return Finished(code, tail.text(), wished)
    finally:
        confined.release()


def _wait(process: "subprocess.Popen[bytes]", seconds: float, stopped: Callable[[], bool]) -> bool:
    """Wait until it ends, its time is over, or it is to stop; True only in the last case."""
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
    """A thread that reads a pipe to its end and keeps the last of it.

    Somebody has to read all the time: a command whose pipe is full stands still.
    """

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._kept = b""
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        with self._pipe:
            while data := os.read(self._pipe.fileno(), _TAIL):
                self._kept = (self._kept + data)[-_TAIL:]
                if len(data) == _TAIL:
                    time.sleep(_PAUSE_SECONDS)

    def latest(self) -> str:
        """The end of the output so far: its last lines, the last one perhaps not whole."""
        return self._kept[-_LATEST:].decode(errors="replace")

    def text(self) -> str:
        """The end of the output, to be asked when all is over.

        Waits at most two seconds: a process that got away may still hold the pipe's other end.
        """
        self._thread.join(_LAST_WORDS_SECONDS)
        return self._kept.decode(errors="replace")
