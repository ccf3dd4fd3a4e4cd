"""Commands that a server in this process calls: forked where all they need is loaded.

Tests whose server is a process of its own show that commands are new processes, and end with it.
"""

import asyncio
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from tests.e2e.command import STYCH
from tests.e2e.forked import ForkedOn, may_fork

_PROGRAMS: Final = {
    "tournaments.called": "",
    "tests.web.accepting": "from tests.web.accepting import main; main()",
}
"""What a fork runs, by the module that would be started; "" is the command itself."""
_START: Final = asyncio.create_subprocess_exec


def fork_called(patch: pytest.MonkeyPatch) -> None:
    """From here on the modules in _PROGRAMS are forked, if they may be; others are started."""
    patch.setattr(asyncio, "create_subprocess_exec", _start)


async def _start(*words: str, **how: Any) -> Any:
    environment = how.get("env") or os.environ
    program = _PROGRAMS.get(words[3]) if words[1:3] == ("-P", "-m") else None
    if program is None or not may_fork(environment):
        return await _START(*words, **how)
    # Without words[4], which only a process that watches the server needs. The path of the script
    # comes first, since workers look for it.
    return await _forked((str(STYCH), *words[5:]), Path(how["cwd"]), environment, program)


async def _forked(
    argv: Sequence[str], folder: Path, environment: Mapping[str, str], program: str
) -> "_ForkedProcess":
    (out, to_out), (err, to_err) = os.pipe(), os.pipe()
    nothing = os.open(os.devnull, os.O_RDONLY)
    try:
        forked = ForkedOn(argv, folder, environment, (nothing, to_out, to_err), program)
    finally:
        for file in (nothing, to_out, to_err):
            os.close(file)
    return _ForkedProcess(forked, await _reader(out), await _reader(err))


async def _reader(file: int) -> asyncio.StreamReader:
    loop, reader = asyncio.get_running_loop(), asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(reader)
    await loop.connect_read_pipe(lambda: protocol, os.fdopen(file, "rb", 0))
    return reader


class _ForkedProcess:
    """What the caller uses of asyncio's processes."""

    def __init__(
        self, forked: ForkedOn, stdout: asyncio.StreamReader, stderr: asyncio.StreamReader
    ) -> None:
        self._forked = forked
        self.pid = forked.pid
        self.send_signal = forked.send_signal
        self.stdout, self.stderr = stdout, stderr

    @property
    def returncode(self) -> int | None:
        return self._forked.returncode

    async def wait(self) -> int:
        """Its exit code, when it has ended."""
        while (code := self._forked.poll()) is None:  # noqa: ASYNC110  two may wait for one pipe
            await asyncio.sleep(0.01)
        return code
