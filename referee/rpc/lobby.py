"""The lobby, where remote bots dial in: gives each stream a place, and tells who is missing."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Final

from referee.conduct import Fault, FaultKind, FaultStage
from referee.rpc.burden import Burden
from referee.rpc.handshake import greet
from referee.rpc.link import Link
from referee.rpc.rate import Rate
from referee.rpc.remote_bot import RemoteBot
from stych.v1 import referee_pb2 as pb

HELLO_SECONDS: Final = 10.0
"""Seconds that a stream has for its Hello, from its beginning on."""
_SPARE = 4
"""How many streams of an entrant, besides one for each place, may have sent no Hello yet."""
_STREAMS, _STREAMS_A_SECOND = 60, 1
"""How many streams of an entrant are accepted for each of its places: at once, and each second as a
sustained rate."""

_EndSession = Callable[[str, RemoteBot], Awaitable[None]]
Note = Callable[[str, int], None]
"""Called with an entrant and how many of its places have an open session, whenever a session of the
entrant has begun or ended."""


class Lobby:
    """The places of all remote entrants; each place is for one stream.

    A new stream of an entrant gets a free place. If there is none, it replaces the oldest stream: a
    dead connection that still seems open must not lock its owner out.
    """

    def __init__(self, places: Mapping[str, Sequence[RemoteBot]], game: str, note: Note) -> None:
        """`places` has the places of each entrant, which do not change."""
        self._places = places
        self._game = game
        self._note = note
        self.burden = Burden()
        """How long the referee's own work held up answers. Bots in the lobby are not charged this,
        up to a bound for each batch (batch_time.py)."""
        self._greeting: Counter[str] = Counter()
        """How many streams of each entrant have sent no Hello yet."""
        clock = asyncio.get_running_loop().time
        self._streams = {
            name: Rate(_STREAMS * len(bots), _STREAMS_A_SECOND * len(bots), clock)
            for name, bots in places.items()
        }
        self._changed = asyncio.Condition()
        self._end_session: _EndSession | None = None
        """Ends the session of an entrant's bot for good; None until `close` is called."""

    def count_here(self, entrant: str) -> int:
        """The number of the entrant's places that have an open session."""
        return sum(bot.here for bot in self._places[entrant])

    def missing(self, awaited: Collection[str]) -> list[str]:
        """The entrants in `awaited` that have a free place, in alphabetical order."""
        return [name for name in sorted(awaited) if self.count_here(name) < len(self._places[name])]

    async def wait_for_entrants(self, awaited: Collection[str], seconds: float | None) -> None:
        """Return when no entrant in `awaited` is missing, or after `seconds`; None is no limit."""
        try:
            async with asyncio.timeout(seconds), self._changed:
                await self._changed.wait_for(lambda: not self.missing(awaited))
        except TimeoutError:
            return

    def expects(self, entrant: str) -> bool:
        """Whether the entrant has a place here."""
        return entrant in self._places

    async def enter(
        self,
        entrant: str,
        link: Link,
        flood: asyncio.Future[str] | None = None,
        note_refusal: Callable[[str], None] = lambda _: None,
    ) -> str:
        """Serve a stream of the entrant, which has a place here, to the end of the stream.

        `flood` gets its result when the stream's connection has sent too much: a text that
        continues "sent". `note_refusal` is called with the reason when the stream gets no place,
        unless the bot hung up before its Hello or the lobby is closed. Returns why the stream ends,
        in words; "" if the bot got a Goodbye, said goodbye, or hung up before its Hello.
        """
        places = self._places[entrant]
        if self._closing():
            return "the referee is about to end"
        if why := self._too_many(entrant):
            note_refusal(why)
            return why
        self._greeting[entrant] += 1
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                greeted = await greet(link, self._game)
        except TimeoutError:
            note_refusal(why := f"no hello within {HELLO_SECONDS:g} s")
            return why
        finally:
            self._greeting[entrant] -= 1
        if isinstance(greeted, Fault):
            # A client that hung up was not refused.
            if greeted.kind is not FaultKind.DISCONNECTED:
                note_refusal(greeted.text)
            return ""
        free = [bot for bot in places if not bot.here]
        # If one of the streams is dead and only seems open, it is most likely the oldest.
        bot = free[0] if free else min(places, key=lambda each: each.arrived_at)
        session = bot.begin_session(link, greeted, self.burden)
        if flood:
            flood.add_done_callback(lambda done: session.blame(_flood_fault(done.result())))
        if end_session := self._closing():
            # The Hello came while `close` ended the sessions that were there before.
            await end_session(entrant, bot)
        await self._notify(entrant)
        try:
            return await bot.serve(session)
        finally:
            await self._notify(entrant)

    def _too_many(self, entrant: str) -> str:
        """Why the entrant may not have one more stream at the moment; "" if it may."""
        # Every stream costs the referee a handshake. Without bounds, the owner of one bot could
        # hold up the bots of all others by many streams.
        if not self._streams[entrant].take():
            most = self._streams[entrant].most
            return f"more than {most} streams with this token in a short time: dial in later"
        if self._greeting[entrant] >= len(self._places[entrant]) + _SPARE:
            return f"{self._greeting[entrant]} streams with this token have not said hello yet"
        return ""

    def _closing(self) -> "_EndSession | None":
        # A method, since mypy would take the attribute to be still None after `enter` has awaited.
        return self._end_session

    async def _notify(self, entrant: str) -> None:
        self._note(entrant, self.count_here(entrant))
        async with self._changed:
            self._changed.notify_all()

    async def close(
        self, reason: pb.GoodbyeReason, text: str, coming_again: Collection[str] = ()
    ) -> None:
        """End all sessions, with a Goodbye of this reason and text. No other stream gets a place.

        The entrants in `coming_again` are to dial in again, to another lobby. They get no Goodbye,
        which would tell them not to come back.
        """

        async def end_session(name: str, bot: RemoteBot) -> None:
            await bot.close(None if name in coming_again else reason, text)

        self._end_session = end_session
        # All at once, since a bot that does not read its Goodbye is waited for.
        async with asyncio.TaskGroup() as ending:
            for name, places in self._places.items():
                for bot in places:
                    ending.create_task(end_session(name, bot))


def _flood_fault(words: str) -> Fault:
    """The fault of a bot whose connection sent too much, which `words` describe."""
    return Fault(kind=FaultKind.MALFORMED, stage=FaultStage.PLAY, text=f"sent {words}")
