"""The lobby in a worker: opened before play, closed with a goodbye."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager

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
async def reception(
    hosting: Hosting,
    game: str,
    conduct: Conduct,
    places: Mapping[str, Sequence[RemoteBot]],
    tell: Callable[[Notice], None],
    orphaned: Callable[[], bool],
) -> AsyncIterator[Lobby]:
    """A lobby that listens. At the end those who are there hear how it ended.

    Those who are to come again hear nothing: so do all, if the process that we belong to was killed
    and may be started again.
    """
    database = Database(hosting.data)

    def note(entrant: str, here: int) -> None:
        tell(Presence(entrant, here))

    owners = tokens.Owners(database)

    async def authenticate(token: bytes) -> str | None:
        entrant = await owners.of(token)
        return entrant if entrant in places else None

    lobby = Lobby(places, game, note)
    server = LobbyServer(lobby, authenticate, conduct, hosting.certificate)
    await server.listen(hosting.address)
    finished = False
    try:
        yield lobby
        finished = True
    finally:
        if orphaned():
            await lobby.close(pb.GOODBYE_REASON_UNSPECIFIED, "", hosting.remote)
        elif finished:
            done, text = pb.GOODBYE_REASON_FINISHED, "there is nothing more to play"
            await lobby.close(done, text, hosting.coming_again)
        else:
            await lobby.close(pb.GOODBYE_REASON_STOPPED, "the referee was stopped")
        await server.close()
        database.close()
