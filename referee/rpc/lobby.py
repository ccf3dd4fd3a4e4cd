"""The lobby, where remote bots arrive: who is here, who is missing, which place a stream gets."""

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
"""How many streams of an entrant may have sent no Hello yet, beyond one for each place."""
_STREAMS, _STREAMS_A_SECOND = 60, 1
"""How many streams of an entrant are accepted for each of its places: at once, and each second as a
sustained rate."""

_SendGoodbye = Callable[[str, RemoteBot], Awaitable[None]]
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
        """How long the referee's own work held up answers; no bot in the lobby is charged this."""
        self._greeting: Counter[str] = Counter()
        """How many streams of each entrant have sent no Hello yet."""
        clock = asyncio.get_running_loop().time
        self._streams = {
            name: Rate(_STREAMS * len(bots), _STREAMS_A_SECOND * len(bots), clock)
            for name, bots in places.items()
        }
        self._changed = asyncio.Condition()
        self._send_goodbye: _SendGoodbye | None = None
        """Ends the session of one bot; None until `close` is called."""

    def here(self, entrant: str) -> int:
        """The number of the entrant's places that have an open session."""
        return sum(bot.here for bot in self._places[entrant])

    def missing(self, awaited: Collection[str]) -> list[str]:
        """The entrants in `awaited` that have a free place, in alphabetical order."""
        return [name for name in sorted(awaited) if self.here(name) < len(self._places[name])]

    async def gathered(self, awaited: Collection[str], seconds: float | None) -> None:
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
        flooded: asyncio.Future[str] | None = None,
        refused: Callable[[str], None] = lambda _: None,
    ) -> str:
        """Serve a stream of the entrant to its end.

        `flooded` gets its result when the stream's connection has sent too much: a text that
        continues "sent". `refused` is called with the reason when the stream gets no place. Returns
        why the stream ends, in words; "" if the bot got a Goodbye, said goodbye, or hung up before
        its Hello.
        """
        places = self._places[entrant]
        if self._ending():
            return "the referee is about to end"
        if why := self._crowded(entrant):
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
            # A client that hung up was not refused.
            if greeted.kind is not FaultKind.DISCONNECTED:
                refused(greeted.text)
            return ""
        free = [bot for bot in places if not bot.here]
        # If one of the streams is dead and only seems open, it is most likely the oldest.
        bot = free[0] if free else min(places, key=lambda each: each.arrived)
        session = bot.take(link, greeted, self.burden)
        if flooded:
            flooded.add_done_callback(lambda done: session.blame(_flood(done.result())))
        if send_goodbye := self._ending():
            # Its Hello came while `close` ended the sessions that were there before.
            await send_goodbye(entrant, bot)
        await self._notify(entrant)
        try:
            return await bot.serve(session)
        finally:
            await self._notify(entrant)

    def _crowded(self, entrant: str) -> str:
        """Why another stream of the entrant is refused; "" if it is not."""
        # Every stream costs the referee a handshake. Without bounds, the owner of one bot could
        # hold up the bots of all others by many streams.
        if not self._streams[entrant].take():
            return f"more than {self._streams[entrant].most} streams with this token: come later"
        if self._greeting[entrant] >= len(self._places[entrant]) + _SPARE:
            return f"{self._greeting[entrant]} streams with this token have not said hello yet"
        return ""

    def _ending(self) -> "_SendGoodbye | None":
        # A method, since mypy would take the attribute to be still None after `enter` has awaited.
        return self._send_goodbye

    async def _notify(self, entrant: str) -> None:
        self._note(entrant, self.here(entrant))
        async with self._changed:
            self._changed.notify_all()

    async def close(
        self, reason: pb.GoodbyeReason, text: str, coming_again: Collection[str] = ()
    ) -> None:
        """End all sessions, with a Goodbye of this reason and text.

        The entrants in `coming_again` are to dial in again elsewhere. They get no Goodbye, which
        would tell them not to come back.
        """

        async def send_goodbye(name: str, bot: RemoteBot) -> None:
            await bot.send_home(None if name in coming_again else reason, text)

        self._send_goodbye = send_goodbye
        async with asyncio.TaskGroup() as leaving:
            for name, places in self._places.items():
                for bot in places:
                    leaving.create_task(send_goodbye(name, bot))


def _flood(words: str) -> Fault:
    """The fault of a bot whose connection sent too much, which `words` describe."""
    return Fault(kind=FaultKind.MALFORMED, stage=FaultStage.PLAY, text=f"sent {words}")
