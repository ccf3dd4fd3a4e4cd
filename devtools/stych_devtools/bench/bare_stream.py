"""A bare gRPC stream of ready-made messages in batches, with which the wire is compared."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from secrets import token_hex
from types import ModuleType
from typing import Final

import psutil

from stych.v1.referee_pb2 import Decision, PlayResponse
from stych_devtools.bench import echo, sender

NO_EXPERIMENTS: Final = ""
"""The value of GRPC_EXPERIMENTS with which gRPC has its default settings."""
_ANSWER_SECONDS: Final = 60.0
"""Seconds to wait beyond the measured ones: at first both ends import gRPC and connect."""


class BareStream:
    """An open stream between a sender and an echo, a process that answers each batch at once."""

    def __init__(self, sending: Process, echoing: Process) -> None:
        self._sender = sending
        self._ends = [psutil.Process(each.pid) for each in (sending, echoing)]

    def cpu(self) -> float:
        """Seconds of processor time that both ends have used until now."""
        return sum(sum(each.cpu_times()[:2]) for each in self._ends)

    async def rate(self, size: int, seconds: float) -> float:
        """Decisions a second in batches of `size` decisions, with one batch in flight.

        `size` is from 1 to the number of messages. Raises RuntimeError when an end has died, and
        TimeoutError when there is no result a minute after the `seconds`.
        """
        if not (self._sender.stdin and self._sender.stdout):
            raise RuntimeError("the sender of the bare stream was started without pipes")
        self._sender.stdin.write(f"{size} {seconds}\n".encode())
        async with asyncio.timeout(seconds + _ANSWER_SECONDS):
            line = await self._sender.stdout.readline()
        if not line:
            raise RuntimeError("the bare stream broke off")
        return float(line)


@asynccontextmanager
async def bare_stream(
    ready: Sequence[Decision], folder: Path, experiments: str = NO_EXPERIMENTS
) -> AsyncIterator[BareStream]:
    """A stream of the messages in `ready`, over a socket in the folder; streams can share a folder.

    `experiments` is the value of GRPC_EXPERIMENTS at both ends.
    """
    name = token_hex(4)
    messages, address = folder / f"{name}.messages", f"unix:{folder / name}.sock"
    messages.write_bytes(PlayResponse(decisions=ready).SerializeToString())
    async with AsyncExitStack() as stack:
        ends = [
            await stack.enter_async_context(_process(experiments, *arguments))
            for arguments in ((sender, address, str(messages)), (echo, address))
        ]
        yield BareStream(*ends)


@asynccontextmanager
async def _process(experiments: str, module: ModuleType, *arguments: str) -> AsyncIterator[Process]:
    # With -P no file of the current folder can take the place of a module.
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", module.__name__, *arguments),
        stdin=PIPE,
        stdout=PIPE,
        env={**os.environ, "GRPC_EXPERIMENTS": experiments},
        # Ctrl-C reaches only this process, which then ends the new one.
        start_new_session=True,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
