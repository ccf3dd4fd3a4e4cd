"""The lobby, where remote bots arrive: who is here, who is awaited, whose place a stream takes."""

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
"""Seconds from a stream's beginning to its Hello."""
_SPARE = 4
"""How many streams of an entrant may be waiting to say Hello, beyond one for each place."""
_STREAMS, _STREAMS_A_SECOND = 60, 1
"""Streams of an entrant that are taken for each of its places: at once, and sustained a second."""

_SendGoodbye = Callable[[str, RemoteBot], Awaitable[None]]
Note = Callable[[str, int], None]
"""Called with an entrant and how many of its places are taken, whenever that changes."""


class Lobby:
    """The places of all remote entrants: each has a stream of its own.

    A stream of an entrant goes to a free place, or to the one whose stream is the oldest: a
    connection that is half dead must not lock its owner out.
    """

    def __init__(self, places: Mapping[str, Sequence[RemoteBot]], game: str, note: Note) -> None:
        self._places = places
        self._game = game
        self._note = note
        self.burden = Burden()
        """The time of the referee's own work, which is charged to nobody here."""
        self._greeting: Counter[str] = Counter()
        clock = asyncio.get_running_loop().time
        self._streams = {
            name: Rate(_STREAMS * len(bots), _STREAMS_A_SECOND * len(bots), clock)
            for name, bots in places.items()
        }
        self._changed = asyncio.Condition()
        self._send_goodbye: _SendGoodbye | None = None
        """Ends the session of one bot; set once all sessions are to end."""

    def here(self, entrant: str) -> int:
        """How many places of the entrant have an open session."""
        return sum(bot.here for bot in self._places[entrant])

    def missing(self, awaited: Collection[str]) -> list[str]:
        """The awaited entrants that have a free place, in alphabetical order."""
        return [name for name in sorted(awaited) if self.here(name) < len(self._places[name])]

    async def gathered(self, awaited: Collection[str], seconds: float | None) -> None:
        """Return when no awaited entrant is missing, or after `seconds`; None waits without end."""
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
        flooded: asyncio.Future[str] | None = None,
        refused: Callable[[str], None] = lambda _: None,
    ) -> str:
        """Serve a stream of the entrant to its end.

        `flooded` is done, with what that is, when its connection sends more than is read. `refused`
        is called with the reason when the stream gets no place. Returns why the stream ends, in
        words; "" if the bot was told so by a Goodbye.
        """
        places = self._places[entrant]
        if self._ending():
            return "the referee is about to end"
        if why := self._crowd(entrant):
            refused(why)
            return why
        self._greeting[entrant] += 1
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                greeted = await greet(link, self._game)
        except TimeoutError:
            refused(why := f"no hello within {HELLO_SECONDS:g} s")
            return why
        finally:
            self._greeting[entrant] -= 1
        if isinstance(greeted, Fault):
            # Whoever hung up was not refused.
            if greeted.kind is not FaultKind.DISCONNECTED:
                refused(greeted.text)
            return ""
        free = [bot for bot in places if not bot.here]
        # The oldest: a connection that only seems alive must not lock its owner out.
        bot = free[0] if free else min(places, key=lambda each: each.arrived)
        session = bot.take(link, greeted, self.burden)
        if flooded:
            flooded.add_done_callback(lambda done: session.blame(_flood(done.result())))
        if send_goodbye := self._ending():
            # It said hello while all sessions were ended, and is not among those that were.
            await send_goodbye(entrant, bot)
        await self._tell(entrant)
        try:
            return await bot.serve(session)
        finally:
            await self._tell(entrant)

    def _crowd(self, entrant: str) -> str:
        """Why there is no room for another stream of the entrant; "" if there is."""
        # Every stream costs the referee a handshake, so an owner could hold up the others with
        # them.
        if not self._streams[entrant].take():
            return f"more than {self._streams[entrant].most} streams with this token: come later"
        if self._greeting[entrant] >= len(self._places[entrant]) + _SPARE:
            return f"{self._greeting[entrant]} streams with this token have not said hello yet"
        return ""

    def _ending(self) -> "_SendGoodbye | None":
        return self._send_goodbye

    async def _tell(self, entrant: str) -> None:
        self._note(entrant, self.here(entrant))
        async with self._changed:
            self._changed.notify_all()

    async def close(
        self, reason: pb.GoodbyeReason, text: str, coming_again: Collection[str] = ()
    ) -> None:
        """End all sessions; those who are to dial in again elsewhere get no Goodbye.

        `coming_again` names these entrants: a Goodbye would tell them not to come back.
        """

        async def send_goodbye(name: str, bot: RemoteBot) -> None:
            await bot.send_home(None if name in coming_again else reason, text)

        self._send_goodbye = send_goodbye
        async with asyncio.TaskGroup() as leaving:
            for name, places in self._places.items():
                for bot in places:
                    leaving.create_task(send_goodbye(name, bot))


def _flood(words: str) -> Fault:
    return Fault(kind=FaultKind.MALFORMED, stage=FaultStage.PLAY, text=f"sent {words}")
