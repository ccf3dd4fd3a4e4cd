"""A lobby without a network: its remote bots dial in by hand."""

import asyncio
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

from referee.conduct import Conduct
from referee.rpc.lobby import Lobby
from referee.rpc.remote_bot import RemoteBot
from stych.v1 import referee_pb2 as pb
from tests.rpc.stage import Stream

CLOCKS = Conduct(
    decision_ms=1_000, bank_ms=5_000, grace_ms=500, start_ms=40_000, reconnect_ms=20_000
)
RECONNECT = CLOCKS.reconnect_ms / 1000
"""Seconds that matches wait for a bot that was lost."""


class Dialled(Stream):
    """A stream in the lobby, with how it ends."""

    def __init__(self, lobby: Lobby, entrant: str, note_refusal: Callable[[str], None]) -> None:
        super().__init__()
        self.end = asyncio.create_task(lobby.enter(entrant, self, note_refusal=note_refusal))

    def hello(self, **fields: Any) -> None:
        values = {"protocol_version": 1, "games": ["fox"], "decisions_at_once": 8, **fields}
        self.say(pb.PlayRequest(hello=pb.Hello(**values)))

    async def heard(self) -> pb.PlayResponse:
        """What the bot receives next, but for its Welcome."""
        while (message := await self.to_bot.get()).HasField("welcome"):
            pass
        return message

    async def goodbye(self) -> pb.Goodbye:
        """The referee's, whatever comes before it."""
        while not (message := await self.to_bot.get()).HasField("goodbye"):
            pass
        return message.goodbye


class ScriptedLobby:
    """A lobby, its bots by entrant, and what it told of them."""

    def __init__(self, conduct: Conduct = CLOCKS, **places: int) -> None:
        self.bots = {
            name: [RemoteBot(name, "fox", conduct) for _ in range(number)]
            for name, number in (places or {"ann": 1}).items()
        }
        self.told: list[tuple[str, int]] = []
        self.lobby = Lobby(self.bots, "fox", lambda name, here: self.told.append((name, here)))
        self.refused: list[str] = []
        self._streams: list[Dialled] = []

    @property
    def ann(self) -> RemoteBot:
        """Her only place, or the first."""
        return self.bots["ann"][0]

    def dial(self, entrant: str = "ann") -> Dialled:
        """A stream that has said nothing yet."""
        self._streams.append(Dialled(self.lobby, entrant, self.refused.append))
        return self._streams[-1]

    async def enter(self, entrant: str = "ann", **fields: Any) -> Dialled:
        """A stream that said hello and has received its Welcome."""
        stream = self.dial(entrant)
        stream.hello(**fields)
        assert (await stream.to_bot.get()).HasField("welcome")
        await asyncio.sleep(0)
        return stream

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.lobby.close(pb.GOODBYE_REASON_FINISHED, "the test is over")
        for stream in self._streams:
            stream.hang_up()
        await asyncio.gather(*(stream.end for stream in self._streams))


async def one_decision(stream: Dialled) -> pb.Decision:
    [decision] = await stream.decisions()
    return decision
