"""Connects to the referee, says hello, and connects again when the connection was lost."""

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

_PEACEFUL = (pb.GOODBYE_REASON_FINISHED, pb.GOODBYE_REASON_STOPPED)
# Seconds between attempts: short at first, as a referee may be back in a moment, then ever longer.
_FIRST_WAIT, _LONGEST_WAIT = 0.1, 5.0
# With these statuses the referee says that it will not have the bot later either.
_FINAL = (
    grpc.StatusCode.UNAUTHENTICATED,
    grpc.StatusCode.PERMISSION_DENIED,
    grpc.StatusCode.UNIMPLEMENTED,
    grpc.StatusCode.INVALID_ARGUMENT,
)
_ENDED = "the stream ended without a goodbye"

_log = logging.getLogger("stych")


class Answering(Protocol):
    """Answers the messages of one stream."""

    def take(self, response: pb.PlayResponse) -> pb.Answers | pb.Goodbye | None:
        """The answers to the decisions in the response, if it has any; or a goodbye instead."""

    def end(self, response: pb.PlayResponse) -> None:
        """Tell bots of the matches that are over by the response.

        Called once the answers are sent.
        """


class LostError(Exception):
    """The stream broke without a goodbye; the text says how."""


class RefusedError(Exception):
    """The referee does not let us in, and will not later; the text says why."""


async def play(environment: Environment, hello: pb.Hello, player: Callable[[], Answering]) -> int:
    """Play until the goodbye, with a new player on every stream; returns the exit code.

    0 after a Goodbye that says FINISHED or STOPPED; 3 after any other, when the bot was refused, or
    when the connection was lost for good.
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
        """The bot starts. It dials for `limit` seconds from now, and later from each loss."""
        self._limit, self._clock = limit, clock
        self._lost: float | None = clock()
        self._next = _FIRST_WAIT

    @property
    def is_fresh(self) -> bool:
        """Whether nothing has failed yet, since the start or since the connection stood."""
        return self._next == _FIRST_WAIT

    def connected(self) -> None:
        """The connection stands: the next loss is a new one."""
        self._lost, self._next = None, _FIRST_WAIT

    def pause(self) -> float | None:
        """An attempt or the connection failed: the seconds to wait; None to give up."""
        now = self._clock()
        if self._lost is None:
            self._lost = now
        left = self._limit - (now - self._lost)
        if left <= 0:
            return None
        pause, self._next = min(self._next, left), min(2 * self._next, _LONGEST_WAIT)
        return pause


async def _stream(
    environment: Environment, hello: pb.Hello, player: Answering, welcome: Callable[[], None]
) -> pb.Goodbye:
    """Play on one stream, to its goodbye. Raises LostError and RefusedError."""
    metadata = (("authorization", f"Bearer {environment.token}"),)
    async with environment.channel() as channel:
        call: Any = RefereeServiceStub(channel).Play(metadata=metadata)
        await _send(call, pb.PlayRequest(hello=hello))
        # Listened to all the time: a goodbye that comes while the bot thinks would be lost when its
        # answer fails. Only one message waits, so that the referee is slowed down by a slow bot.
        heard: asyncio.Queue[pb.PlayResponse | Exception] = asyncio.Queue(1)
        listening = asyncio.create_task(_listen(call, heard))
        try:
            while True:
                response = await heard.get()
                if isinstance(response, Exception):
                    raise response
                if response.HasField("welcome"):
                    welcome()
                if said := player.take(response):
                    await _send(call, _request(said))
                # After the answers, since nobody waits for what bots do with a match that is over.
                player.end(response)
                if response.HasField("goodbye"):
                    return response.goodbye
        finally:
            listening.cancel()


def _request(said: pb.Answers | pb.Goodbye) -> pb.PlayRequest:
    if isinstance(said, pb.Goodbye):
        return pb.PlayRequest(goodbye=said)
    return pb.PlayRequest(answers=said)


async def _send(call: Any, request: pb.PlayRequest) -> None:
    """Send the request if the stream is still there; if not, the next thing received says so."""
    with suppress(grpc.RpcError, asyncio.InvalidStateError):
        await call.write(request)


async def _listen(call: Any, heard: asyncio.Queue[pb.PlayResponse | Exception]) -> None:
    """Hand on all responses as they come, and at last how the stream was lost, or an error."""
    try:
        while (response := await call.read()) is not aio.EOF:
            await heard.put(response)
        await heard.put(LostError(_ENDED))
    except grpc.RpcError as error:
        code, details = await call.code(), await call.details()
        kind = RefusedError if code in _FINAL else LostError
        await heard.put(kind(f"{details or error} ({code.name})"))
    except Exception as error:
        # Nobody else would hear of it, and the bot would wait for ever.
        await heard.put(error)
