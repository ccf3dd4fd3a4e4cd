"""Connects to the referee, sends the Hello, and connects again when the connection was lost.

`play` makes one connection after another, with the pauses of a `Redial`. Each has a new player,
which turns the referee's messages into answers (stych_bot.runner).
"""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

import grpc
from grpc import aio

from stych.v1 import referee_pb2 as pb
from stych.v1.referee_pb2_grpc import RefereeServiceStub
from stych_bot.environment import Environment
from stych_bot.hints import explained

# After a goodbye for one of these reasons the bot exits with code 0.
_PEACEFUL = (pb.GOODBYE_REASON_FINISHED, pb.GOODBYE_REASON_STOPPED)
# Seconds between attempts. The pause is short at first, as a referee may be back in a moment, and
# doubles after each failure.
_FIRST_WAIT, _LONGEST_WAIT = 0.1, 5.0
# With one of these statuses the referee refuses the bot, and would refuse it again later.
_FINAL = (
    grpc.StatusCode.UNAUTHENTICATED,
    grpc.StatusCode.PERMISSION_DENIED,
    grpc.StatusCode.UNIMPLEMENTED,
    grpc.StatusCode.INVALID_ARGUMENT,
)
_ENDED = "the stream ended without a goodbye"

_log = logging.getLogger("stych")


class Answering(Protocol):
    """Answers the messages of one stream. Each response is given to `take`, then to `end`."""

    def take(self, response: pb.PlayResponse) -> pb.Answers | pb.Goodbye | None:
        """The answers to the decisions in the response, or a goodbye; None to send nothing."""

    def end(self, response: pb.PlayResponse) -> None:
        """End the matches that are over according to the response.

        Called after the answers to the response were sent.
        """


class LostError(Exception):
    """The stream broke without a goodbye, or could not be opened; the text says how."""


class RefusedError(Exception):
    """The referee refused the bot, and would refuse it again; the text says why."""


async def play(environment: Environment, hello: pb.Hello, player: Callable[[], Answering]) -> int:
    """Play until the goodbye, with a new player on every stream; return the exit code.

    It is 0 after a Goodbye with the reason FINISHED or STOPPED, and 3 after any other, when the bot
    was refused, or when the connection was lost for good. Exceptions of the player are passed on.
    """
    redial = Redial(environment.reconnect)
    welcomed = False

    def welcome() -> None:
        nonlocal welcomed
        welcomed = True
        redial.connected()

    while True:
        try:
            goodbye = await _stream(environment, hello, player(), welcome)
        except RefusedError as error:
            why = str(error) if welcomed else explained(str(error), environment)
            _log.error("the referee refused the bot: %s", why)
            return 3
        except LostError as error:
            why = str(error) if welcomed else explained(str(error), environment)
            fresh, pause = redial.is_fresh, redial.pause()
            if pause is None:
                _log.error("the connection failed: %s", why)
                return 3
            if fresh:
                _log.warning("the connection failed: %s; dialling again", why)
            await asyncio.sleep(pause)
        else:
            _log.info("goodbye: %s", goodbye.text)
            return 0 if goodbye.reason in _PEACEFUL else 3


class Redial:
    """When to dial again, after a connection was lost or could not be made (docs/bots.md)."""

    def __init__(self, limit: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Allow attempts for `limit` seconds: from now, and after a Welcome from the next loss."""
        self._limit, self._clock = limit, clock
        self._lost_at: float | None = clock()
        self._wait = _FIRST_WAIT

    @property
    def is_fresh(self) -> bool:
        """Whether `pause` has not been called yet, since the start or since `connected`."""
        return self._wait == _FIRST_WAIT

    def connected(self) -> None:
        """Note that the Welcome came: the next failure begins a new limit and new pauses."""
        self._lost_at, self._wait = None, _FIRST_WAIT

    def pause(self) -> float | None:
        """Note that an attempt or the connection failed.

        Return the seconds to wait before the next attempt, or None to give up.
        """
        now = self._clock()
        if self._lost_at is None:
            self._lost_at = now
        left = self._limit - (now - self._lost_at)
        if left <= 0:
            return None
        pause, self._wait = min(self._wait, left), min(2 * self._wait, _LONGEST_WAIT)
        return pause


async def _stream(
    environment: Environment, hello: pb.Hello, player: Answering, welcome: Callable[[], None]
) -> pb.Goodbye:
    """Play on one stream, and return its goodbye. `welcome` is called at the Welcome.

    Raises LostError and RefusedError. Exceptions of the player are passed on.
    """
    metadata = (("authorization", f"Bearer {environment.token}"),)
    async with environment.channel() as channel:
        call: Any = RefereeServiceStub(channel).Play(metadata=metadata)
        await _send(call, pb.PlayRequest(hello=hello))
        # The stream is read all the time: otherwise a goodbye that comes while the bot thinks would
        # be lost when its answer fails. The queue holds one response: a slow bot slows the referee.
        responses: asyncio.Queue[pb.PlayResponse | Exception] = asyncio.Queue(1)
        listening = asyncio.create_task(_listen(call, responses))
        try:
            while True:
                response = await responses.get()
                if isinstance(response, Exception):
                    raise response
                if response.HasField("welcome"):
                    welcome()
                if reply := player.take(response):
                    await _send(call, _request(reply))
                # After the answers: the referee does not wait for what a bot does at a match's end.
                player.end(response)
                if response.HasField("goodbye"):
                    return response.goodbye
        finally:
            listening.cancel()


def _request(reply: pb.Answers | pb.Goodbye) -> pb.PlayRequest:
    if isinstance(reply, pb.Goodbye):
        return pb.PlayRequest(goodbye=reply)
    return pb.PlayRequest(answers=reply)


async def _send(call: Any, request: pb.PlayRequest) -> None:
    """Send the request, unless the stream has ended: then the task that listens says so."""
    with suppress(grpc.RpcError, asyncio.InvalidStateError):
        await call.write(request)


async def _listen(call: Any, responses: asyncio.Queue[pb.PlayResponse | Exception]) -> None:
    """Put all responses of the call into the queue, then the exception that ended the stream."""
    try:
        while (response := await call.read()) is not aio.EOF:
            await responses.put(response)
        await responses.put(LostError(_ENDED))
    except grpc.RpcError as error:
        code, details = await call.code(), await call.details()
        kind = RefusedError if code in _FINAL else LostError
        await responses.put(kind(f"{details or error} ({code.name})"))
    except Exception as error:
        # An error that stayed in this task would not be seen, and the bot would wait for ever.
        await responses.put(error)
