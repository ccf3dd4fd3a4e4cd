"""Hints for a person: the action that a bot would choose with what the person knows."""

import asyncio
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from google.protobuf.message import DecodeError

from referee.rpc.bot_entry import BotEntry
from referee.rpc.confining import Confining
from referee.testing.bot.bot_stream import BotStream
from referee.testing.bot.findings import StepFailedError
from referee.testing.bot.launched_bot import LaunchedBot
from referee.version import PROTOCOL, STYCH
from stych.v1 import referee_pb2 as pb

HINTS: Final = "hints"
"""The folder, in the folder of the series' logs, for the output of the bot that gives hints."""
_START_SECONDS: Final = 30.0
"""Seconds that the bot may take to connect, and then again to say hello."""
_ANSWER_SECONDS: Final = 20.0
"""Seconds that the bot may take to answer or to read a message; the person waits meanwhile. The
bots that come with the package take far less."""


class HintBot:
    """A bot that gives hints. Use it as a context manager; its process ends with the block.

    It gets the starts, ends and decisions that the referee sent the person, unchanged, so that it
    cannot know more.
    """

    def __init__(self, entry: BotEntry, printed: Path, confining: Confining | None) -> None:
        """The output goes to the folder `printed`; without `confining` there is no sandbox."""
        self._entry = entry
        self._printed = printed
        self._confining = confining
        self._bot: LaunchedBot | None = None
        self._resources = AsyncExitStack()
        self._stream: BotStream | None = None
        self._failed = False
        self._news: list[pb.PlayResponse] = []
        self._asking: asyncio.Task[int | None] | None = None
        """The latest question to the bot, which goes on after its `hint` was cancelled."""

    async def __aenter__(self) -> Self:
        entry, confining = self._entry, self._confining
        # Where no server can listen there are no hints, but the match can still be played.
        with suppress(OSError):
            # Not made in __init__: a gRPC server belongs to the event loop in which it is made.
            bot = LaunchedBot(entry.folder, entry.manifest, self._printed, {}, confining=confining)
            self._bot = await self._resources.enter_async_context(bot)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if self._asking:
                self._asking.cancel()
                await asyncio.wait({self._asking})
        finally:
            await self._resources.aclose()

    def note(self, response: pb.PlayResponse) -> None:
        """Keep what began and ended, to tell the bot of it before the next question."""
        if response.starts or response.overs:
            self._news.append(pb.PlayResponse(starts=response.starts, overs=response.overs))

    async def hint(self, decision: pb.Decision) -> int | None:
        """The action that the bot would choose; None once the bot has failed to answer.

        May be cancelled; the next call then waits until the bot has answered this question.
        """
        if self._asking:
            await asyncio.wait({self._asking})
        # In a task that goes on when this call is cancelled. Otherwise the bot could be started a
        # second time, or get half of a message, or never hear of the news.
        self._asking = asyncio.create_task(self._answer(decision))
        return await asyncio.shield(self._asking)

    async def _answer(self, decision: pb.Decision) -> int | None:
        if self._failed:
            return None
        try:
            return await self._ask(decision)
        # DecodeError: the bot's bytes are no message. LookupError: its index is beyond the list.
        except (StepFailedError, TimeoutError, DecodeError, LookupError):
            # The bot is not asked again: the person would wait for it at every decision.
            self._failed = True
            return None

    async def _ask(self, decision: pb.Decision) -> int:
        stream = self._stream = self._stream or await self._begin_stream()
        while self._news:
            await stream.send(self._news.pop(0), _ANSWER_SECONDS)
        await stream.send(pb.PlayResponse(decisions=[decision]), _ANSWER_SECONDS)
        while data := await stream.hear(_ANSWER_SECONDS):
            for answer in pb.PlayRequest.FromString(data).answers.answers:
                if answer.decision == decision.decision:
                    return decision.legal_actions[answer.choice]
        raise StepFailedError("an answer", "the end of the stream", "look at what it printed")

    async def _begin_stream(self) -> BotStream:
        """Start the bot and welcome it; returns its stream.

        Raises StepFailedError or TimeoutError when it does not say hello.
        """
        if self._bot is None:
            raise StepFailedError("a server to listen", "none", "see how many files may be open")
        await self._bot.launch()
        stream = await self._bot.next_stream(_START_SECONDS)
        if stream is None or not await stream.hear(_START_SECONDS):
            raise StepFailedError("a hello", "nothing", "look at what the bot printed")
        welcome = pb.Welcome(protocol_version=PROTOCOL, referee_version=STYCH, decisions_at_once=1)
        await stream.send(pb.PlayResponse(welcome=welcome), _START_SECONDS)
        return stream
