"""Matches of the fox between real processes."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import psutil

from referee.conduct import Conduct
from referee.deals import Deal, commitment, derive
from referee.games.fox import FoxGame, FoxOptions
from referee.rpc.bot_entry import BotEntry
from referee.rpc.local_bot import LocalBot
from referee.rpc.manifest import read_manifest
from referee.rpc.seated_bot import SeatedBot
from referee.table import Table, TableResult
from referee.wire import codec
from stych.v1 import referee_pb2 as pb

EXAMPLES = Path(__file__).parents[2] / "bots" / "python" / "examples"
PATIENCE = 100
"""Seconds after which a meeting is taken to hang."""
MOMENT = 5
"""Seconds in which tasks must have ended."""
PATIENT = Conduct(decision_ms=60_000, bank_ms=60_000, grace_ms=60_000, start_ms=60_000)
IMPATIENT = Conduct(decision_ms=200, bank_ms=200, grace_ms=100, start_ms=60_000)
GAME = FoxGame(FoxOptions(target=1))
"""One round is enough."""


def write_bot(folder: Path, code: str, game: str = GAME.id, **manifest: str) -> Path:
    """A folder with a bot in it, whose code can use all names of rogue.py."""
    folder.mkdir(parents=True)
    fields = {"name": "rogue", "version": "1", "command": "python bot.py", **manifest}
    lines = [f'{key} = "{value}"' for key, value in fields.items()]
    (folder / "bot.toml").write_text("\n".join([*lines, f'games = ["{game}"]', ""]))
    shutil.copy(Path(__file__).with_name("rogue.py"), folder)
    (folder / "bot.py").write_text(f"import os, signal, sys, time\nfrom rogue import *\n{code}\n")
    return folder


def enter(folder: Path, output: Path, conduct: Conduct = PATIENT, game: str = GAME.id) -> LocalBot:
    """The bot in the folder, not confined, to be used as a context manager."""
    entry = BotEntry(folder.name, folder, read_manifest(folder))
    return LocalBot(entry, game, conduct, output / folder.name)


def sit(bot: LocalBot, seat: int, deal: Deal) -> SeatedBot:
    """The bot in a seat of a match."""
    wire, conduct = codec(GAME.id), bot.conduct
    options: dict[str, Any] = {wire.field: wire.options(GAME.options)}
    clock = pb.Clock(
        decision_ms=conduct.decision_ms, bank_ms=conduct.bank_ms, grace_ms=conduct.grace_ms
    )
    start = pb.MatchStart(
        game=GAME.id, seat=seat, seats=GAME.seats, bot_seed=seat, clock=clock, **options
    )
    start.deal_commitment = commitment(deal.key)
    return bot.sit(start)


async def play(bots: Sequence[LocalBot], board: int = 1) -> TableResult:
    """One match between the bots."""
    deal = Deal(derive("arena", str(board)))
    players = [sit(bot, seat, deal) for seat, bot in enumerate(bots)]
    return await Table(GAME, deal, players, board).play()


@asynccontextmanager
async def meeting(*bots: LocalBot) -> AsyncIterator[None]:
    """The bots, listening. At the end nothing of them may be left: no process, folder or task."""
    async with asyncio.timeout(PATIENCE), AsyncExitStack() as stack:
        for bot in bots:
            await stack.enter_async_context(bot)
        yield
    assert [process for bot in bots for process in processes_of(bot)] == []
    assert not any(home_of(bot).exists() for bot in bots)
    assert await _tasks_left() == set()


async def _tasks_left() -> set[asyncio.Task[Any]]:
    """All tasks but the caller's that do not end within MOMENT.

    The tasks of gRPC end a little later than the server: they have yet to hear that a call is over.
    """
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    return (await asyncio.wait(tasks, timeout=MOMENT))[1] if tasks else tasks


def home_of(bot: LocalBot) -> Path:
    """The bot's private folder."""
    return bot._sandbox._home.path


def processes_of(bot: LocalBot) -> list[psutil.Process]:
    """All processes whose HOME is the bot's, whoever their parents may be by now."""
    mark = f"HOME={home_of(bot)}".encode()
    return [process for process in psutil.process_iter() if mark in _environment(process)]


def _environment(process: psutil.Process) -> list[bytes]:
    try:
        return Path(f"/proc/{process.pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return []


def open_files() -> int:
    """How many file descriptors this process has."""
    return sum(1 for _ in Path("/proc/self/fd").iterdir())
