"""Commands that make a bot: they may download what they like, but files are out of their reach."""

import os
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from referee.sandbox.confinement import MB, Confinement, Limits
from referee.sandbox.isolation import Isolation
from referee.sandbox.kept import Kept

LIMITS: Final = Limits(
    memory=4096 * MB,
    processes=1024,
    open_files=8192,
    file_size=2048 * MB,
    tmp=1024 * MB,
    shared=64 * MB,
    cpus=None,
)
"""What a compiler may need."""
_TAIL: Final = 64 * 1024
_LOOK_SECONDS: Final = 0.05


@dataclass(frozen=True, slots=True)
class Finished:
    """How a command ended."""

    code: int | None
    """As of a subprocess; None when it was ended for taking too long, or because it was stopped."""
    output: str
    """The end of all that it wrote."""


def place_to_build(
    folder: Path, home: Path, readable: Sequence[Path] = (), writable: Sequence[Path] = ()
) -> Confinement:
    """The folder is to be written to; what else is needed, such as tools or a cache, is named."""
    folder = folder.resolve()
    return Confinement(
        folder,
        home,
        readable=tuple(path.resolve() for path in readable),
        writable=(folder, *(path.resolve() for path in writable)),
        network=True,
        limits=LIMITS,
    )


def run_confined(
    isolation: Isolation,
    command: Sequence[str],
    place: Confinement,
    environment: Mapping[str, str],
    *,
    seconds: float = 600.0,
    stopped: Callable[[], bool] = lambda: False,
) -> Finished:
    """Run the command in its place, to its end or until it is stopped.

    Afterwards nothing of it runs, and what it made is ours. Raises OSError when it cannot be
    started.
    """
    kept = isolation.confine(command, place, environment)
    try:
        if kept.uid:
            _hand_over(place.writable, kept.uid.number)
        return _run(kept, seconds, stopped)
    finally:
        kept.release()
        if isolation.own_users:
            _hand_over(place.writable, os.getuid())


def _run(kept: Kept, seconds: float, stopped: Callable[[], bool]) -> Finished:
    process = subprocess.Popen(
        kept.argv,
        env=kept.environment,
        stdin=kept.stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    kept.started(process.pid)
    if process.stdout is None:
        raise RuntimeError("a process was started without the pipe that was asked for")
    tail = _Tail(process.stdout)
    until = time.monotonic() + seconds
    while process.poll() is None and time.monotonic() < until and not stopped():
        try:
            process.wait(_LOOK_SECONDS)
        except subprocess.TimeoutExpired:
            continue
    code = process.returncode
    kept.end()
    process.wait()
    return Finished(code, tail.text())


class _Tail:
    """A thread that reads a pipe to its end, and keeps the last of it."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._kept = b""
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        with self._pipe:
            while data := os.read(self._pipe.fileno(), _TAIL):
                self._kept = (self._kept + data)[-_TAIL:]

    def text(self) -> str:
        """To be asked when nobody holds the pipe's other end any more."""
        self._thread.join()
        return self._kept.decode(errors="replace")


def _hand_over(places: Sequence[Path], uid: int) -> None:
    """Give all that is in there to the user; links are not followed."""
    for path in _all_in(places):
        os.chown(path, uid, uid, follow_symlinks=False)


def _all_in(places: Sequence[Path]) -> Iterator[Path]:
    for place in places:
        yield place
        for above, folders, files in os.walk(place):
            yield from (Path(above, name) for name in (*folders, *files))
