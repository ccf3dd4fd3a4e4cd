"""Starts and streams of a checked bot that fail in ways which no actor brings about."""

import asyncio
import errno
from pathlib import Path

import pytest

from referee.rpc.manifest import read_manifest
from referee.sandbox.visible import ProgramError
from referee.testing.bot import launched_bot
from referee.testing.bot.bot_stream import BotStream
from referee.testing.bot.findings import NoLauncherError, StepFailedError
from referee.testing.bot.launched_bot import LaunchedBot
from stych.v1 import referee_pb2 as pb
from tests.check.acting import Server
from tests.check.bots import bot_folder


@pytest.mark.parametrize(
    ("launcher", "error", "raised"),
    [
        ((), OSError(errno.ENOENT, "gone"), StepFailedError),
        (("python3",), OSError(errno.ENOENT, "gone"), NoLauncherError),
        (("python3",), ProgramError(errno.ENOENT, "gone"), StepFailedError),
    ],
)
async def test_whose_fault_it_is_that_nothing_starts(
    launcher: tuple[str, ...],
    error: OSError,
    raised: type[Exception],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Start:
        @staticmethod
        async def start(*_: object) -> None:
            raise error

    monkeypatch.setattr(launched_bot, "BotServer", Server)
    monkeypatch.setattr(launched_bot, "BotProcess", Start)
    bot = bot_folder(tmp_path / "bot")
    started = LaunchedBot(bot, read_manifest(bot), tmp_path / "out", {}, launcher)
    async with started:
        with pytest.raises(raised, match="gone"):
            await started.launch()


async def test_a_message_that_is_not_read_in_time_is_not_given_up_halfway() -> None:
    class Slow:
        def __init__(self) -> None:
            self.reads = asyncio.Event()
            self.sent: list[bytes] = []

        async def receive(self) -> bytes | None:
            return None

        async def send(self, response: bytes) -> None:
            await self.reads.wait()
            self.sent.append(response)

    link = Slow()
    with pytest.raises(TimeoutError):
        await BotStream(link).send(pb.PlayResponse(), 0.01)
    link.reads.set()
    await asyncio.sleep(0)
    assert link.sent == [b""]
