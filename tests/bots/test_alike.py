"""The SDKs say and do the same: the random bot of every language in the same trouble.

Each is a process of its own. docs/bots.md has the contract.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest

from stych.v1 import referee_pb2 as pb
from tests.bots.lone_referee import (
    FINISHED,
    TOKEN,
    WELCOME,
    LoneReferee,
    begin,
    decision,
    finish,
    first_line,
    serve,
    start,
)
from tests.bots.random_bots import LANGUAGES, Started, built
from tests.bots.rooms import exit_of

pytestmark = [pytest.mark.slow, pytest.mark.builds]

MISSING = (
    "STYCH_ADDRESS and STYCH_TOKEN are not set: a bot is started by the referee,"
    " for example by: stych play fox PATH/TO/THIS/BOT PATH/TO/ANOTHER"
)
TLS = 'STYCH_TLS must be "on" or a PEM file with the authorities to trust; '
SECONDS = "STYCH_RECONNECT must be a number of seconds, such as 60; received "
GOODBYE = "stych: goodbye: enough\n"
ENDED = "stych: the connection failed: the stream ended without a goodbye"
BROKEN = "stych: the connection failed: not you (UNAVAILABLE)"
PATIENT = {"STYCH_RECONNECT": "60"}
REFUSALS = ("UNAUTHENTICATED", "PERMISSION_DENIED", "UNIMPLEMENTED", "INVALID_ARGUMENT")


@pytest.fixture(scope="module", params=LANGUAGES)
def bot(request: pytest.FixtureRequest) -> Iterator[Started]:
    with built(request.param) as started:
        yield started


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"STYCH_ADDRESS": ""}, re.escape(MISSING)),
        ({"STYCH_TOKEN": ""}, re.escape(MISSING)),
        (
            {"STYCH_TLS": "/nowhere.pem"},
            re.escape(f"{TLS}/nowhere.pem cannot be read: ") + "[Nn]o such file or directory",
        ),
        (
            {"STYCH_TLS": "/etc/passwd"},
            re.escape(f"{TLS}there is no certificate in /etc/passwd"),
        ),
        *(
            ({"STYCH_RECONNECT": value}, re.escape(f"{SECONDS}'{value}'"))
            for value in ("soon", "-1", "nan", "inf")
        ),
    ],
    ids=lambda value: "=".join(next(iter(value.items()))) if isinstance(value, dict) else "",
)
def test_a_bad_environment_is_told_in_a_sentence(
    bot: Started, given: dict[str, str], sentence: str
) -> None:
    good = {"STYCH_ADDRESS": "unix:/nowhere", "STYCH_TOKEN": TOKEN}
    code, lines = exit_of(*bot.command, folder=bot.folder, **{**good, **given})
    assert (code, len(lines)) == (2, 1)
    assert re.fullmatch(sentence, lines[0]), lines[0]


def test_a_token_that_cannot_be_sent_is_told_in_a_sentence(bot: Started) -> None:
    given = {"STYCH_ADDRESS": "unix:/nowhere", "STYCH_TOKEN": "two\nlines"}
    told = exit_of(*bot.command, folder=bot.folder, **given)
    assert told == (2, ["STYCH_TOKEN must be printable ASCII without spaces"])


@pytest.mark.parametrize("address", ["unix:{}/nobody.sock", "127.0.0.1:1"])
async def test_a_bot_that_finds_nobody_says_so_and_ends(
    bot: Started, tmp_path: Path, address: str
) -> None:
    code, said = await bot.play(address.format(tmp_path))
    assert code == 3
    assert re.fullmatch(r"stych: the connection failed: .+ \(UNAVAILABLE\)+\n", said), said


@pytest.mark.parametrize(
    ("reason", "code"),
    [
        (name, 0 if name in {"FINISHED", "STOPPED"} else 3)
        for name in ("FINISHED", "STOPPED", "LATE")
    ],
)
async def test_a_goodbye_is_the_end(bot: Started, tmp_path: Path, reason: str, code: int) -> None:
    goodbye = pb.Goodbye(reason=f"GOODBYE_REASON_{reason}", text="enough")
    referee = LoneReferee([[WELCOME, pb.PlayResponse(goodbye=goodbye)]])
    async with serve(referee, f"unix:{tmp_path}/bot.sock") as address:
        assert await bot.play(address, PATIENT) == (code, GOODBYE)


async def test_unless_it_is_told_to_a_bot_dials_once(bot: Started, tmp_path: Path) -> None:
    referee = LoneReferee([[WELCOME, grpc.StatusCode.UNAVAILABLE], [WELCOME]])
    async with serve(referee, f"unix:{tmp_path}/bot.sock") as address:
        assert await bot.play(address) == (3, f"{BROKEN}\n")
        assert await bot.play(address) == (3, f"{ENDED}\n")


async def test_a_bot_may_be_started_before_its_referee(bot: Started, tmp_path: Path) -> None:
    address = f"unix:{tmp_path}/bot.sock"
    process = await begin(bot.command, address, PATIENT, bot.folder)
    line = await first_line(process)
    assert line.startswith("stych: the connection failed: ")
    assert line.endswith(" (UNAVAILABLE); dialling again\n")
    referee = LoneReferee([[grpc.StatusCode.UNAVAILABLE], [WELCOME, FINISHED]])
    async with serve(referee, address):
        assert await finish(process) == (0, GOODBYE)
    assert referee.tokens == [f"Bearer {TOKEN}"] * 2


@pytest.mark.parametrize("name", REFUSALS)
async def test_a_refusal_is_final(bot: Started, tmp_path: Path, name: str) -> None:
    referee = LoneReferee([[grpc.StatusCode[name]]])
    async with serve(referee, f"unix:{tmp_path}/bot.sock") as address:
        told = await bot.play(address, {"STYCH_RECONNECT": "3"})
    assert told == (3, f"stych: the referee refused the bot: not you ({name})\n")


async def test_a_token_that_is_revoked_later_is_refused_as_well(
    bot: Started, tmp_path: Path
) -> None:
    referee = LoneReferee([[WELCOME], [grpc.StatusCode.UNAUTHENTICATED]])
    async with serve(referee, f"unix:{tmp_path}/bot.sock") as address:
        code, said = await bot.play(address, {"STYCH_RECONNECT": "3"})
    refused = "stych: the referee refused the bot: not you (UNAUTHENTICATED)"
    assert (code, said) == (3, f"{ENDED}; dialling again\n{refused}\n")


async def test_a_connection_that_breaks_is_dialled_again(bot: Started, tmp_path: Path) -> None:
    asked = pb.PlayResponse(starts=[start(1), start(2)], decisions=[decision(1), decision(2, 2)])
    again = pb.PlayResponse(starts=[start(2, resumed=True)], decisions=[decision(2, 2)])
    broken = grpc.StatusCode.UNAVAILABLE
    referee = LoneReferee([[WELCOME, asked], [broken], [broken], [WELCOME, again, FINISHED]])
    async with serve(referee, f"unix:{tmp_path}/bot.sock") as address:
        told = await bot.play(address, PATIENT)
    assert told == (0, f"{ENDED}; dialling again\n{GOODBYE}")
    assert referee.tokens == [f"Bearer {TOKEN}"] * 4
    answers = [request.answers.answers for request in referee.heard if request.HasField("answers")]
    assert list(answers[1]) == [answers[0][1]]


async def test_after_a_new_welcome_the_matches_are_forgotten(bot: Started, tmp_path: Path) -> None:
    begun = pb.PlayResponse(starts=[start(1)])
    orphan = pb.PlayResponse(decisions=[decision(1)])
    broken = grpc.StatusCode.UNAVAILABLE
    referee = LoneReferee([[WELCOME, begun, broken], [WELCOME, orphan, FINISHED]])
    async with serve(referee, f"unix:{tmp_path}/bot.sock") as address:
        code, _ = await bot.play(address, PATIENT)
    assert code != 0
    assert not any(request.HasField("answers") for request in referee.heard)


async def test_a_referee_that_stays_away_is_given_up(bot: Started, tmp_path: Path) -> None:
    broken = grpc.StatusCode.UNAVAILABLE
    referee = LoneReferee([[WELCOME, broken], *[[broken]] * 20])
    async with serve(referee, f"unix:{tmp_path}/bot.sock") as address:
        told = await bot.play(address, {"STYCH_RECONNECT": "0.5"})
    assert told == (3, f"{BROKEN}; dialling again\n{BROKEN}\n")
    assert len(referee.tokens) >= 2
