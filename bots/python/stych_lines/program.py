"""Runs the bot's program, which reads a line and writes one.

By default there is no limit to how long the bridge waits for an answer: the referee measures the
time, and ends a local bot that is late. The program shares the bridge's standard error, so a
referee that started the bot saves what the program prints there.
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

_MOST_BYTES: Final = 64 << 10
"""The largest number of bytes in an answer. The text of an action has about ten."""
_READ_BYTES: Final = 64 << 10
_EXIT_SECONDS: Final = 1.0
"""How long a program that has closed one of its pipes may take to end."""
_GOODBYE_SECONDS: Final = 0.5
"""How long a program may take to end after the end of its input.

It is less than the second after a goodbye at which the referee kills a bot.
"""
_KILLED_SECONDS: Final = 5.0
"""How long the end of a killed program is waited for: it may run as another user, and live on."""
_MOST_POLL_MS: Final = 1 << 30
"""The longest wait of one poll: the system call takes a signed number of 32 bits."""


class OutOfStepError(Exception):
    """The program no longer writes a line for a line; the text says what it did instead."""


class ProgramEndedError(Exception):
    """The program has ended; the text says how."""

    def __init__(self, text: str, code: int) -> None:
        """`code` is the exit code; for a program ended by a signal, minus the signal's number."""
        super().__init__(text)
        self.code = code


class LineProgram:
    """A running program, to be used as a context manager, which ends the program.

    `end` kills the program and its process group. Processes that have left the group are left to
    the referee, which ends all that a local bot has started.
    """

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], slack: float = math.inf
    ) -> None:
        """Start the command with these environment variables.

        `ask` waits `slack` seconds longer than it is told; by default it waits without a limit.
        Raises OSError or ValueError when the command cannot be started.
        """
        self._slack = slack
        self._process = subprocess.Popen(
            command,
            env=dict(environment),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            # In a process group of its own, so that the children of a shell are ended with it.
            process_group=0,
        )
        pipes = (self._process.stdin, self._process.stdout)
        self._stdin, self._stdout = (pipe.fileno() for pipe in pipes if pipe)
        for descriptor in (self._stdin, self._stdout):
            os.set_blocking(descriptor, False)
        self._readable = select.poll()
        self._readable.register(self._stdout, select.POLLIN)
        # For lines that do not fit into the pipe: the program may write before it has read all.
        self._either = select.poll()
        self._either.register(self._stdout, select.POLLIN)
        self._either.register(self._stdin, select.POLLOUT)

    def __enter__(self) -> "LineProgram":
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Write a line, which ends in a newline, and return the answer without its newline.

        `seconds` is how long the referee waits for the answer. Raises OutOfStepError unless the
        program writes exactly one line within that time and the slack, and ProgramEndedError when
        the program ends.
        """
        self._check_silent()
        deadline = time.monotonic() + seconds + self._slack
        unsent = self._send(memoryview(line))
        answer = bytearray()
        while b"\n" not in answer:
            self._wait(deadline, writing=bool(unsent))
            unsent = self._send(unsent) if unsent else unsent
            answer += self._received(answer)
            if len(answer) > _MOST_BYTES:
                raise OutOfStepError(
                    f"wrote more than {_MOST_BYTES} bytes without the end of a line"
                )
        # A second line would be taken for the answer to the next question.
        first, _, rest = bytes(answer).partition(b"\n")
        if rest:
            raise OutOfStepError(f"wrote more than one line; after the first: {shown(rest)}")
        if unsent:
            raise OutOfStepError(f"answered {shown(first)} before it had read the whole question")
        return first

    def stop(self) -> None:
        """Close the program's input, wait briefly for it to end, and kill it and its process group.

        A handler of signals may call this, whatever else of this object is running.
        """
        # Most programs end at the end of their input, and some write a file before they end.
        if self._process.stdin:
            self._process.stdin.close()
        # Only waits with a limit: they go on without the lock that an interrupted one may hold.
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_GOODBYE_SECONDS)
        # Also when the program has ended: processes that it has started may still run.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        # The program may have left the group.
        with suppress(PermissionError):
            self._process.kill()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_KILLED_SECONDS)

    def end(self) -> None:
        """Stop the program, and free what this object holds."""
        self.stop()
        if self._process.stdout:
            self._process.stdout.close()

    def _check_silent(self) -> None:
        if self._readable.poll(0) and (early := self._received(b"")):
            raise OutOfStepError(f"wrote before it was asked: {shown(early)}")

    def _wait(self, deadline: float, *, writing: bool) -> None:
        """Wait until a pipe is ready; raises OutOfStepError when the deadline has passed."""
        left = max(0.0, deadline - time.monotonic())
        poller = self._either if writing else self._readable
        if not poller.poll(min(left * 1000, _MOST_POLL_MS)) and time.monotonic() >= deadline:
            raise OutOfStepError("has not answered, and nobody waits for it any more")

    def _send(self, data: memoryview) -> memoryview:
        """Write as much as fits into the pipe, and return the rest of the data."""
        try:
            return data[os.write(self._stdin, data) :]
        except BlockingIOError:
            return data
        except BrokenPipeError:
            self._raise_end("its standard input", b"")

    def _received(self, before: bytes | bytearray) -> bytes:
        """The next bytes that the program has written; b"" if there are none by now.

        `before` is the beginning of the line, for the message if the program has ended.
        """
        try:
            # Bounded, so that a program that writes without end does not fill the memory.
            data = os.read(self._stdout, _READ_BYTES)
        except BlockingIOError:
            return b""
        if not data:
            self._raise_end("its standard output", before)
        return data

    def _raise_end(self, closed: str, before: bytes | bytearray) -> NoReturn:
        """Raise ProgramEndedError, or OutOfStepError if the program goes on with a pipe closed."""
        after = f" in the middle of a line: {shown(bytes(before))}" if before else ""
        try:
            code = self._process.wait(_EXIT_SECONDS)
        except subprocess.TimeoutExpired:
            raise OutOfStepError(f"has closed {closed}{after}, and goes on") from None
        how = f"was ended by signal {-code}" if code < 0 else f"has ended with exit code {code}"
        raise ProgramEndedError(f"{how}{after}", code)
