"""`make pages`: what takes too long for every day, with the figures of docs/web.md.

`python -m tests.web PAIRS` compares the answers to a seat in so many pairs of redealt worlds for
each game, and measures what 200 listeners cost a tournament that is being played.
"""

import asyncio
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any, Final
from unittest import mock

import httpx

from referee.deals import derive
from referee.games.registry import GAMES, make_game
from referee.testing.leaks import check_no_leak
from tests.e2e.command import STYCH
from tests.records.children import ROOT
from tests.web.test_seat_leaks import answers
from tournaments.resources.examples import example

LISTENERS: Final = 200
TIMES: Final = 3
"""How often a tournament is played with listeners and without, in turn."""
_BOARDS: Final = 12


def compare(name: str, pairs: int) -> int:
    """How many pairs were compared; raises LeakError at the first difference."""
    game, done, attempt = make_game(name, {}), 0, 0

    def encode(seen: Any) -> bytes:
        nonlocal done
        if seen.to_move != seen.seat:
            return repr(seen).encode()
        done += 1
        return asyncio.run(answers(game, seen))

    with mock.patch("secrets.token_bytes", bytes):
        while done < pairs:
            check_no_leak(game, derive("pages", name, str(attempt)), Random(attempt), encode, 2)
            attempt += 1
    return done


@contextmanager
def listening(address: str, listeners: int) -> Iterator[list[int]]:
    """So many streams of news, held open in the block; gives how many events came."""
    heard = [0]
    loop = asyncio.new_event_loop()

    async def one(client: httpx.AsyncClient) -> None:
        async with client.stream("GET", f"{address}api/v1/tournaments/quickstart/events") as told:
            async for line in told.aiter_lines():
                heard[0] += line.startswith("event:")

    async def every() -> None:
        limits = httpx.Limits(max_connections=None)
        async with httpx.AsyncClient(timeout=None, limits=limits) as client:
            await asyncio.gather(*(one(client) for _ in range(listeners)), return_exceptions=True)

    running = Thread(target=lambda: loop.run_until_complete(every()), daemon=True)
    running.start()
    yield heard
    # The streams end with the server, which ends with its tournament.
    running.join(30)


def seconds(listeners: int) -> tuple[float, int]:
    """How long a tournament takes that so many listen to, and how many events they heard."""
    with tempfile.TemporaryDirectory() as folder:
        own = Path(folder, "quickstart.toml")
        source = example("quickstart")
        assert source is not None
        own.write_text(source.read_text().replace("boards = 30", f"boards = {_BOARDS}"))
        line = ["--data", folder, "run", str(own), "--jobs", "2", "--web", "0"]
        begun = time.monotonic()
        run = subprocess.Popen([str(STYCH), *line], stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert run.stdout
        told = next(each for each in run.stdout if each.startswith("Tournaments at"))
        with listening(told.rpartition(" ")[2].strip(), listeners) as heard:
            run.stdout.read()
            run.wait()
            took = time.monotonic() - begun
        return took, heard[0]


def main() -> None:
    """Print the figures."""
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    for name in GAMES:
        print(
            f"{name}: {compare(name, pairs)} answers to a seat, equal in redealt worlds", flush=True
        )
    with_them, without = [], []
    for _ in range(TIMES):
        without.append(seconds(0)[0])
        took, heard = seconds(LISTENERS)
        with_them.append(took)
        print(f"{without[-1]:.1f} s alone, {took:.1f} s with {LISTENERS} listeners", flush=True)
        print(f"  they heard {heard} events")
    ratio = statistics.median(with_them) / statistics.median(without)
    print(f"{LISTENERS} listeners: {ratio:.3f} times as long (medians of {TIMES})")


if __name__ == "__main__":
    main()
