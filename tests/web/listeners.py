"""What listeners cost a tournament that is being played, as ratios within one run.

In turn nobody listens for some seconds, and 200 do. So other work of the machine slows both about
equally.
"""

import asyncio
import sqlite3
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Final
from urllib.parse import urlsplit

import psutil

from tests.e2e.command import LONG, STYCH
from tests.e2e.processes import descendants, line
from tests.root import ROOT
from tournaments.resources.examples import example
from tournaments.storage.address import DATABASE

LISTENERS: Final = 200
_SECONDS: Final = 8.0
_SETTLED: Final = 1.5
_BOARDS: Final = 6000
"""More than are played meanwhile."""
_NEWS: Final = b"event: standings"


@dataclass(frozen=True)
class Slice:
    """Some seconds of a tournament."""

    matches: float
    """Matches played per second."""
    page: float
    """Processor seconds that went into the page, per second."""
    play: float
    """Processor seconds that went into the tournament and its bots, per second."""
    heard: int
    """Events that came to all listeners together."""


@dataclass(frozen=True)
class ListenerCosts:
    """What was measured."""

    slower: float
    """How many times as long a match takes with the listeners: the median of pairs of slices."""
    spread: tuple[float, float]
    """The first and the third quartile of these pairs."""
    processor: float
    """The processor time that the page takes more with listeners, as a share of that of play."""
    heard: int
    """Events that came to all listeners together."""


class Audience:
    """Streams of news that are held open by a thread of their own."""

    def __init__(self, address: str) -> None:
        self.heard = 0
        self._address = urlsplit(address)
        self._loop = asyncio.new_event_loop()
        Thread(target=self._loop.run_forever, daemon=True).start()

    @contextmanager
    def listening(self, listeners: int) -> Iterator[None]:
        """So many listen in the block; all of them have heard something when it begins."""
        began = [asyncio.Event() for _ in range(listeners)]
        every = [asyncio.run_coroutine_threadsafe(self._one(each), self._loop) for each in began]
        try:
            for each in began:
                asyncio.run_coroutine_threadsafe(each.wait(), self._loop).result(LONG)
            yield
        finally:
            for one in every:
                one.cancel()

    # By hand: a client that reads more than it must would take its time from the tournament.
    async def _one(self, began: asyncio.Event) -> None:
        reader, writer = await asyncio.open_connection(self._address.hostname, self._address.port)
        try:
            path = "/api/v1/tournaments/quickstart/events"
            host = self._address.netloc
            writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
            while part := await reader.readline():
                began.set()
                self.heard += part.startswith(_NEWS)
        finally:
            writer.close()


def listener_costs(pairs: int) -> ListenerCosts:
    """Measure so many pairs of slices of one tournament."""
    with tempfile.TemporaryDirectory() as folder, playing(Path(folder), _BOARDS) as (run, address):
        data, audience = Path(folder), Audience(address)
        found: list[tuple[Slice, Slice]] = []
        for number in range(pairs):
            # Each comes first in every second pair, as later matches find a larger table.
            order = (0, LISTENERS) if number % 2 else (LISTENERS, 0)
            both = {each: _slice(run, data, audience, each) for each in order}
            found.append((both[0], both[LISTENERS]))
    return _costs(found)


def _costs(found: Sequence[tuple[Slice, Slice]]) -> ListenerCosts:
    slower = [alone.matches / with_them.matches for alone, with_them in found]
    low, middle, high = statistics.quantiles(slower, n=4)
    more = statistics.mean(with_them.page - alone.page for alone, with_them in found)
    play = statistics.mean(each.play for both in found for each in both)
    return ListenerCosts(middle, (low, high), more / play, sum(each.heard for _, each in found))


@contextmanager
def playing(data: Path, boards: int) -> Iterator[tuple[psutil.Process, str]]:
    """The quickstart with so many boards, once something is played, and its page's address."""
    own, source = data / "quickstart.toml", example("quickstart")
    assert source is not None
    own.write_text(source.read_text().replace("boards = 30", f"boards = {boards}"))
    words = ["--data", str(data), "run", str(own), "--jobs", "2", "--web", "0"]
    with subprocess.Popen([str(STYCH), *words], stdout=subprocess.PIPE, text=True, cwd=ROOT) as run:
        assert run.stdout
        try:
            told = next(each for each in run.stdout if each.startswith("Tournaments at"))
            reading = Thread(target=run.stdout.read, daemon=True)
            reading.start()
            while not _played(data):
                time.sleep(0.5)
            yield psutil.Process(run.pid), told.rpartition(" ")[2].strip()
        finally:
            run.terminate()


def _slice(run: psutil.Process, data: Path, audience: Audience, listeners: int) -> Slice:
    with audience.listening(listeners):
        # Streams that were just opened, or closed before, are no part of what it costs to listen.
        time.sleep(_SETTLED)
        begun, matches, before, heard = time.monotonic(), _played(data), _spent(run), audience.heard
        time.sleep(_SECONDS)
        after, played, took = _spent(run), _played(data) - matches, time.monotonic() - begun
    page, play = ((now - was) / took for now, was in zip(after, before, strict=True))
    return Slice(played / took, page, play, audience.heard - heard)


def _spent(run: psutil.Process) -> tuple[float, float]:
    """Seconds of a processor that went into the page, and into all else."""
    page = play = 0.0
    for each in (run, *descendants(run.pid)):
        with suppress(psutil.NoSuchProcess):
            own = sum(each.cpu_times()[:4])
            if " web " in line(each):
                page += own
            else:
                play += own
    return page, play


def _played(data: Path) -> int:
    """How many matches are kept."""
    try:
        with closing(sqlite3.connect(f"file:{data / DATABASE}?mode=ro", uri=True)) as database:
            [found] = database.execute("SELECT count(*) FROM matches").fetchone()
            return int(found)
    except sqlite3.OperationalError:
        return 0
