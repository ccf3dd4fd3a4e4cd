"""Two persons at once, each with a browser and a table: neither is told what only the other saw."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from referee.games.drawing import BACK
from referee.record import Record, read_record
from stych_web.replaying import drawn_match, step_html
from tests.e2e.processes import until
from tests.web.browser import DESK, PHONE, needs_chromium
from tests.web.seat_browser import page_of, seats
from tests.web.test_play_in_browser import by_touch, sit_down
from tests.web.walks import Checked

pytestmark = [pytest.mark.slow, pytest.mark.unconfined, needs_chromium, pytest.mark.minutes(0.5)]

TURNS: Final = 4
_STORED: Final = """async () => JSON.stringify([
  {...localStorage}, {...sessionStorage}, document.cookie,
  await indexedDB.databases(), await caches.keys(), window.name])"""
"""What a page has kept in its browser; of databases and caches the names."""


@dataclass
class Person:
    """Somebody who plays, and what came to their browser since `listen`."""

    page: Page
    random: Random
    told: list[str] = field(default_factory=list)
    """The answers and events of the server, and at each `look` the page and what is kept."""
    _unread: list[Response] = field(default_factory=list)

    def listen(self) -> None:
        """Note from now on what the server answers without an error, its events too."""
        # A stream of events has no end to wait for: the browser tells of each as it comes.
        session = self.page.context.new_cdp_session(self.page)
        session.send("Network.enable")
        session.on("Network.eventSourceMessageReceived", lambda each: self.told.append(str(each)))
        self.page.on("response", self._answered)

    def _answered(self, response: Response) -> None:
        # A redirect has no body. Refused answers are not noted either.
        if response.request.resource_type in ("document", "fetch") and response.ok:
            self._unread.append(response)

    def look(self) -> None:
        """Note what has come, what the page is made of, and what is kept."""
        form = self.page.locator("form.asked")
        expect(form).to_be_visible(timeout=60_000)
        while self._unread:
            self.told.append(self._unread.pop().text())
        self.told += [self.page.content(), self.page.evaluate(_STORED)]
        cookies: list[Any] = self.page.context.cookies()
        self.told.append(json.dumps(cookies))

    def turn(self) -> None:
        """Answer what is asked, and look."""
        form = self.page.locator("form.asked")
        form.evaluate("each => { each.dataset.old = '1' }")
        by_touch(self.random)(self.page)
        expect(self.page.locator("form.asked[data-old]")).to_have_count(0, timeout=60_000)
        self.look()

    def leave(self) -> None:
        """Forfeit the match, which keeps its record."""
        self.page.get_by_text("Leave the table").click()
        self.page.get_by_role("button", name="Leave and forfeit").click()
        expect(self.page.get_by_role("heading", level=1)).to_have_text("This table is closed.")


@contextmanager
def person(browser: Browser, size: tuple[int, int], address: str, seed: int) -> Iterator[Person]:
    """Somebody at a table of their own, whose cookies and storage nobody else shares."""
    with page_of(browser, size) as page:
        own = Person(page, Random(seed))
        sit_down(page, address, "fox")
        # Not before: the browser drops the bodies of answers when it leaves their page.
        own.listen()
        page.reload()
        own.look()
        yield own


def seen_by_seat(record: Record) -> set[str]:
    """The cards that the person was shown by right: those of all steps as their seat saw them."""
    [seat] = [at for at, each in enumerate(record.seats) if each.entrant == "you"]
    match = drawn_match(record, seat)
    return {key for each in match.steps for key in Checked(step_html(each, match.picture)).used}


def shown(told: str, record: Record) -> set[str]:
    """The cards that a text draws, names, or lets choose, but for the sheet of all drawings."""
    faces = drawn_match(record, None).picture.faces
    text = re.sub(r"<symbol.*?</symbol>", "", told, flags=re.DOTALL)
    keys = set(re.findall(r'(?:href="#|value=")([\w-]+)"', text)) & faces.keys()
    # Behind a digit it is the end of a longer number.
    return keys | {
        key for key in faces if re.search(rf"(?<!\d){re.escape(faces[key].spoken)}", text)
    }


def test_two_persons_at_two_tables(browser: Browser, tmp_path: Path) -> None:
    kept, records = tmp_path / "joined", list[Record]()
    with (
        seats(tmp_path) as address,
        person(browser, DESK, address, 1) as ann,
        person(browser, PHONE, address, 2) as bob,
    ):
        both, known = (ann, bob), set[Path]()
        for _ in range(TURNS):
            for each in both:
                each.turn()
        keys = [each.page.url.rpartition("/")[2] for each in both]
        for each in both:
            each.leave()
            until(lambda: len([*kept.glob("*.json")]) > len(known))
            [file] = set(kept.glob("*.json")) - known
            known.add(file)
            records.append(read_record(file.read_text()))
    for own, me in enumerate(both):
        mine, theirs = (seen_by_seat(records[each]) for each in (own, 1 - own))
        found = set[str]().union(*(shown(each, records[own]) for each in me.told))
        assert found - {BACK.key} <= mine
        # Cards that only the other was shown: by these a leak would be noticed.
        assert len(theirs - mine) > 3
        assert found & mine
        assert not any(keys[1 - own] in each for each in me.told)
        assert any("eventId" in each for each in me.told)
