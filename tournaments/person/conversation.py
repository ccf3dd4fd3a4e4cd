"""A person's stream to the referee: hello, answers, goodbye; dialled again when it is lost."""

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
# Seconds between attempts: short at first, as a referee may be back in a moment, then ever longer.
_FIRST_PAUSE: Final = 0.1
_LONGEST_PAUSE: Final = 5.0
_TRIES: Final = 5


class ConversationEnd(Enum):
    """How a person's stream ended."""

    FINISHED = auto()
    """The referee said goodbye in peace."""
    LEFT = auto()
    """The person wanted to leave."""
    NO_INPUT = auto()
    """Nobody was there to answer."""
    DISMISSED = auto()
    """The referee said goodbye, and not in peace; it was shown why."""
    LOST = auto()
    """The connection ended."""


class Sitter(Protocol):
    """Whoever sits at the table of a conversation: is told all that comes, and decides."""

    def note(self, response: pb.PlayResponse) -> None:
        """Take note of matches that begin, that are over, of deals that are opened."""

    async def decide(self, decision: pb.Decision) -> int:
        """The index of the chosen action. Raises LeavesError when there will be none."""

    def forget(self) -> None:
        """Forget all matches: the stream was lost, and the next one numbers them anew."""


class Conversation:
    """The exchange between one person and the referee at the endpoint."""

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
        """`reconnect` is for how many seconds a lost stream is dialled again; 0 for never."""
        self._endpoint = endpoint
        self._person = person
        self._console = console
        self._reconnect = reconnect
        self._welcome = False
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
        """Play until a goodbye. Raises UserError for a referee not reached or not understood.

        When it is cancelled, it says goodbye first.
        """
        ending = await self._once()
        while ending is ConversationEnd.LOST and self._reconnect:
            self._say("The connection to the referee is lost; trying again.")
            self._person.forget()
            ending = await self._again()
        if ending is ConversationEnd.LOST:
            self._say("The connection to the referee is lost.")
        return ending

    async def _again(self) -> ConversationEnd:
        loop = asyncio.get_running_loop()
        end, pause = loop.time() + self._reconnect, _FIRST_PAUSE
        while loop.time() < end:
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
            self._welcome = False
            try:
                return await self._once()
            # A referee that is not back yet; after a Welcome it is a message that is not known.
            except UserError:
                if self._welcome:
                    raise
        self._reconnect = 0.0
        return ConversationEnd.LOST

    async def _once(self) -> ConversationEnd:
        """One stream. Raises UserError when it ends before a Welcome.

        When it cannot be known why it ended, others are begun in its place.
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
        told = printable(self._endpoint.explained(why))
        return UserError(f"no match with the referee at {self._endpoint.address}: {told}")

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
        """Ask the person, unless the referee goes on before there is an answer."""
        asked = asyncio.create_task(self._person.decide(decision))
        try:
            while not await _first(asked, stream.coming()):
                if _ends_the_question(stream.coming()):
                    self._console.print()
                    return
                # Other matches may begin or end meanwhile, which does not end the question.
                if more := await stream.next():
                    self._person.note(more)
            answer = pb.Answer(decision=decision.decision, choice=asked.result())
        finally:
            asked.cancel()
        await stream.write(pb.PlayRequest(answers=pb.Answers(answers=[answer])))

    def _say(self, text: str) -> None:
        self._console.print(text, markup=False)


async def _first(asked: "asyncio.Task[int]", coming: "asyncio.Future[Any]") -> bool:
    """Whether the person has answered, and not the referee gone on before."""
    both: set[asyncio.Future[Any]] = {asked, coming}
    await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
    return asked.done()


def _ends_the_question(coming: "asyncio.Future[Any]") -> bool:
    """Whether what has come is the end of the stream, or makes an answer pointless."""
    if coming.cancelled() or coming.exception():
        return True
    response = coming.result()
    if not isinstance(response, pb.PlayResponse):
        return True
    return response.HasField("goodbye") or bool(response.decisions)
