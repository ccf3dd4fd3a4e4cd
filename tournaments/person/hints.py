"""What a bot would do in the person's place, asked of a process that is told what the person is."""

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
"""The folder beside those of the others' bots for what the bot that gives hints prints."""
_START_SECONDS: Final = 30.0
_ANSWER_SECONDS: Final = 20.0
"""So long a person waits for a hint; the bots that come with the package take far less."""


class HintBot:
    """A bot that gives hints. Use it as a context manager; its process ends with the block.

    It gets the very messages that the referee sent the person, so that it cannot know more.
    """

    def __init__(self, entry: BotEntry, printed: Path, confining: Confining | None) -> None:
        self._entry = entry
        self._printed = printed
        self._confining = confining
        self._bot: LaunchedBot | None = None
        self._open = AsyncExitStack()
        self._stream: BotStream | None = None
        self._failed = False
        self._news: list[pb.PlayResponse] = []

    async def __aenter__(self) -> Self:
        entry, confining = self._entry, self._confining
        # A machine that lets no server listen has no hints; the match is played all the same.
        with suppress(OSError):
            # Made here, since a server of gRPC belongs to the event loop in which it was made.
            bot = LaunchedBot(entry.folder, entry.manifest, self._printed, {}, confining=confining)
            self._bot = await self._open.enter_async_context(bot)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._open.aclose()

    def note(self, response: pb.PlayResponse) -> None:
        """Keep what the bot is to be told of matches before it is asked again."""
        if response.starts or response.overs:
            self._news.append(pb.PlayResponse(starts=response.starts, overs=response.overs))

    async def hint(self, decision: pb.Decision) -> int | None:
        """The action that the bot would choose; None when it did not answer, now or before."""
        if self._failed:
            return None
        try:
            return await self._asked(decision)
        # What is no message, or an index beyond the list, is no hint either.
        except (StepFailedError, TimeoutError, DecodeError, LookupError):
            # Not asked again: the person would wait for it at every decision.
            self._failed = True
            return None

    async def _asked(self, decision: pb.Decision) -> int:
        stream = self._stream = self._stream or await self._begun()
        while self._news:
            # Taken out first: a question that is given up meanwhile must not send it again.
            await stream.send(self._news.pop(0), _ANSWER_SECONDS)
        await stream.send(pb.PlayResponse(decisions=[decision]), _ANSWER_SECONDS)
        while data := await stream.hear(_ANSWER_SECONDS):
            for answer in pb.PlayRequest.FromString(data).answers.answers:
                if answer.decision == decision.decision:
                    return decision.legal_actions[answer.choice]
        raise StepFailedError("an answer", "the end of the stream", "look at what it printed")

    async def _begun(self) -> BotStream:
        """The stream of the bot, which was started and welcomed. Raises StepFailedError."""
        if self._bot is None:
            raise StepFailedError("a server to listen", "none", "see how many files may be open")
        await self._bot.launch()
        stream = await self._bot.contact(_START_SECONDS)
        if stream is None or not await stream.hear(_START_SECONDS):
            raise StepFailedError("a hello", "nothing", "look at what the bot printed")
        welcome = pb.Welcome(protocol_version=PROTOCOL, referee_version=STYCH, decisions_at_once=1)
        await stream.send(pb.PlayResponse(welcome=welcome), _START_SECONDS)
        return stream
