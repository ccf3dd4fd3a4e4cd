"""A person's stream to the referee: one gRPC call, of which no response is lost."""

import asyncio
from contextlib import suppress
from typing import Any, Final

import grpc
from grpc import aio

from referee.errors import StychError
from stych.v1 import referee_pb2 as pb
from stych.v1.referee_pb2_grpc import RefereeServiceStub

GONE: Final = (grpc.RpcError, aio.BaseError, asyncio.InvalidStateError)
"""The errors that reading and writing raise when the stream has ended."""
_GOODBYE_SECONDS: Final = 1.0
"""Seconds that the referee has to take in a goodbye, while the person waits for the shell."""
_LOST: Final = "Internal error from Core"
"""gRPC's text in place of the referee's reason, when a write began just as the stream ended."""


class ReasonLostError(StychError):
    """gRPC has lost the reason why the referee ended the stream; a new stream may get it."""


class PersonStream:
    """One call of the referee's `Play`. The next response can be awaited without taking it."""

    def __init__(self, channel: aio.Channel, token: str) -> None:
        metadata = (("authorization", f"Bearer {token}"),)
        self._call: Any = RefereeServiceStub(channel).Play(metadata=metadata)
        self._coming: asyncio.Future[Any] | None = None

    def coming(self) -> "asyncio.Future[Any]":
        """A future of the next response or the end, which `next` takes. Never cancel it."""
        # Only one read is under way at a time: two reads at once would lose a message.
        if self._coming is None:
            self._coming = asyncio.ensure_future(self._call.read())
        return self._coming

    async def next(self) -> pb.PlayResponse | None:
        """The next response; None at the end. Raises the errors in GONE. May be cancelled."""
        coming = self.coming()
        # `wait` does not cancel the read when this is cancelled: that would cancel the whole call,
        # and no goodbye could be sent.
        await asyncio.wait({coming})
        self._coming = None
        response = coming.result()
        return response if isinstance(response, pb.PlayResponse) else None

    async def write(self, request: pb.PlayRequest) -> None:
        """Send a request. Raises the errors in GONE."""
        await self._call.write(request)

    async def say_goodbye(self) -> None:
        """Send a goodbye, and wait up to a second until the referee has ended the stream."""
        goodbye = pb.Goodbye(reason=pb.GOODBYE_REASON_LEAVING, text="the person leaves")
        with suppress(*GONE, TimeoutError):
            async with asyncio.timeout(_GOODBYE_SECONDS):
                await self.write(pb.PlayRequest(goodbye=goodbye))
                await self._call.done_writing()
                while await self.next():
                    pass

    async def refusal(self) -> str:
        """Why the referee ended the stream: gRPC's details, or its code. Raises ReasonLostError."""
        code, details = await self._call.code(), await self._call.details()
        if details == _LOST:
            raise ReasonLostError
        return str(details or code.name)

    async def close(self) -> None:
        """End the call at once, also while a read is under way."""
        self._call.cancel()
        if self._coming:
            await asyncio.wait({self._coming})
            with suppress(*GONE, asyncio.CancelledError):
                self._coming.result()
