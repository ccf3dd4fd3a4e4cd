"""The Python SDK at a scripted referee: it dials in, and again when the connection is lost."""

import asyncio
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc import aio

from stych.v1 import referee_pb2 as pb
from stych_bot import connection
from stych_bot.bot import Bot, Result
from stych_bot.connection import Redial, play
from stych_bot.environment import Environment
from stych_bot.runner import StreamPlayer
from tests.bots.scripted_referee import (
    FINISHED,
    HELLO,
    WELCOME,
    Act,
    decision,
    finish,
    first,
    scripted,
    start,
)


async def break_off(context: Any) -> None:
    await context.write(WELCOME)
    await context.abort(grpc.StatusCode.UNAVAILABLE, "too late")


async def end_in_order(context: Any) -> None:
    await context.write(WELCOME)


async def refuse(context: Any) -> None:
    await context.abort(grpc.StatusCode.UNAUTHENTICATED, "who are you?")


def part(reason: pb.GoodbyeReason) -> Act:
    async def act(context: Any) -> None:
        await context.write(pb.PlayResponse(goodbye=pb.Goodbye(reason=reason, text="enough")))

    return act


async def ask_and_break(context: Any) -> None:
    await context.write(WELCOME)
    await context.write(pb.PlayResponse(starts=[start(1)], decisions=[decision(7, 1)]))
    await context.abort(grpc.StatusCode.UNAVAILABLE, "cable")


async def test_the_hello_and_the_token_come_first(tmp_path: Path) -> None:
    async with scripted(tmp_path, finish) as (script, environment):
        assert await play(environment, HELLO, first) == 0
        assert script.first_messages == [pb.PlayRequest(hello=HELLO)]
        assert script.tokens == ["Bearer secret"]


async def test_matches_are_over_once_the_answers_are_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a bot does at a match's end holds up nobody who waits for its answer."""
    done: list[str | None] = []

    class Ended(Bot):
        def choose(self, observation: Any, legal: Sequence[int]) -> int:
            return 0

        def over(self, result: Result) -> None:
            done.append("over")

    async def sent(call: Any, request: pb.PlayRequest) -> None:
        await send(call, request)
        done.append(request.WhichOneof("message"))

    async def act(context: Any) -> None:
        asked = pb.PlayResponse(
            starts=[start(1), start(2)],
            decisions=[decision(7, 1)],
            overs=[pb.MatchOver(match=2)],
        )
        for response in (WELCOME, asked, FINISHED):
            await context.write(response)

    send = connection._send
    monkeypatch.setattr(connection, "_send", sent)
    async with scripted(tmp_path, act) as (_, environment):
        assert await play(environment, HELLO, lambda: StreamPlayer(Ended)) == 0
    assert done == ["hello", "answers", "over"]


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (part(pb.GOODBYE_REASON_FINISHED), 0),
        (part(pb.GOODBYE_REASON_STOPPED), 0),
        (part(pb.GOODBYE_REASON_MALFORMED), 3),
        (part(pb.GOODBYE_REASON_UNSPECIFIED), 3),
        (refuse, 3),
    ],
)
async def test_a_goodbye_or_a_refusal_is_the_end_even_of_a_bot_that_dials_again(
    tmp_path: Path, act: Act, code: int
) -> None:
    async with scripted(tmp_path, act, reconnect=100) as (script, environment):
        assert await play(environment, HELLO, first) == code
        assert len(script.first_messages) == 1


async def test_a_lost_connection_is_dialled_again_and_all_matches_are_forgotten(
    tmp_path: Path,
) -> None:
    made: list[StreamPlayer] = []

    def player() -> StreamPlayer:
        made.append(first())
        return made[-1]

    acts = (ask_and_break, break_off, end_in_order, finish)
    async with scripted(tmp_path, *acts, reconnect=100) as (script, environment):
        assert await play(environment, HELLO, player) == 0
        assert script.first_messages == [pb.PlayRequest(hello=HELLO)] * 4
        assert script.tokens == ["Bearer secret"] * 4
    assert len(made) == 4


async def test_without_a_word_about_it_a_lost_connection_is_the_end(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with scripted(tmp_path, break_off, finish) as (script, environment):
        assert await play(environment, HELLO, first) == 3
        assert len(script.first_messages) == 1
    own = [record.getMessage() for record in caplog.records if record.name == "stych"]
    assert own == ["the connection failed: too late (UNAVAILABLE)"]


async def test_nobody_is_dialled_for_ever(tmp_path: Path) -> None:
    environment = Environment(f"unix:{tmp_path}/nobody", "secret", "", "", None, 0.3)
    assert await play(environment, HELLO, first) == 3


def test_the_waits_grow_to_five_seconds_and_end_with_the_time() -> None:
    taken: list[float] = []
    redial = Redial(30, lambda: sum(taken))
    while pause := redial.pause():
        taken.append(pause)
    assert taken[:8] == pytest.approx([0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5, 5])
    assert sum(taken) == pytest.approx(30)
    assert Redial(0, lambda: 0).pause() is None


def test_the_time_counts_from_the_start_and_later_from_the_loss() -> None:
    clock = iter((0.0, 3.0, 1000.0, 1001.5, 1002.0))
    redial = Redial(2, lambda: next(clock))
    assert redial.pause() is None, "the first attempt took longer than all"
    redial.connected()
    assert [redial.is_fresh, redial.pause(), redial.is_fresh] == [True, 0.1, False]
    assert [redial.pause(), redial.pause()] == [0.2, None], "the time of play does not count"


THINKING = """
import time
from stych_bot import run

def choose(observation, legal, random):
    {body}
    return 0

run(choose, games=["fox"])
"""


async def take_its_place(context: Any) -> None:
    await context.write(WELCOME)
    await context.write(pb.PlayResponse(starts=[start(1)], decisions=[decision(7, 1)]))
    await asyncio.sleep(0.1)
    await part(pb.GOODBYE_REASON_UNSPECIFIED)(context)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "code", "last"),
    [
        ("time.sleep(1)", 3, "stych: goodbye: enough"),
        ("raise ValueError('no cards')", 1, "ValueError: no cards"),
    ],
)
async def test_what_comes_while_a_bot_thinks_is_heard_and_its_errors_are_shown(
    tmp_path: Path, body: str, code: int, last: str
) -> None:
    async with scripted(tmp_path, take_its_place) as (_, environment):
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            THINKING.format(body=body),
            env={
                **os.environ,
                "STYCH_ADDRESS": environment.address,
                "STYCH_TOKEN": "secret",
                "STYCH_RECONNECT": "100",
            },
            stderr=asyncio.subprocess.PIPE,
        )
        _, err = await process.communicate()
        assert process.returncode == code
        assert err.decode().splitlines()[-1] == last
        assert b"never retrieved" not in err


async def test_what_goes_wrong_while_it_listens_is_no_silence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken:
        async def write(self, _: pb.PlayRequest) -> None:
            pass

        async def read(self) -> pb.PlayResponse:
            raise ValueError("out of tune")

    class Stub:
        def __init__(self, _: aio.Channel) -> None:
            pass

        def Play(self, **_: Any) -> Broken:  # noqa: N802  the name of the call
            return Broken()

    monkeypatch.setattr("stych_bot.connection.RefereeServiceStub", Stub)
    async with scripted(tmp_path) as (_, environment):
        with pytest.raises(ValueError, match="out of tune"):
            await play(environment, HELLO, first)
