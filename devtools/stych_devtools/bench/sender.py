"""The referee's end of a bare stream, a process of its own, which sends batches on request.

Each line of standard input has the number of decisions in a batch, and for how many seconds batches
are sent, one after the other. A line of standard output answers it with the decisions that went
there and back in a second.
"""

import asyncio
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import grpc
from grpc import aio

from stych.v1.referee_pb2 import Decision, PlayRequest, PlayResponse
from stych_devtools.bench.echo import METHOD


async def send(address: str, ready: Sequence[Decision]) -> None:
    """Listen at the address, and do what the lines of standard input say until they end."""

    async def serve(_: Any, context: Any) -> None:
        # The first request only shows that the bot's end has connected.
        await context.read()
        # In a thread, since reading from a pipe would hold up the event loop.
        while line := await asyncio.to_thread(sys.stdin.readline):
            size, seconds = line.split()
            sys.stdout.write(f"{await rate(context, ready, int(size), float(seconds))}\n")
            sys.stdout.flush()
        over.set()

    over = asyncio.Event()
    handler = grpc.stream_stream_rpc_method_handler(
        serve, request_deserializer=bytes, response_serializer=PlayResponse.SerializeToString
    )
    _, service, method = METHOD.split("/")
    # Without a generated service: the protocol needs no method that only the bench would call.
    server = aio.server()
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler(service, {method: handler}),)
    )
    server.add_insecure_port(address)
    await server.start()
    await over.wait()
    await server.stop(None)


async def rate(context: Any, ready: Sequence[Decision], size: int, seconds: float) -> float:
    """Decisions a second in batches of `size` decisions, 1 to the number of messages in `ready`."""
    # Divided beforehand, and all full. The message of a batch is made when it is sent.
    batches = [ready[first : first + size] for first in range(0, len(ready) - size + 1, size)]
    begun, sent = time.perf_counter(), 0
    while (spent := time.perf_counter() - begun) < seconds:
        await context.write(PlayResponse(decisions=batches[sent // size % len(batches)]))
        request = PlayRequest.FromString(await context.read())
        sent += len(request.answers.answers)
    return sent / spent


if __name__ == "__main__":
    asyncio.run(
        send(sys.argv[1], PlayResponse.FromString(Path(sys.argv[2]).read_bytes()).decisions)
    )
