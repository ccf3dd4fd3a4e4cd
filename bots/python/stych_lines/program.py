"""The bot's program, which reads a line and writes one.

By default an answer is waited for without a limit: the referee measures how long the bot takes, and
ends a local one that is late. Its standard error is the bridge's own, so that the referee keeps
what the bot prints there.
"""

import math
import os
import select
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final, NoReturn

from stych_lines.answers import shown

_LONGEST: Final = 64 << 10
"""Bytes of an answer at most. An action has some ten."""
_PIECE: Final = 64 << 10
_EXIT_SECONDS: Final = 1.0
"""Seconds for a program to end that has closed one of its pipes."""
_GOODBYE_SECONDS: Final = 0.5
"""The same at the end of its input. The referee kills a bot a second after its goodbye."""
_LONGEST_POLL: Final = 1 << 30
"""Milliseconds; the system takes no number of more than 31 bits."""


class OutOfStepError(Exception):
    """The program no longer writes a line for a line; the text says what it did instead."""


class ProgramEndedError(Exception):
    """The program has ended; the text says how."""

    def __init__(self, text: str, code: int) -> None:
        """`code` is its exit code; that of a signal is negative."""
        super().__init__(text)
        self.code = code


class LineProgram:
    """A running program, to be used as a context manager.

    In the end its process group is killed; the referee finds processes that have left the group.
    """

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], slack: float = math.inf
    ) -> None:
        """Start it. `slack` are the seconds that `ask` waits longer than it is told.

        With the default it waits for ever. Raises OSError when it cannot be started.
        """
        self._slack = slack
        self._process = subprocess.Popen(
            command,
            env=dict(environment),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            # A group of its own: a shell's children are ended with it.
            process_group=0,
        )
        pipes = (self._process.stdin, self._process.stdout)
        self._in, self._out = (pipe.fileno() for pipe in pipes if pipe)
        for end in (self._in, self._out):
            os.set_blocking(end, False)
        self._readable = select.poll()
        self._readable.register(self._out, select.POLLIN)
        # While a line is longer than the pipe, whichever end is ready has its turn.
        self._either = select.poll()
        self._either.register(self._out, select.POLLIN)
        self._either.register(self._in, select.POLLOUT)

    def __enter__(self) -> "LineProgram":
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Write a line, which ends in a newline, and return the answer, which has none.

        `seconds` is how long the referee waits for the answer. Raises OutOfStepError when the
        program does anything but write one line within that time and the slack, and
        ProgramEndedError when it ends.
        """
        self._check_silent()
        until = time.monotonic() + seconds + self._slack
        unsent = self._send(memoryview(line))
        answer = bytearray()
        while b"\n" not in answer:
            self._wait(until, writing=bool(unsent))
            unsent = self._send(unsent) if unsent else unsent
            answer += self._received(answer)
            if len(answer) > _LONGEST:
                raise OutOfStepError(f"wrote more than {_LONGEST} bytes without the end of a line")
        # A second line would be taken for the answer to the next question.
        first, _, rest = bytes(answer).partition(b"\n")
        if rest:
            raise OutOfStepError(f"wrote more than one line; after the first: {shown(rest)}")
        if unsent:
            raise OutOfStepError(f"answered {shown(first)} before it had read the whole question")
        return first

    def end(self) -> None:
        """Close its input, which ends a program that reads it; then kill what is left of it."""
        process = self._process
        # Most programs end at the end of their input, and may still want to write a file.
        if process.stdin:
            process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(_GOODBYE_SECONDS)
        # Also when it has ended itself: what it has started may go on.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if process.stdout:
            process.stdout.close()

    def _check_silent(self) -> None:
        if self._readable.poll(0) and (early := self._received(b"")):
            raise OutOfStepError(f"wrote before it was asked: {shown(early)}")

    def _wait(self, until: float, *, writing: bool) -> None:
        left = max(0.0, until - time.monotonic())
        ready = self._either if writing else self._readable
        if not ready.poll(min(left * 1000, _LONGEST_POLL)) and time.monotonic() >= until:
            raise OutOfStepError("has not answered, and nobody waits for it any more")

    def _send(self, data: memoryview) -> memoryview:
        """Write what the pipe takes; what is left of the data."""
        try:
            return data[os.write(self._in, data) :]
        except BlockingIOError:
            return data
        except BrokenPipeError:
            self._raise_end("its standard input", b"")

    def _received(self, before: bytes | bytearray) -> bytes:
        """What it has written by now, which may be nothing."""
        try:
            # Up to a piece at a time: a program that floods must not fill the memory.
            data = os.read(self._out, _PIECE)
        except BlockingIOError:
            return b""
        if not data:
            self._raise_end("its standard output", before)
        return data

    def _raise_end(self, closed: str, before: bytes | bytearray) -> NoReturn:
        """Say how the program has ended, or that it goes on with a pipe closed."""
        after = f" in the middle of a line: {shown(bytes(before))}" if before else ""
        try:
            code = self._process.wait(_EXIT_SECONDS)
        except subprocess.TimeoutExpired:
            raise OutOfStepError(f"has closed {closed}{after}, and goes on") from None
        how = f"was ended by signal {-code}" if code < 0 else f"has ended with exit code {code}"
        raise ProgramEndedError(f"{how}{after}", code)
