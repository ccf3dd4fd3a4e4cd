"""What begins to listen and is cancelled meanwhile leaves nothing: no server, and no folder."""

import asyncio
import gc
import sys
import tempfile
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress
from pathlib import Path
from typing import Any

import pytest

from referee.conduct import Conduct
from referee.rpc.manifest import read_manifest
from referee.testing.bot.launched_bot import LaunchedBot
from tests.rpc.arena import enter, write_bot
from tournaments.person.person_bot import PersonBot

Opening = Callable[[Path], AbstractAsyncContextManager[Any]]


def local(folder: Path) -> AbstractAsyncContextManager[Any]:
    return enter(folder, folder / "out")


def launched(folder: Path) -> AbstractAsyncContextManager[Any]:
    return LaunchedBot(folder, read_manifest(folder), folder / "out", {})


def person(_: Path) -> AbstractAsyncContextManager[Any]:
    return PersonBot("fox", Conduct())


async def cancelled_after(turns: int, make: Opening, folder: Path) -> bool:
    """Whether it was still about to open after so many turns of the loop, and was cancelled."""
    bot = make(folder)
    opening = asyncio.create_task(bot.__aenter__())
    for _ in range(turns):
        await asyncio.sleep(0)
    if opening.done():
        await bot.__aexit__(None, None, None)
        return False
    opening.cancel()
    with suppress(asyncio.CancelledError):
        await opening
    return True


@pytest.mark.parametrize("make", [local, launched, person])
def test_no_server_outlives_its_event_loop(
    make: Opening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    complaints: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", complaints.append)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "homes"))
    (tmp_path / "homes").mkdir()
    folder = write_bot(tmp_path / "bot", "")
    turns = 1
    while asyncio.run(cancelled_after(turns, make, folder)):
        turns += 1
    assert turns > 1
    gc.collect()
    assert complaints == []
    assert list((tmp_path / "homes").iterdir()) == []
