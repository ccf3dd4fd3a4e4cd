"""A person's connection: made with a token and over TLS, or refused, or lost and made again."""

import asyncio
from dataclasses import replace
from pathlib import Path

import grpc
import pytest
import trustme

from referee.errors import UserError
from stych.v1 import referee_pb2 as pb
from tests.joining.stand import Talk, ask, stand, until
from tournaments.person.conversation import ConversationEnd
from tournaments.person.endpoint import find_endpoint
from tournaments.person.person_stream import PersonStream, ReasonLostError


async def test_a_lost_connection(tmp_path: Path) -> None:
    async def referee(talk: Talk) -> None:
        await talk.welcome()
        await ask(talk)

    async with stand(referee, tmp_path) as table:
        assert await table.join() is ConversationEnd.LOST
        assert table.screen.endswith("The connection to the referee is lost.\n")


async def test_a_lost_connection_is_dialled_again(tmp_path: Path) -> None:
    """The match is announced again and its decision asked again, under the same number."""
    streams: list[Talk] = []
    answers: list[int] = []

    async def referee(talk: Talk) -> None:
        streams.append(talk)
        await talk.welcome()
        await ask(talk)
        if len(streams) == 3:
            request = await talk.hear()
            assert request is not None
            answers.append(request.answers.answers[0].decision)
            await talk.goodbye()

    async with stand(referee, tmp_path) as table:
        talking = asyncio.create_task(table.join(reconnect=60.0))
        await until(lambda: len(streams) == 3)
        # The third stream's question is answered, so not before it is on the screen.
        await until(lambda: "> " in table.screen.rpartition("trying again")[2])
        table.write("1")
        assert await talking is ConversationEnd.FINISHED
        assert table.screen.count("lost; trying again") == 2
    assert answers == [10]


async def test_a_wrong_token(tmp_path: Path) -> None:
    async def referee(talk: Talk) -> None:
        raise AssertionError("nobody may come in")

    async with stand(referee, tmp_path) as table:
        table.endpoint = replace(table.endpoint, token="guessed")
        with pytest.raises(UserError, match="that is not the token"):
            await table.join()


@pytest.mark.parametrize("times", [1, 9])
async def test_a_reason_that_grpc_has_lost_is_asked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    """gRPC loses one now and then, when the referee ends a stream as the hello goes out."""
    lost, refusal = 0, PersonStream.refusal

    async def losing(stream: PersonStream) -> str:
        nonlocal lost
        told = await refusal(stream)
        lost += 1
        if lost <= times:
            raise ReasonLostError
        return told

    async def referee(talk: Talk) -> None:
        raise AssertionError("nobody may come in")

    monkeypatch.setattr(PersonStream, "refusal", losing)
    words = "that is not the token" if times == 1 else "the stream ended before the hello"
    async with stand(referee, tmp_path) as table:
        table.endpoint = replace(table.endpoint, token="guessed")
        with pytest.raises(UserError, match=words):
            await table.join()


async def test_no_referee(tmp_path: Path) -> None:
    async def referee(talk: Talk) -> None:
        raise AssertionError("nobody is there")

    async with stand(referee, tmp_path) as table:
        table.endpoint = replace(table.endpoint, address=f"unix:{tmp_path}/none.sock")
        with pytest.raises(UserError, match=r"no match with the referee at unix:.*none.sock: "):
            await table.join(reconnect=60.0)


async def test_a_referee_that_refuses(tmp_path: Path) -> None:
    async def referee(talk: Talk) -> None:
        await talk.hear()
        await talk.goodbye("update \x1byourself", pb.GOODBYE_REASON_INCOMPATIBLE)

    async with stand(referee, tmp_path) as table:
        with pytest.raises(UserError, match=r"no match with .*: update \ufffdyourself$"):
            await table.join()


async def test_a_referee_that_says_nothing(tmp_path: Path) -> None:
    async def referee(talk: Talk) -> None:
        await talk.hear()

    async with stand(referee, tmp_path) as table:
        with pytest.raises(UserError, match="it ended the stream without a word"):
            await table.join()


async def finishing(talk: Talk) -> None:
    await talk.welcome()
    await talk.goodbye()


def credentials(authority: trustme.CA) -> grpc.ServerCredentials:
    own = authority.issue_cert("localhost")
    chain = b"".join(pem.bytes() for pem in own.cert_chain_pems)
    return grpc.ssl_server_credentials([(own.private_key_pem.bytes(), chain)])


async def test_an_encrypted_connection(tmp_path: Path) -> None:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(tmp_path / "ca.pem")
    async with stand(finishing, tmp_path, credentials(authority)) as table:
        table.endpoint = find_endpoint(
            table.endpoint.address, table.endpoint.token, str(tmp_path / "ca.pem")
        )
        assert await table.join() is ConversationEnd.FINISHED


@pytest.mark.parametrize(
    ("tls", "words"),
    [
        (
            "",
            'if it wants TLS, give --tls, or set STYCH_TLS to "on", or to a PEM file with its'
            " authorities",
        ),
        ("another", "its certificate is from no authority that --tls trusts"),
        ("on", "its certificate is from no authority that --tls trusts"),
    ],
)
async def test_a_referee_that_is_not_trusted(tmp_path: Path, tls: str, words: str) -> None:
    trustme.CA().cert_pem.write_to_path(tmp_path / "another")
    async with stand(finishing, tmp_path, credentials(trustme.CA())) as table:
        trusted = str(tmp_path / tls) if tls == "another" else tls
        table.endpoint = find_endpoint(table.endpoint.address, table.endpoint.token, trusted)
        said = rf"no match with the referee at localhost:\d+: {words} \("
        with pytest.raises(UserError, match=said):
            await table.join()


async def test_encryption_where_the_referee_has_none(tmp_path: Path) -> None:
    trustme.CA().cert_pem.write_to_path(tmp_path / "ca.pem")
    async with stand(finishing, tmp_path) as table:
        table.endpoint = find_endpoint(
            table.endpoint.address, table.endpoint.token, str(tmp_path / "ca.pem")
        )
        with pytest.raises(UserError, match="it does not speak TLS: leave --tls out"):
            await table.join()


async def test_encryption_with_a_referee_that_hangs_up_in_silence(tmp_path: Path) -> None:
    async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(4096)
        writer.close()

    trustme.CA().cert_pem.write_to_path(tmp_path / "ca.pem")
    async with (
        stand(finishing, tmp_path) as table,
        await asyncio.start_server(hang_up, "127.0.0.1", 0) as server,
    ):
        address = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        table.endpoint = find_endpoint(address, "secret", str(tmp_path / "ca.pem"))
        with pytest.raises(UserError, match="it may not speak TLS: if so, leave --tls out"):
            await table.join()
