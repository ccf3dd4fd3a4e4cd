"""A driver that is forked from a process which has loaded what it needs."""

import json
import os
import select
import signal
import socket
import tempfile
import time
from contextlib import suppress
from types import TracebackType
from typing import Any, Final, Self

SECONDS: Final = 120.0
"""After this many seconds something hangs; it is no measure of speed."""
_PID_SIZE: Final = 32


class ForkedDriver:
    """The referee of one program. Use it as a context manager: afterwards it has ended."""

    def __init__(self, forks: socket.socket, order: dict[str, Any]) -> None:
        """`forks` goes to the process that forks drivers; `order` says what this one runs."""
        stdin, self._stdin = os.pipe()
        self._stdout, stdout = os.pipe()
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115  as long as this
        given = (stdin, stdout, self._stderr.fileno())
        socket.send_fds(forks, [json.dumps(order).encode()], given)
        os.close(stdin)
        os.close(stdout)
        self._process = os.pidfd_open(int(forks.recv(_PID_SIZE)))
        self._said = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()
        self._wait_for(self._process, time.monotonic() + SECONDS)
        for handle in (self._process, self._stdin, self._stdout):
            os.close(handle)
        self._stderr.close()

    def kill(self) -> None:
        """End the driver alone, at once, if it has not ended."""
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._process, signal.SIGKILL)

    def reached(self) -> dict[str, Any]:
        """Wait until the program has said the word `until` of its order."""
        told = self._line()
        assert "reached" in told, told
        return told

    def told(self) -> dict[str, Any]:
        """What the driver tells at the end. With `until` in its order it ends the program now."""
        with suppress(BrokenPipeError):
            os.write(self._stdin, b"\n")
        told = self._line()
        assert "code" in told, told
        return told

    def _line(self) -> dict[str, Any]:
        """The next line that the driver prints."""
        end = time.monotonic() + SECONDS
        while b"\n" not in self._said:
            self._wait_for(self._stdout, end)
            more = os.read(self._stdout, 1 << 16)
            assert more, self._complaint()
            self._said += more
        line, _, self._said = self._said.partition(b"\n")
        told: dict[str, Any] = json.loads(line)
        return told

    def _complaint(self) -> str:
        self._stderr.seek(0)
        return self._stderr.read().decode(errors="replace")

    def _wait_for(self, handle: int, end: float) -> None:
        poll = select.poll()
        poll.register(handle, select.POLLIN)
        assert poll.poll(max(0.0, end - time.monotonic()) * 1000), self._complaint()
