"""A person's exchange with the referee, from hello to goodbye.

`Conversation` opens a stream (PersonStream), hands its messages to the person (a `Sitter`) and
sends the person's answers. If asked to, it dials again when a stream is lost.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from enum import Enum, auto
from typing import Any, Final, Protocol

from rich.console import Console

from referee.errors import UserError
from referee.text import printable
from referee.version import PROTOCOL, STYCH
from stych.v1 import referee_pb2 as pb
from tournaments.person.endpoint import Endpoint
from tournaments.person.person import LeavesError, NoMoreInputError
from tournaments.person.person_match import UnknownMessageError
from tournaments.person.person_stream import GONE, PersonStream, ReasonLostError

_PEACEFUL: Final = (pb.GOODBYE_REASON_FINISHED, pb.GOODBYE_REASON_STOPPED)
"""The reasons for a goodbye in which nothing went wrong."""
# Seconds between attempts to dial again. The first pause is short, since a referee may be back in
# a moment. Each later pause is twice as long as the one before, up to the longest.
_FIRST_PAUSE: Final = 0.1
_LONGEST_PAUSE: Final = 5.0
_TRIES: Final = 5
"""How many streams are begun at most, one after the other, while gRPC loses the reason why each
ended."""


class ConversationEnd(Enum):
    """How the conversation of a person ended."""

    FINISHED = auto()
    """The referee said goodbye, since all matches were over or it was stopped."""
    LEFT = auto()
    """The person wanted to leave."""
    NO_INPUT = auto()
    """The person's input ended, so that nobody could answer."""
    DISMISSED = auto()
    """The referee said goodbye for any other reason; its text was printed."""
    LOST = auto()
    """The connection ended without a goodbye."""


class Sitter(Protocol):
    """Whoever plays in a conversation: is told every message of the referee, and decides."""

    def note(self, response: pb.PlayResponse) -> None:
        """Take note of the matches that begin or end, and of the deals that are opened.

        Raises UnknownMessageError for a match that this version cannot play.
        """

    async def decide(self, decision: pb.Decision) -> int:
        """The index of the chosen legal action.

        Raises LeavesError when the person leaves, and UnknownMessageError for a decision that this
        version cannot read.
        """

    def forget(self) -> None:
        """Forget all matches: the stream was lost, and the next one numbers them anew."""


class Conversation:
    """The exchange between one person and the referee at `endpoint`. `run` is called once."""

    def __init__(
        self,
        endpoint: Endpoint,
        person: Sitter,
        console: Console,
        games: Sequence[str],
        *,
        never_talks: bool,
        reconnect: float = 0.0,
    ) -> None:
        """Notices of the connection are printed on `console`. Nothing is dialled yet.

        `games` are the ids of the games that the person plays. With `never_talks` the referee does
        not ask what to say. A lost stream is dialled again for `reconnect` seconds; 0 for never.
        """
        self._endpoint = endpoint
        self._person = person
        self._console = console
        self._reconnect = reconnect
        self._welcome = False
        """Whether the referee has sent a Welcome on the latest stream."""
        self._hello = pb.Hello(
            protocol_version=PROTOCOL,
            bot_name="person",
            bot_version=STYCH,
            sdk=f"stych-join {STYCH}",
            games=games,
            decisions_at_once=1,
            never_talks=never_talks,
        )

    async def run(self) -> ConversationEnd:
        """Play until a goodbye, or until the connection is lost for good.

        Raises UserError when the referee cannot be reached or refuses the person at first, or sends
        a message that this version cannot read. When cancelled, it says goodbye on the open stream
        first.
        """
        ending = await self._talk_once()
        while ending is ConversationEnd.LOST and self._reconnect:
            self._say("The connection to the referee is lost; trying again.")
            self._person.forget()
            ending = await self._dial_again()
        if ending is ConversationEnd.LOST:
            self._say("The connection to the referee is lost.")
        return ending

    async def _dial_again(self) -> ConversationEnd:
        loop = asyncio.get_running_loop()
        end, pause = loop.time() + self._reconnect, _FIRST_PAUSE
        while loop.time() < end:
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
            self._welcome = False
            try:
                return await self._talk_once()
            # Before a Welcome the referee is not back yet. After it the error is about a message
            # that this version cannot read, and dialling again would not help.
            except UserError:
                if self._welcome:
                    raise
        self._reconnect = 0.0
        return ConversationEnd.LOST

    async def _talk_once(self) -> ConversationEnd:
        """Talk in one stream to its end. Raises UserError when it ends before a Welcome.

        When gRPC has lost the reason why the stream ended, another stream is begun in its place.
        """
        for _ in range(_TRIES):
            with suppress(ReasonLostError):
                return await self._stream()
        raise self._refused("the stream ended before the hello was sent")

    async def _stream(self) -> ConversationEnd:
        async with self._endpoint.channel(watched=self._reconnect > 0) as channel:
            stream = PersonStream(channel, self._endpoint.token)
            try:
                await stream.write(pb.PlayRequest(hello=self._hello))
                return await self._converse(stream)
            except LeavesError as error:
                await stream.say_goodbye()
                return (
                    ConversationEnd.NO_INPUT
                    if isinstance(error, NoMoreInputError)
                    else ConversationEnd.LEFT
                )
            except (asyncio.CancelledError, UnknownMessageError):
                await stream.say_goodbye()
                raise
            except GONE:
                if self._welcome:
                    return ConversationEnd.LOST
                raise self._refused(await stream.refusal()) from None
            finally:
                await stream.close()

    def _refused(self, why: str) -> UserError:
        explained = printable(self._endpoint.explained(why))
        return UserError(f"no match with the referee at {self._endpoint.address}: {explained}")

    async def _converse(self, stream: PersonStream) -> ConversationEnd:
        while response := await stream.next():
            self._welcome |= response.HasField("welcome")
            self._person.note(response)
            if response.HasField("goodbye"):
                return self._dismissed(response.goodbye)
            for decision in response.decisions:
                await self._answer(stream, decision)
        if not self._welcome:
            raise self._refused("it ended the stream without a word")
        return ConversationEnd.LOST

    def _dismissed(self, goodbye: pb.Goodbye) -> ConversationEnd:
        text = goodbye.text or "no reason was given"
        if not self._welcome:
            raise self._refused(text)
        self._say(f"The referee says goodbye: {printable(text)}.")
        return (
            ConversationEnd.FINISHED if goodbye.reason in _PEACEFUL else ConversationEnd.DISMISSED
        )

    async def _answer(self, stream: PersonStream, decision: pb.Decision) -> None:
        """Ask the person and send the answer, unless the referee goes on before the answer."""
        answering = asyncio.create_task(self._person.decide(decision))
        try:
            while not await _answered_first(answering, stream.coming()):
                if _ends_the_question(stream.coming()):
                    self._console.print()
                    return
                # Other matches may begin or end meanwhile; the question stays open.
                if more := await stream.next():
                    self._person.note(more)
            answer = pb.Answer(decision=decision.decision, choice=answering.result())
        finally:
            answering.cancel()
        await stream.write(pb.PlayRequest(answers=pb.Answers(answers=[answer])))

    def _say(self, text: str) -> None:
        self._console.print(text, markup=False)


async def _answered_first(answering: "asyncio.Task[int]", coming: "asyncio.Future[Any]") -> bool:
    """Wait for the person's answer or the next response; whether the answer is there."""
    both: set[asyncio.Future[Any]] = {answering, coming}
    await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
    return answering.done()


def _ends_the_question(coming: "asyncio.Future[Any]") -> bool:
    """Whether the stream ended, or its next response makes an answer to the question pointless."""
    if coming.cancelled() or coming.exception():
        return True
    response = coming.result()
    if not isinstance(response, pb.PlayResponse):
        return True
    return response.HasField("goodbye") or bool(response.decisions)
