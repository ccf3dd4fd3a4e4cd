"""gRPC is asked for its older pollers, at both ends, and still has them (docs/performance.md)."""

import os
import subprocess
import sys

import pytest

_OLDER = "-event_engine_client,-event_engine_listener"
_TALK = """
import asyncio, os, {}
from grpc import aio

async def talk():
    server = aio.server()
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    async with aio.insecure_channel(f"127.0.0.1:{{port}}") as channel:
        await channel.channel_ready()
    await server.stop(None)

asyncio.run(talk())
print(os.environ["GRPC_EXPERIMENTS"])
"""


def _talk(end: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GRPC_")}
    command = [sys.executable, "-c", _TALK.format(end)]
    return subprocess.run(
        command, env=kept | environment, capture_output=True, text=True, check=True
    )


@pytest.mark.slow
@pytest.mark.parametrize("end", ["tournaments", "stych_bot"])
def test_the_older_pollers_are_asked_for_and_known(end: str) -> None:
    done = _talk(end)
    assert done.stdout.strip() == _OLDER
    # It may also tell how the connection ended.
    assert "experiment" not in done.stderr.lower(), "gRPC has lost its older pollers"


def test_grpc_names_what_it_does_not_know() -> None:
    assert "experiment" in _talk("tournaments", GRPC_EXPERIMENTS="-unheard_of").stderr.lower()


@pytest.mark.slow
@pytest.mark.parametrize("end", ["tournaments", "stych_bot"])
def test_who_sets_experiments_has_their_own(end: str) -> None:
    assert _talk(end, GRPC_EXPERIMENTS="").stdout.strip() == ""
