"""The lobby in a worker: opened before play, closed with a goodbye."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, closing

from referee.conduct import Conduct
from referee.rpc.lobby import Lobby
from referee.rpc.lobby_server import LobbyServer
from referee.rpc.remote_bot import RemoteBot
from stych.v1 import referee_pb2 as pb
from tournaments.hosting import tokens
from tournaments.hosting.notices import Notice, Presence
from tournaments.hosting.setting import Hosting
from tournaments.storage.database import Database


@asynccontextmanager
async def open_lobby(
    hosting: Hosting,
    game: str,
    conduct: Conduct,
    places: Mapping[str, Sequence[RemoteBot]],
    tell: Callable[[Notice], None],
    orphaned: Callable[[], bool],
) -> AsyncIterator[Lobby]:
    """A lobby that listens. At the end the bots that are there hear how it ended.

    `places` are the bots by entrant, `orphaned` tells whether the runner was killed. Bots that are
    to dial in again hear nothing, and neither does any bot if the runner was killed, as it may be
    started again. Raises ListeningError, alone or in a group, when nobody can dial in.
    """

    def note(entrant: str, here: int) -> None:
        tell(Presence(entrant, here))

    with closing(Database(hosting.data)) as database:
        owners = tokens.Owners(database)

        lobby = Lobby(places, game, note)
        server = LobbyServer(lobby, owners.of, conduct, hosting.certificate, tell)
        try:
            await server.listen(hosting.address)
            async with _watched(server):
                finished = False
                try:
                    yield lobby
                    finished = True
                finally:
                    await _close(lobby, hosting, finished=finished, orphaned=orphaned())
        finally:
            await server.close()


@asynccontextmanager
async def _watched(server: LobbyServer) -> AsyncIterator[None]:
    """Cancel the block when nobody can dial in any more, with the server's ListeningError."""
    async with asyncio.TaskGroup() as watching:
        watch = watching.create_task(server.wait_until_broken())
        try:
            yield
        finally:
            watch.cancel()


async def _close(lobby: Lobby, hosting: Hosting, *, finished: bool, orphaned: bool) -> None:
    # No reason: the bots see a lost connection, and dial in again if they may.
    if orphaned:
        await lobby.close(pb.GOODBYE_REASON_UNSPECIFIED, "", hosting.remote)
    elif finished:
        done, text = pb.GOODBYE_REASON_FINISHED, "there is nothing more to play"
        await lobby.close(done, text, hosting.coming_again)
    else:
        await lobby.close(pb.GOODBYE_REASON_STOPPED, "the referee was stopped")
