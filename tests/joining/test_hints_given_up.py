"""A question for a hint is given up, as when the referee goes on before the answer."""

import asyncio
from pathlib import Path
from typing import Any, cast

import pytest

from referee.rpc.bot_entry import BotEntry
from stych.v1 import referee_pb2 as pb
from tournaments.person import hints
from tournaments.person.hints import HintBot


class SlowStream:
    """Takes a moment to start and to take a message, and answers by the first action."""

    def __init__(self) -> None:
        self.starts = 0
        self.heard: list[pb.PlayResponse] = []

    async def begin(self) -> "SlowStream":
        await asyncio.sleep(0.05)
        self.starts += 1
        return self

    async def send(self, response: pb.PlayResponse, _: float) -> None:
        await asyncio.sleep(0.05)
        self.heard.append(response)

    async def hear(self, _: float) -> bytes:
        number = self.heard[-1].decisions[0].decision
        answer = pb.Answer(decision=number, choice=0)
        return pb.PlayRequest(answers=pb.Answers(answers=[answer])).SerializeToString()


def no_server(*_: object, **__: object) -> None:
    raise OSError


async def test_the_bot_is_started_once_and_hears_all_news(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "LaunchedBot", no_server)
    entry = BotEntry("hints", tmp_path, cast("Any", None))
    # Given up while the bot starts, while it takes the news, and while it takes the question.
    for seconds in (0.02, 0.07, 0.12):
        stream = SlowStream()
        async with HintBot(entry, tmp_path, None) as bot:
            monkeypatch.setattr(bot, "_begin_stream", stream.begin)
            bot.note(pb.PlayResponse(starts=[pb.MatchStart(match=1)]))
            given_up = asyncio.create_task(bot.hint(pb.Decision(decision=1, legal_actions=[3])))
            await asyncio.sleep(seconds)
            given_up.cancel()
            assert await bot.hint(pb.Decision(decision=2, legal_actions=[7])) == 7
        assert stream.starts == 1
        assert [bool(each.starts) for each in stream.heard] == [True, False, False]
