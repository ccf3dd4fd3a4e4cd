"""`stych mcp --http` serves whoever has the token, unless Host or Origin names another place."""

import asyncio
import signal
from pathlib import Path

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from tests.agents.calls import call, refused
from tests.e2e.command import LONG, Process, start

pytestmark = [pytest.mark.slow, pytest.mark.unconfined]

TOKEN = "a-token-that-nobody-can-guess"
PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
USUAL = {"accept": "application/json, text/event-stream", "authorization": f"Bearer {TOKEN}"}


def serve(folder: Path, *more: str, token: str = TOKEN) -> tuple[Process, str]:
    """A server at a free port, and its address."""
    line = ("mcp", "--folder", folder, "--http", "0", *more)
    process = start(*line, folder=folder, STYCH_MCP_TOKEN=token, STYCH_ISOLATION="off")
    assert process.stderr is not None
    said = process.stderr.readline()
    return process, said.split()[-1]


REFUSED = [
    ({"authorization": ""}, 401, "the token is wrong or missing"),
    ({"authorization": "Bearer"}, 401, "the token is wrong or missing"),
    ({"authorization": f"Bearer {TOKEN}x"}, 401, "the token is wrong or missing"),
    ({"authorization": f"Basic {TOKEN}"}, 401, "the token is wrong or missing"),
    ({"authorization": TOKEN}, 401, "the token is wrong or missing"),
    ({"origin": "http://evil.example"}, 403, "another origin"),
    ({"origin": "null"}, 403, "another origin"),
    ({"origin": "http://localhost.evil.example:80"}, 403, "another origin"),
    ({"host": "evil.example"}, 421, "the header Host"),
    ({"host": "127.0.0.1.evil.example:80"}, 421, "the header Host"),
    ({"origin": "http://evil.example", "authorization": ""}, 403, "another origin"),
]
LET_IN = [
    {},
    {"origin": "http://localhost:3000"},
    {"host": "cards.example"},
    {"host": "localhost:1"},
]


async def test_who_is_let_in_and_who_is_refused(tmp_path: Path) -> None:
    """One process for all, since each takes seconds to begin."""
    process, address = serve(tmp_path, "--name", "cards.example")
    async with asyncio.timeout(LONG), httpx2.AsyncClient(headers=USUAL, timeout=LONG) as http:
        for headers, status, words in REFUSED:
            found = await http.post(address, json=PING, headers=headers)
            assert found.status_code == status, headers
            assert words in found.json()["error"]
            assert TOKEN not in found.text
        for headers in LET_IN:
            found = await http.post(address, json=PING, headers=headers)
            assert found.status_code not in (401, 403, 421), headers
        async with Client(streamable_http_client(address, http_client=http)) as client:
            view = await call(client, "sit_down", game="fox", opponents=["sample/thumb"])
            assert view["state"] == "your turn"
            await call(client, "leave", table=view["table"])
            assert "must be below" in await refused(client, "check", bot="/etc")
    process.send_signal(signal.SIGTERM)
    out, err = await asyncio.to_thread(process.communicate, timeout=LONG)
    # The token was given, so it is not told.
    assert (process.returncode, out, err) == (0, "", "")


def test_a_drawn_token_is_told_once_after_the_address(tmp_path: Path) -> None:
    process, address = serve(tmp_path, token="")
    assert process.stderr is not None
    name, token = process.stderr.readline().split()
    assert (name, len(token)) == ("token:", 43)
    right = USUAL | {"authorization": f"Bearer {token}"}
    assert httpx2.post(address, json=PING, headers=right, timeout=LONG).status_code != 401
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=LONG)
    assert (process.returncode, out, err) == (0, "", "")
