"""A person's stream to the referee: one gRPC call, read without losing what comes."""

import asyncio
from contextlib import suppress
from typing import Any, Final

import grpc
from grpc import aio

from referee.errors import StychError
from stych.v1 import referee_pb2 as pb
from stych.v1.referee_pb2_grpc import RefereeServiceStub

GONE: Final = (grpc.RpcError, aio.BaseError, asyncio.InvalidStateError)
"""What reading and writing raise when the stream has ended."""
# The person has left the table by then and waits for the shell.
_GOODBYE_SECONDS: Final = 1.0


_LOST: Final = "Internal error from Core"
"""What gRPC has in the place of the referee's words when a write began as the stream ended."""


class ReasonLostError(StychError):
    """gRPC has lost the reason why the referee ended the stream: another stream may tell it."""


class PersonStream:
    """One call of the referee's `Play`. What comes can be waited for without being taken."""

    def __init__(self, channel: aio.Channel, token: str) -> None:
        metadata = (("authorization", f"Bearer {token}"),)
        self._call: Any = RefereeServiceStub(channel).Play(metadata=metadata)
        self._coming: asyncio.Future[Any] | None = None

    def coming(self) -> "asyncio.Future[Any]":
        """The next response, or the end; it stays until `next` takes it. Not to be cancelled."""
        # One read at a time: a second one beside it would lose a message.
        if self._coming is None:
            self._coming = asyncio.ensure_future(self._call.read())
        return self._coming

    async def next(self) -> pb.PlayResponse | None:
        """The next response; None at the end. Raises what is in GONE."""
        coming = self.coming()
        # To cancel the reading would cancel the call, and no goodbye could be said.
        await asyncio.wait({coming})
        self._coming = None
        response = coming.result()
        return response if isinstance(response, pb.PlayResponse) else None

    async def write(self, request: pb.PlayRequest) -> None:
        """Send a request. Raises what is in GONE."""
        await self._call.write(request)

    async def say_goodbye(self) -> None:
        """Leave in order; the referee has a moment to take it in."""
        goodbye = pb.Goodbye(reason=pb.GOODBYE_REASON_LEAVING, text="the person leaves")
        with suppress(*GONE, TimeoutError):
            async with asyncio.timeout(_GOODBYE_SECONDS):
                await self.write(pb.PlayRequest(goodbye=goodbye))
                await self._call.done_writing()
                while await self.next():
                    pass

    async def refusal(self) -> str:
        """Why the referee ended the stream, as gRPC has it. Raises ReasonLostError."""
        code, details = await self._call.code(), await self._call.details()
        if details == _LOST:
            raise ReasonLostError
        return str(details or code.name)

    async def close(self) -> None:
        """End the call, whatever is under way."""
        self._call.cancel()
        if self._coming:
            await asyncio.wait({self._coming})
            with suppress(*GONE, asyncio.CancelledError):
                self._coming.result()
