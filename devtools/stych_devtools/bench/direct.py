"""Bots in this process, without a network: sessions are the real ones, messages are counted."""

import asyncio
from random import Random
from types import TracebackType
from typing import Self

from referee.conduct import Conduct
from referee.rpc.connected_bot import ConnectedBot
from referee.rpc.session import Session
from stych.v1 import referee_pb2 as pb

BATCH_SIZE = 64
"""The most decisions that bots of the bench take in one batch."""
_MOST_SAMPLES = 1 << 14
"""The most decisions that a link keeps as samples, so that its memory does not grow further."""


class DirectLink:
    """The bot's end of a connection in this process: it answers every batch at once, at random."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._answers: asyncio.Queue[bytes] = asyncio.Queue()
        self.responses = 0
        """Messages to the bot; `requests` are those from it."""
        self.requests = 0
        self.response_bytes = 0
        self.request_bytes = 0
        self.samples: list[pb.Decision] = []
        """The first decisions that were sent, for the bare stream."""

    @property
    def messages(self) -> int:
        """The number of messages in both directions."""
        return self.responses + self.requests

    async def receive(self) -> bytes | None:
        """Wait for the message with the answers to the next batch."""
        return await self._answers.get()

    async def send(self, response: bytes) -> None:
        """Count the message, and answer its decisions, if it has any."""
        self.responses += 1
        self.response_bytes += len(response)
        decisions = pb.PlayResponse.FromString(response).decisions
        if decisions:
            self.samples += decisions[: _MOST_SAMPLES - len(self.samples)]
            self._answer([self._choice(each) for each in decisions])

    def _choice(self, asked: pb.Decision) -> pb.Answer:
        choice = self._random.randrange(len(asked.legal_actions))
        return pb.Answer(decision=asked.decision, choice=choice)

    def _answer(self, answers: list[pb.Answer]) -> None:
        request = pb.PlayRequest(answers=pb.Answers(answers=answers)).SerializeToString()
        self.requests += 1
        self.request_bytes += len(request)
        self._answers.put_nowait(request)


class DirectBot(ConnectedBot):
    """A bot at the end of a DirectLink. Use it as an asynchronous context manager."""

    def __init__(self, game: str, conduct: Conduct, seed: int = 0) -> None:
        super().__init__(game, conduct)
        self.link = DirectLink(seed)
        # Without a response time, so that there are no forced delays, and no count depends on a
        # clock.
        self._session = Session(self.link, BATCH_SIZE)

    async def __aenter__(self) -> Self:
        self._running = asyncio.create_task(self._session.run())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._session.close(pb.GOODBYE_REASON_FINISHED, "")
        await self._running

    @property
    def here(self) -> bool:
        """Whether the bot is connected, which it always is."""
        return True

    async def session(self) -> Session:
        """The only session of the bot."""
        return self._session
