"""How long after a block's end the open page of a tournament shows it, in a real browser.

A block ends when the last of its matches is saved. It counts when all blocks before it have ended
as well, since the page counts whole blocks in the order of play. Then the delay begins.
"""

import re
import sqlite3
import tempfile
import time
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from typing import Final

from playwright.sync_api import Page

from tests.web.browser import chromium
from tests.web.listeners import Audience, playing
from tests.web.timings import Timings
from tournaments.config.stored import stored
from tournaments.core.fixtures import Fixture
from tournaments.storage.address import DATABASE
from tournaments.storage.store import Store

BLOCKS: Final = 150
"""At least so many blocks are measured, of the tournament's 1000."""
_BOARDS: Final = 100
OTHERS: Final = 50
"""So many listen besides the page."""
_OFTEN: Final = 0.005
"""Seconds between two looks whether anything was saved."""
_WATCH: Final = """() => {
  const part = document.querySelector("[data-part=progress]");
  const note = () => window.shown.push([Date.now(), part.textContent]);
  window.shown = [];
  new MutationObserver(note).observe(part, { childList: true, subtree: true });
  note();
}"""
"""Notes when the page shows how far the tournament has come, and what it shows then."""


@dataclass(slots=True)
class _Saved:
    """Notes when each number of matches began to count."""

    data: Path
    times: list[tuple[float, int]] = field(default_factory=list)
    _over: Event = field(default_factory=Event)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Notes them within the `with` block, in a thread of its own."""
        thread = Thread(target=self._watch)
        thread.start()
        try:
            yield
        finally:
            self._over.set()
            thread.join()

    def _watch(self) -> None:
        with Store(self.data) as store:
            fixtures = stored(store, "quickstart").schedule().fixtures
        saved, counted, last = set[str](), 0, 0
        address = f"file:{self.data / DATABASE}?mode=ro"
        with closing(sqlite3.connect(address, uri=True)) as database:
            while not self._over.wait(_OFTEN):
                query = "SELECT rowid, id FROM matches WHERE rowid > ? ORDER BY rowid"
                found = database.execute(query, [last]).fetchall()
                if not found:
                    continue
                now, is_first, last = time.time(), not last, found[-1][0]
                saved.update(id_ for _, id_ in found)
                # Several blocks may count since the last look: all of them get this time.
                while (to := _block_end(fixtures, counted, saved)) > counted:
                    counted = to
                    # Of what was there before the first look nobody knows when it ended.
                    if not is_first:
                        self.times.append((now, to))


def _block_end(fixtures: Sequence[Fixture], at: int, saved: set[str]) -> int:
    """Where the block ends that begins at this fixture; the fixture itself if it is not whole."""
    own = fixtures[at : at + fixtures[at].block.seatings] if at < len(fixtures) else []
    return at + len(own) if all(each.id in saved for each in own) else at


def standings_delays(blocks: int) -> Timings:
    """Seconds from when a block counts until the page shows it, for so many blocks or more.

    They are in the order of play, and of a tournament that is played while its page is open.
    """
    with (
        tempfile.TemporaryDirectory() as folder,
        chromium() as browser,
        playing(Path(folder), _BOARDS) as (_, address),
    ):
        saved, page = _Saved(Path(folder)), browser.new_page()
        page.goto(f"{address}t/quickstart")
        with Audience(address).listening(OTHERS), saved.watching():
            page.evaluate(_WATCH)
            shown = _shown(page)
            while len(delays := _delays(saved.times, shown)) < blocks:
                page.wait_for_timeout(1000)
                shown = _shown(page)
    return Timings(delays)


def _shown(page: Page) -> Mapping[int, float]:
    """When the page first showed that so many matches count."""
    first: dict[int, float] = {}
    for at, text in page.evaluate("window.shown"):
        if found := re.search(r"(\d+) of \d+ match(?:es)? count", text):
            first.setdefault(int(found[1]), at / 1000)
    return first


def _delays(saved: Sequence[tuple[float, int]], shown: Mapping[int, float]) -> list[float]:
    counts = sorted(shown)
    return [
        shown[counts[bisect_left(counts, number)]] - at
        for at, number in [*saved]
        # What was there before the page was opened was never news to it.
        if counts[0] < number <= counts[-1]
    ]
