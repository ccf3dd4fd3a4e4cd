"""Dials in, says hello, and dials again when the connection is lost."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Protocol, cast

import grpc
from grpc import aio

from stych.v1 import referee_pb2 as pb
from stych.v1.referee_pb2_grpc import RefereeServiceStub
from stych_bot.environment import Environment

_PEACEFUL = (pb.GOODBYE_REASON_FINISHED, pb.GOODBYE_REASON_STOPPED)
_FIRST_WAIT, _LONGEST_WAIT = 0.1, 5.0

_log = logging.getLogger("stych")


class Answering(Protocol):
    """Whoever answers on one stream."""

    def take(self, response: pb.PlayResponse) -> pb.Answers | None:
        """The answers to the decisions in the response, if it has any."""


class LostError(Exception):
    """The stream broke without a goodbye; the text says how."""


class RefusedError(Exception):
    """The referee does not let us in, or it ended the stream in order; the text says why."""


async def play(environment: Environment, hello: pb.Hello, player: Callable[[], Answering]) -> int:
    """Play until the goodbye, with a new player on every stream; the exit code."""
    waits: Iterator[float] = iter(())
    dialling = False

    def welcome() -> None:
        nonlocal waits, dialling
        waits, dialling = redials(environment.reconnect), False

    welcome()
    while True:
        try:
            goodbye = await _stream(environment, hello, player(), welcome)
        except RefusedError as error:
            _log.error("the referee ended it: %s", error)
            return 3
        except LostError as error:
            wait = next(waits, None)
            if wait is None:
                _log.error("the connection failed: %s", error)
                return 3
            if not dialling:
                _log.warning("the connection failed: %s; dialling again", error)
            dialling = True
            await asyncio.sleep(wait)
        else:
            _log.info("goodbye: %s", goodbye.text)
            return 0 if goodbye.reason in _PEACEFUL else 3


def redials(seconds: float, clock: Callable[[], float] = time.monotonic) -> Iterator[float]:
    """How long to wait before each time of dialling again, until so many seconds have passed."""
    end, wait = clock() + seconds, _FIRST_WAIT
    while (left := end - clock()) > 0:
        yield min(wait, left)
        wait = min(2 * wait, _LONGEST_WAIT)


async def _stream(
    environment: Environment, hello: pb.Hello, player: Answering, welcome: Callable[[], None]
) -> pb.Goodbye:
    """Play on one stream, to its goodbye."""
    metadata = (("authorization", f"Bearer {environment.token}"),)
    async with environment.channel() as channel:
        call: Any = RefereeServiceStub(channel).Play(metadata=metadata)
        await _done(call, call.write(pb.PlayRequest(hello=hello)))
        while (response := await _done(call, call.read())) is not aio.EOF:
            if response.HasField("welcome"):
                welcome()
            if answers := player.take(response):
                await _done(call, call.write(pb.PlayRequest(answers=answers)))
            if response.HasField("goodbye"):
                return cast(pb.Goodbye, response.goodbye)
    raise RefusedError("the stream ended without a goodbye")


async def _done(call: Any, action: Awaitable[Any]) -> Any:
    try:
        return await action
    except (grpc.RpcError, asyncio.InvalidStateError) as error:
        # A write to a stream that has ended says only that; the call knows how it ended.
        code, details = await call.code(), await call.details()
        final = code in (grpc.StatusCode.OK, grpc.StatusCode.UNAUTHENTICATED)
        kind = RefusedError if final else LostError
        raise kind(f"{details or error} ({code.name})") from None
