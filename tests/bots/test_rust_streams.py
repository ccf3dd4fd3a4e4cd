"""A Rust bot at a referee that says what is written down: beginnings, ends, TLS, lost streams."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest

from stych.v1 import referee_pb2 as pb
from tests.bots import lone_referee
from tests.bots.lone_referee import FINISHED, TOKEN, WELCOME, LoneReferee, decision, serve, start
from tests.bots.rooms import undisturbed
from tests.bots.rust_room import BOT, build, command
from tests.bots.toolchains import needs

pytestmark = [pytest.mark.slow, pytest.mark.builds]


@pytest.fixture(autouse=True, scope="module")
def built() -> None:
    build()


@pytest.fixture(autouse=True)
def nobody_builds(built: None) -> Iterator[None]:
    """A build puts the bot in its place anew, and for a moment it is not there."""
    with undisturbed("rust"):
        yield


def test_a_bot_that_no_referee_started_says_how_to_start_it() -> None:
    kept = {key: value for key, value in os.environ.items() if not key.startswith("STYCH_")}
    for given in ({}, {"STYCH_ADDRESS": "unix:/nowhere"}, {"STYCH_TOKEN": TOKEN}):
        environment = {**kept, **given}
        done = subprocess.run([BOT], env=environment, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("STYCH_ADDRESS and STYCH_TOKEN are not set: a bot is started")
        assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"STYCH_TOKEN": "a\nb"}, "STYCH_TOKEN must be printable ASCII without spaces"),
        ({"STYCH_ADDRESS": "a b"}, "STYCH_ADDRESS must be unix:PATH or HOST:PORT; received"),
    ],
)
async def test_a_bad_environment_is_one_sentence(given: dict[str, str], words: str) -> None:
    values = {"STYCH_ADDRESS": "unix:/nowhere", **given}
    address = values.pop("STYCH_ADDRESS")
    code, said = await lone_referee.play(BOT, address, **values)
    assert (code, said.count("\n")) == (2, 1)
    assert said.startswith(words)


async def test_a_bot_that_finds_nobody_says_so_and_ends(tmp_path: Path) -> None:
    for address in (f"unix:{tmp_path}/nobody.sock", "127.0.0.1:1"):
        code, said = await lone_referee.play(BOT, address)
        assert (code, said.count("\n")) == (3, 1)
        assert said.startswith("stych: the connection failed: ")


@pytest.mark.parametrize(
    ("responses", "code", "words"),
    [
        ([WELCOME, FINISHED], 0, "goodbye: enough"),
        (
            [pb.PlayResponse(goodbye=pb.Goodbye(reason="GOODBYE_REASON_STOPPED", text="stop"))],
            0,
            "goodbye: stop",
        ),
        (
            [pb.PlayResponse(goodbye=pb.Goodbye(reason="GOODBYE_REASON_INCOMPATIBLE", text="no"))],
            3,
            "goodbye: no",
        ),
        ([WELCOME], 3, "the connection failed: the stream ended without a goodbye"),
    ],
)
async def test_how_a_stream_ends_is_how_the_bot_ends(
    tmp_path: Path, responses: list[pb.PlayResponse], code: int, words: str
) -> None:
    referee = LoneReferee([responses])
    async with serve(referee, f"unix:{tmp_path}/bot.sock") as address:
        named = {"STYCH_BOT_NAME": "lišák", "STYCH_BOT_VERSION": "2"}
        assert await lone_referee.play(BOT, address, **named) == (code, f"stych: {words}\n")
    assert referee.tokens == [f"Bearer {TOKEN}"]
    games = ["fox", "the-game", "nase-hra", "korist"]
    hello = pb.Hello(
        protocol_version=1,
        bot_name="lišák",
        bot_version="2",
        sdk="stych-rust 0.1.0",
        games=games,
        decisions_at_once=64,
    )
    assert referee.heard == [pb.PlayRequest(hello=hello)]


async def test_large_batches_come_through_and_no_proxy_is_asked() -> None:
    """64 decisions of half a megabyte each, over TCP: by default gRPC takes at most 4 MiB."""
    decisions = [decision(number, history=100_000) for number in range(64)]
    asked = pb.PlayResponse(starts=[start()], decisions=decisions)
    assert asked.ByteSize() > 30 << 20
    referee = LoneReferee([[WELCOME, asked, FINISHED]])
    proxies = dict.fromkeys(("http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy"), "127.0.0.1:1")
    async with serve(referee, "127.0.0.1:0") as address:
        code, _ = await lone_referee.play(BOT, address, **proxies)
    assert code == 0
    numbers = [answer.decision for answer in referee.heard[1].answers.answers]
    assert numbers == list(range(64))


async def test_a_lost_connection_is_dialled_again(tmp_path: Path) -> None:
    asked = pb.PlayResponse(starts=[start(1), start(2)], decisions=[decision(1), decision(2, 2)])
    again = pb.PlayResponse(starts=[start(2, resumed=True)], decisions=[decision(2, 2)])
    referee = LoneReferee([[WELCOME, asked], [], [WELCOME, again, FINISHED]])
    async with serve(referee, f"unix:{tmp_path}/bot.sock") as address:
        code, said = await lone_referee.play(BOT, address, STYCH_RECONNECT="60")
    assert code == 0
    lost = "stych: the connection failed: the stream ended without a goodbye; dialling again\n"
    assert said == f"{lost}stych: goodbye: enough\n"
    assert referee.tokens == [f"Bearer {TOKEN}"] * 3
    parts = [request.WhichOneof("message") for request in referee.heard]
    assert parts == ["hello", "answers", "hello", "hello", "answers"]
    first, last = referee.heard[1].answers.answers, referee.heard[-1].answers.answers
    assert list(last) == [first[1]]


async def test_a_bot_may_be_started_before_its_referee(tmp_path: Path) -> None:
    address = f"unix:{tmp_path}/bot.sock"
    process = await lone_referee.begin([BOT], address, {"STYCH_RECONNECT": "60"})
    assert (await lone_referee.first_line(process)).endswith("; dialling again\n")
    referee = LoneReferee([[grpc.StatusCode.UNAVAILABLE], [WELCOME, FINISHED]])
    async with serve(referee, address):
        code, said = await lone_referee.finish(process)
    assert (code, said) == (0, "stych: goodbye: enough\n")
    assert len(referee.tokens) == 2


@pytest.mark.parametrize("before", [[], [[WELCOME]]], ids=["at first", "later"])
async def test_a_refused_token_is_not_tried_again(
    tmp_path: Path, before: list[list[pb.PlayResponse]]
) -> None:
    referee = LoneReferee([*before, [grpc.StatusCode.UNAUTHENTICATED]])
    async with serve(referee, f"unix:{tmp_path}/bot.sock") as address:
        code, said = await lone_referee.play(BOT, address, STYCH_RECONNECT="60")
    assert code == 3
    assert said.endswith("stych: the referee refused the bot: not you (UNAUTHENTICATED)\n")
    assert said.count("\n") == len(referee.tokens) == len(before) + 1


async def test_a_connection_that_stays_lost_is_given_up(tmp_path: Path) -> None:
    referee = LoneReferee([[WELCOME], *[[]] * 20])
    async with serve(referee, f"unix:{tmp_path}/bot.sock") as address:
        code, said = await lone_referee.play(BOT, address, STYCH_RECONNECT="0.5")
    ended = "stych: the connection failed: the stream ended without a goodbye"
    assert (code, said) == (3, f"{ended}; dialling again\n{ended}\n")
    assert len(referee.tokens) >= 2


def certificates(folder: Path) -> grpc.ServerCredentials:
    """Those of a server at localhost; `ca.pem` in the folder is the authority to trust."""
    new = ("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2")
    command(*new, "-subj", "/CN=authority", "-keyout", "ca.key", "-out", "ca.pem", folder=folder)
    command(
        *(*new, "-subj", "/CN=localhost", "-keyout", "key.pem", "-out", "pem"),
        *("-CA", "ca.pem", "-CAkey", "ca.key", "-addext", "basicConstraints=critical,CA:FALSE"),
        *("-addext", "subjectAltName=DNS:localhost"),
        folder=folder,
    )
    pair = ((folder / "key.pem").read_bytes(), (folder / "pem").read_bytes())
    return grpc.ssl_server_credentials([pair])


async def test_tls_trusts_a_file_or_the_system(tmp_path: Path) -> None:
    needs("rust", "openssl")
    referee = LoneReferee([[WELCOME, FINISHED], [WELCOME, FINISHED]])
    authority = str(tmp_path / "ca.pem")
    async with serve(referee, "localhost:0", certificates(tmp_path)) as address:
        by_file = await lone_referee.play(BOT, address, STYCH_TLS=authority)
        trusted = {"STYCH_TLS": "on", "SSL_CERT_FILE": authority}
        by_system = await lone_referee.play(BOT, address, **trusted)
        stranger = await lone_referee.play(BOT, address, STYCH_TLS="on")
        without = await lone_referee.play(BOT, address)
    assert by_file == by_system == (0, "stych: goodbye: enough\n")
    assert (stranger[0], without[0]) == (3, 3)
    assert "invalid peer certificate: UnknownIssuer" in stranger[1]
    assert len(referee.tokens) == 2
