"""The bot's end of a bare stream, a process of its own: it answers every batch with zeros."""

import asyncio
import sys
from typing import Any

from grpc import aio

from stych.v1.referee_pb2 import Answer, Answers, PlayRequest, PlayResponse

METHOD = "/bench.Echo/Play"
"""The gRPC method of the bare stream: `sender` serves it, `echo` calls it."""


async def echo(address: str) -> None:
    """Connect to the address, and answer every batch until the stream ends."""
    async with aio.insecure_channel(address) as channel:
        play: Any = channel.stream_stream(
            METHOD,
            request_serializer=PlayRequest.SerializeToString,
            response_deserializer=PlayResponse.FromString,
        )
        call = play(wait_for_ready=True)
        # It shows the sender that this end has connected.
        await call.write(PlayRequest())
        while (response := await call.read()) is not aio.EOF:
            # Legal actions are not read: only the messages themselves are to be measured.
            answers = [Answer(decision=each.decision, choice=0) for each in response.decisions]
            await call.write(PlayRequest(answers=Answers(answers=answers)))


if __name__ == "__main__":
    asyncio.run(echo(sys.argv[1]))
