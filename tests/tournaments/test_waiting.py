"""Who is waited for is told when no match has ended for a while, and is not told otherwise."""

import asyncio
import io
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from rich.console import Console

from referee.conduct import Conduct
from referee.rpc.bot_entry import BotEntry
from referee.rpc.local_bot import LocalBot
from referee.rpc.manifest import read_manifest
from tests.e2e.command import write_bot
from tests.records.matches import make_record
from tests.rpc.timeless import timeless
from tournaments.hosting.notices import Waiting
from tournaments.present.terminal import lobby as lobby_module
from tournaments.present.terminal.lobby import after_lobby
from tournaments.present.terminal.progress import progress
from tournaments.run.waiting import StallMonitor

RECORD = make_record(options={"target": 1})


@dataclass(eq=False)
class Asked:
    """A bot that was asked at the time `since` of the loop's clock; None: nobody waits for it."""

    since: float | None

    def waited_ms(self) -> float | None:
        now = asyncio.get_running_loop().time()
        return None if self.since is None else (now - self.since) * 1000


async def told(seconds: float, *bots: tuple[str, Asked], ends: float = 0.0) -> list[Waiting]:
    """What is told in so many seconds, when the last match has ended after `ends` of them."""
    said: list[Waiting] = []
    loop = asyncio.get_running_loop()
    watch = StallMonitor(said.append, loop.time)
    for name, bot in bots:
        watch.add(name, bot)
    running = asyncio.create_task(watch.run())
    await asyncio.sleep(ends)
    watch.note_end()
    await asyncio.sleep(seconds - ends)
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running
    return said


@timeless
async def test_who_is_waited_for_is_told_after_ten_seconds_and_every_thirty_then() -> None:
    bots = ("ann", Asked(None)), ("bob", Asked(0.0)), ("bob", Asked(3.0))
    said = await told(75.5, *bots)
    assert [round(each.seconds) for each in said] == [10, 40, 70]
    assert [[name for name, _ in each.entrants] for each in said] == [["bob"]] * 3
    assert [round(each.entrants[0][1]) for each in said] == [10, 40, 70]


@timeless
async def test_nothing_is_told_while_matches_end() -> None:
    assert await told(14.2, ("ann", Asked(0.0)), ends=5.0) == []


@timeless
async def test_nothing_is_told_of_who_was_asked_just_now() -> None:
    assert await told(12.5, ("ann", Asked(9.0))) == []


def shown(*notices: Waiting, ended: bool = False) -> str:
    """What is printed of the notices, if a match has `ended` before them or none has."""
    out = io.StringIO()
    console = Console(file=out, width=80, highlight=False)
    with after_lobby(console, progress(console, "cup", lambda: 100), hosted=False) as (note, tell):
        if ended:
            note([RECORD])
        for notice in notices:
            tell(notice)
    return out.getvalue()


def test_a_line_says_who_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    notice = Waiting(40.2, (("ann", 38.4), ("bob", 5.0)))
    words = "no match has ended for 40 s; waiting for ann (38 s), bob (5 s)\n"
    assert shown(notice) == words
    # The match ended 20 s before the notice, so the 40 s of the notice are no longer true.
    monkeypatch.setattr(lobby_module, "monotonic", iter([100.0, 120.0]).__next__)
    assert shown(notice, ended=True) == ""


async def test_a_bot_is_waited_for_while_it_starts(tmp_path: Path) -> None:
    folder = write_bot(tmp_path / "sleeps", "import time\ntime.sleep(1000)\n")
    entry = BotEntry("sleeps", folder, read_manifest(folder))
    async with LocalBot(entry, "fox", Conduct(), tmp_path / "out") as bot:
        assert bot.waited_ms() is None
        asked = asyncio.create_task(bot.session())
        await asyncio.sleep(0.2)
        first = bot.waited_ms()
        await asyncio.sleep(0.1)
        assert 0 < (first or 0) < (bot.waited_ms() or 0)
        asked.cancel()
