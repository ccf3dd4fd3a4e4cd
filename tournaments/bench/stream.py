"""A bare gRPC stream of lists of ready-made messages: what everything else is held against."""

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
import psutil
from grpc import aio

from stych.v1.referee_pb2 import Decision, PlayRequest, PlayResponse
from tournaments.bench import echo

_START_SECONDS = 60.0
_EXIT_SECONDS = 10.0


class Stream:
    """One open stream to a process that answers at once."""

    def __init__(self, context: Any, ready: Sequence[Decision]) -> None:
        self._context = context
        self._ready = ready
        self.over = asyncio.Event()
        self.client: psutil.Process | None = None

    def cpu(self) -> float:
        """Seconds of processor time of both ends, until now."""
        other = sum(self.client.cpu_times()[:2]) if self.client else 0.0
        return time.process_time() + other

    async def rate(self, size: int, seconds: float) -> float:
        """Decisions a second in lists of that size, one list in flight."""
        lists = [self._ready[at : at + size] for at in range(0, len(self._ready) - size + 1, size)]
        begun, sent = time.perf_counter(), 0
        while (spent := time.perf_counter() - begun) < seconds:
            await self._context.write(PlayResponse(decisions=lists[sent // size % len(lists)]))
            request = PlayRequest.FromString(await self._context.read())
            sent += len(request.answers.answers)
        return sent / spent


@asynccontextmanager
async def bare_stream(ready: Sequence[Decision], folder: Path) -> AsyncIterator[Stream]:
    """A stream with these messages, over a socket in the folder."""
    streams: asyncio.Queue[Stream] = asyncio.Queue()

    async def serve(_: Any, context: Any) -> None:
        await context.read()
        stream = Stream(context, ready)
        streams.put_nowait(stream)
        await stream.over.wait()

    handler = grpc.stream_stream_rpc_method_handler(
        serve, request_deserializer=bytes, response_serializer=PlayResponse.SerializeToString
    )
    _, service, method = echo.METHOD.split("/")
    server = aio.server()
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler(service, {method: handler}),)
    )
    address = f"unix:{folder / 'echo.sock'}"
    server.add_insecure_port(address)
    await server.start()
    client = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", echo.__name__, address),
        start_new_session=True,  # Ctrl-C is for this process, which ends that one
    )
    try:
        async with asyncio.timeout(_START_SECONDS):
            stream = await streams.get()
            stream.client = psutil.Process(client.pid)
        yield stream
        stream.over.set()
        async with asyncio.timeout(_EXIT_SECONDS):
            await client.wait()
    finally:
        if client.returncode is None:
            client.kill()
            await client.wait()
        await server.stop(None)
