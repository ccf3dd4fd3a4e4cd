"""The pages in a real browser: readable for everybody, alive, and usable by keys."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

pytest.importorskip("axe_playwright_python", reason="axe-playwright-python is not installed")

from playwright.sync_api import Browser, expect

from referee.record import Record
from tests.report.cups import crashing, hold
from tests.web.browser import PHONE, Watched, aside, needs_chromium, problems, site
from tests.web.serving import served
from tests.web.sites import cup

pytestmark = [pytest.mark.slow, needs_chromium]
# Milliseconds after which a wait is taken to have failed; never a measure of speed.
_LONG = 60_000


@dataclass(frozen=True)
class Shown:
    """A site before a browser."""

    address: str
    browser: Browser
    records: list[Record]
    """The two matches of ann and bob on board 1; cid is at fault in all of its own."""

    @property
    def pages(self) -> list[str]:
        one, other = self.records[:2]
        return [
            "/t/cup",
            "/t/cup/matches",
            "/t/cup/faults",
            "/t/cup/about",
            "/t/cup/bots/bob",
            "/bots",
            "/bots/bob",
            "/versus?one=ann&other=bob",
            f"/m/{one.id}?step=7",
            f"/m/{one.id}?step=7&seat=0",
            f"/compare/{one.id}/{other.id}",
            "/rules",
            "/nowhere",
        ]


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Shown]:
    data = tmp_path_factory.mktemp("site")
    records: dict[str, Record] = {}
    aside(lambda: records.update(hold(data, cup(["ann", "bob", "cid"], boards=2), crashing("cid"))))
    played = [each for each in records.values() if not each.faults]
    block = [each for each in played if each.board == 1]
    with served(site(data)) as address:
        yield Shown(address, browser, block)


def test_every_page_can_be_read_by_everybody(shown: Shown) -> None:
    """Axe finds nothing, nothing is too wide, and there is no error or request to others."""
    context = shown.browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]})
    page = context.new_page()
    watched = Watched(page, shown.address)
    found = []
    for path in shown.pages:
        page.goto(shown.address + path)
        found += problems(page)
    context.close()
    # That /nowhere is not found is an error for the browser.
    told = [each for each in watched.troubles if "404" not in each]
    assert not found + told


def test_keys_lead_through_a_match(shown: Shown) -> None:
    page = shown.browser.new_page()
    page.goto(f"{shown.address}/m/{shown.records[0].id}")
    count = page.locator("#count")
    last = int((count.text_content() or "").rpartition(" ")[2])
    # What all steps look like came with the page: a step asks nobody.
    page.wait_for_load_state("networkidle")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for key, at in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last)):
        page.keyboard.press(key)
        expect(count).to_have_text(f"{at} of {last}", timeout=_LONG)
        expect(page.locator(".step")).to_have_attribute("data-step", str(at))
        expect(page.locator(".log [aria-current=step] span").first).to_have_text(str(at))
        assert page.url.endswith(f"step={at}")
    page.keyboard.press("Home")
    expect(count).to_have_text(f"0 of {last}")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator(".log [aria-current=step]")).to_contain_text("takes the trick")
    # Browsers look for the picture of an address again when it changes.
    assert [each for each in asked if "/static/icon.svg" not in each] == []
    # The address is that of the step, also for whoever it is sent to.
    there = page.locator(".step").inner_html()
    page.reload()
    assert page.locator(".step").inner_html() == there
    page.close()


def test_the_other_view_is_of_the_same_step(shown: Shown) -> None:
    page = shown.browser.new_page()
    page.goto(f"{shown.address}/m/{shown.records[0].id}?step=3")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#count")).to_contain_text("4 of", timeout=_LONG)
    page.locator(".views a").nth(1).click()
    expect(page.locator("#count")).to_contain_text("4 of")
    assert "seat=0" in page.url
    page.close()


def test_a_match_is_found_and_stepped_through_without_a_script(shown: Shown) -> None:
    context = shown.browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{shown.address}/t/cup")
    page.get_by_role("link", name="Matches", exact=True).click()
    page.locator('select[name="bot"]').select_option("ann")
    page.get_by_role("button", name="Show").click()
    page.locator('a[href^="/m/"]').first.click()
    for at in range(3):
        expect(page.locator("#count")).to_contain_text(f"{at} of")
        page.get_by_role("link", name="Forward").click()
    page.get_by_role("link", name="What").first.click()
    expect(page.locator("#count")).to_contain_text("3 of")
    context.close()


def test_standings_are_live(tmp_path: Path, shown: Shown) -> None:
    """A block that is played while the page is open is on it, without a reload."""
    own = cup(boards=3)
    aside(hold, tmp_path, own, most=6)
    with served(site(tmp_path)) as address:
        page = shown.browser.new_page()
        watched = Watched(page, address)
        page.goto(f"{address}/t/cup")
        words = page.locator("[data-part=progress] strong")
        expect(words).to_have_text("1 of 3 boards are over")
        page.evaluate("document.body.dataset.same = 'yes'")
        aside(hold, tmp_path, own)
        expect(words).to_have_text("All 3 boards are over", timeout=_LONG)
        expect(page.locator("#live")).to_have_text("3 of 3 boards are over.")
        assert page.evaluate("document.body.dataset.same") == "yes"
        assert not watched.troubles
        page.close()


def test_the_colours_that_somebody_chose_stay(shown: Shown) -> None:
    context = shown.browser.new_context(color_scheme="light")
    page = context.new_page()
    page.goto(f"{shown.address}/t/cup")
    page.get_by_label("dark").check()
    page.goto(f"{shown.address}/bots")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    context.close()
