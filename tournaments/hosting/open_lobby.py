"""Opens the lobby of a worker before play, and closes it at the end."""

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
    is_orphaned: Callable[[], bool],
) -> AsyncIterator[Lobby]:
    """A lobby that listens while the context lasts. At its end connected bots get a Goodbye.

    `places` has the bots of each entrant, `tell` is called with notices, and `is_orphaned` returns
    whether the runner was killed. Bots in `hosting.coming_again` get no Goodbye when play has
    finished. If the runner was killed no bot gets one, since the user may start it again. Raises
    ListeningError, alone or in a group, when nobody can dial in, and UserError when the database
    cannot be used.
    """

    def note(entrant: str, streams: int) -> None:
        tell(Presence(entrant, streams))

    with closing(Database(hosting.data)) as database:
        owners = tokens.Owners(database)

        lobby = Lobby(places, game, note)
        server = LobbyServer(lobby, owners.owner_of, conduct, hosting.certificate, tell)
        try:
            await server.listen(hosting.address)
            async with _watched(server):
                finished = False
                try:
                    yield lobby
                    finished = True
                finally:
                    await _close(lobby, hosting, finished=finished, orphaned=is_orphaned())
        finally:
            await server.close()


@asynccontextmanager
async def _watched(server: LobbyServer) -> AsyncIterator[None]:
    """Cancel the block with the ListeningError of the server once nobody can dial in any more."""
    async with asyncio.TaskGroup() as watching:
        watch = watching.create_task(server.wait_until_broken())
        try:
            yield
        finally:
            watch.cancel()


async def _close(lobby: Lobby, hosting: Hosting, *, finished: bool, orphaned: bool) -> None:
    if orphaned:
        # No remote bot gets a Goodbye: each sees a lost connection, and may dial in again.
        await lobby.close(pb.GOODBYE_REASON_UNSPECIFIED, "", hosting.remote)
    elif finished:
        done, text = pb.GOODBYE_REASON_FINISHED, "there is nothing more to play"
        await lobby.close(done, text, hosting.coming_again)
    else:
        await lobby.close(pb.GOODBYE_REASON_STOPPED, "the referee was stopped")
