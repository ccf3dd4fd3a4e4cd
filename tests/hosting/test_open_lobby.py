"""The lobby of a worker when nobody can dial in: from the start on, or after its server broke."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from referee.conduct import Conduct
from referee.rpc import lobby_server
from referee.rpc.listening import ListeningError
from tournaments.hosting import open_lobby
from tournaments.hosting.setting import Hosting, free_address
from tournaments.storage.database import Database


class Watched(Database):
    """Counts the databases that are open."""

    opened = 0

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        Watched.opened += 1

    def close(self) -> None:
        super().close()
        Watched.opened -= 1


@pytest.fixture(autouse=True)
def databases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Watched, "opened", 0)
    monkeypatch.setattr(open_lobby, "Database", Watched)


@asynccontextmanager
async def lobby(folder: Path, address: str) -> AsyncIterator[None]:
    hosting = Hosting(address, folder)
    async with open_lobby.open_lobby(
        hosting, "fox", Conduct(), {}, lambda _: None, is_orphaned=lambda: False
    ):
        assert Watched.opened == 1
        yield


async def test_the_database_is_closed_when_nobody_can_listen(tmp_path: Path) -> None:
    with pytest.raises(ListeningError, match=r"^203\.0\.113\.1:50505 cannot be listened on: "):
        async with lobby(tmp_path, "203.0.113.1:50505"):
            raise AssertionError("nobody can listen there")
    assert Watched.opened == 0


async def test_what_is_played_ends_when_nobody_can_dial_in_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = asyncio.Event()

    async def until_broken(_: object) -> None:
        await broken.wait()
        raise ListeningError("it ended five times")

    monkeypatch.setattr(lobby_server.LobbyServer, "wait_until_broken", until_broken)

    async def play_for_ever() -> None:
        async with asyncio.timeout(60), lobby(tmp_path, free_address("127.0.0.1:0")):
            broken.set()
            await asyncio.Event().wait()

    with pytest.raises(ExceptionGroup) as caught:
        await play_for_ever()
    (error,) = caught.value.exceptions
    assert str(error) == "it ended five times"
    assert Watched.opened == 0
