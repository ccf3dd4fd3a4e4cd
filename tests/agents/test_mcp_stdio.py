"""`stych mcp` as clients start it: a process that speaks over standard input and output."""

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from tests.agents.calls import call, refused
from tests.e2e.command import LONG, STYCH, run
from tests.e2e.processes import gone, until

pytestmark = [pytest.mark.slow, pytest.mark.unconfined]


@asynccontextmanager
async def server(folder: Path) -> AsyncIterator[Client]:
    """A client that has started a server in the folder, which ends with the block."""
    environment = {"PATH": os.environ["PATH"], "STYCH_ISOLATION": "off", "HOME": str(folder)}
    started = StdioServerParameters(
        command=str(STYCH), args=["mcp", "--folder", str(folder)], env=environment
    )
    async with Client(stdio_client(started)) as client:
        yield client


def naming(folder: Path, words: str = "") -> list[psutil.Process]:
    """The processes whose command line names this folder, and has the words."""
    found = []
    for each in psutil.process_iter(["cmdline"]):
        line = " ".join(each.info["cmdline"] or [])
        if str(folder) in line and words in line:
            found.append(each)
    return found


async def test_an_agent_builds_a_bot(tmp_path: Path) -> None:
    async with asyncio.timeout(LONG), server(tmp_path) as client:
        made = await call(client, "new", language="python", path="ann", game="fox")
        assert made["folder"] == str(tmp_path / "ann")
        checked = await call(client, "check", bot="ann", game="fox", step="hello")
        assert checked["passed"]
        told: list[str] = []

        async def note(progress: float, total: float | None, message: str | None) -> None:
            told.append(message or "")

        line: dict[str, Any] = {"game": "fox", "old": "sample/random", "new": "ann"}
        line |= {"options": {"target": 1}, "better_by": 0.001, "boards": 5000}
        duel = asyncio.create_task(client.call_tool("duel", line, progress_callback=note))
        while not told:  # noqa: ASYNC110  what is waited for has no event
            await asyncio.sleep(0.05)
        assert told[0].startswith("duel: 20 matches; evidence")
        duel.cancel()
        await asyncio.wait({duel})
        # It ends as by Ctrl-C: what was played is kept, and nothing of it runs on.
        await asyncio.to_thread(until, lambda: not naming(tmp_path, "duel"))
        table = await call(client, "table", tournament="duel")
        assert (table["complete"], table["seed"]) == (False, None)
        last = max(records(tmp_path), key=lambda each: each["board"])
        listed = await call(client, "matches", tournament="duel", entrant="ann", most=1)
        [match] = listed["matches"]
        shown = await call(client, "record_show", record=match["match"])
        assert shown["deal"]["path"] is None
        asked = await call(client, "ask", bot="ann", match=match["match"])
        assert asked["decisions"]
        await call(client, "faults", tournament="duel")
        if not last["whole"]:
            for tool, name in (("record_show", "record"), ("replay", "record")):
                told_of_it = await refused(client, tool, **{name: last["id"]})
                assert "still to be played" in told_of_it
            told_of_ask = await refused(client, "ask", bot="ann", match=last["id"])
            assert "still to be played" in told_of_ask
    await asyncio.to_thread(until, lambda: not naming(tmp_path))


def records(folder: Path) -> list[dict[str, Any]]:
    """The id and the board of each match of the duel, and whether its board is played whole."""
    done = run("--data", folder / "stych-data", "records", "duel", folder=folder)
    assert done.code == 0, done.err
    found = [json.loads(each) for each in done.out.splitlines()]
    boards = [each["board"] for each in found]
    return [
        {"id": each["id"], "board": each["board"], "whole": boards.count(each["board"]) == 2}
        for each in found
    ]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
async def test_nothing_is_left_of_a_server_that_is_stopped(
    tmp_path: Path, number: signal.Signals
) -> None:
    async with asyncio.timeout(LONG), server(tmp_path) as client:
        await call(client, "sit_down", game="fox", opponents=["sample/thumb"])
        line = {"game": "fox", "old": "sample/thumb", "new": "sample/random", "better_by": 0.001}
        duel = asyncio.create_task(client.call_tool("duel", line))
        await asyncio.to_thread(until, lambda: bool(naming(tmp_path, "duel")))
        [process] = naming(tmp_path, "mcp --folder")
        below = process.children(recursive=True)
        assert below
        process.send_signal(number)
        await asyncio.to_thread(gone, below)
        await asyncio.wait({duel}, timeout=1)
        duel.cancel()
