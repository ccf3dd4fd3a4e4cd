"""A person plays in a real browser: by keyboard, by touch, without JavaScript."""

from collections.abc import Callable, Iterator
from random import Random
from unittest import mock

import anyio
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from stych_web.playing import room
from tests.web.browser import DESK, PHONE, aside, needs_chromium
from tests.web.seat_browser import check_page, page_of, seats
from tests.web.seats import GAMES, visitor_at

pytestmark = [pytest.mark.slow, pytest.mark.unconfined, needs_chromium, pytest.mark.minutes(0.5)]

OVER = "Look back with all hands"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    # All tests of this module open tables from one address, more than it may in so short a time.
    with (
        mock.patch.object(room, "_MOST_OPENINGS", 1000),
        seats(tmp_path_factory.mktemp("play")) as found,
    ):
        yield found


def sit_down(page: Page, address: str, game: str) -> None:
    """Open a table for a short match by the form."""
    page.goto(f"{address}/play?game={game}")
    for name, value in GAMES[game].items():
        control = page.locator(f"[name={name}]")
        if control.get_attribute("type") == "checkbox":
            control.check()
        elif control.evaluate("each => each.tagName") == "SELECT":
            control.select_option(value)
        else:
            control.fill(value)
    page.locator("[name=bot-1]").select_option("sample/random")
    page.locator("[name=hints]").check()
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/seat/*")


def answer_all(page: Page, answer: Callable[[Page], None]) -> int:
    """Answer until the match is over; how many answers were sent, with those that were refused."""
    asked, over = page.locator("form.asked"), page.get_by_role("link", name=OVER)
    sent = 0
    while True:
        expect(asked.or_(over)).to_be_visible(timeout=60_000)
        if over.is_visible():
            return sent
        # The mark goes with its form: a new one takes its place, also after a refused answer.
        asked.evaluate("each => { each.dataset.old = '1' }")
        answer(page)
        sent += 1
        expect(page.locator("form.asked[data-old]")).to_have_count(0, timeout=60_000)
        assert sent < 2000


def by_keyboard(random: Random) -> Callable[[Page], None]:
    """Answers with Tab, arrows, Space and Enter, from where the focus is."""

    def answer(page: Page) -> None:
        focused = page.locator("form.asked :focus")
        expect(focused).to_have_count(1)
        kind = focused.get_attribute("type")
        # Arrows move among the radio buttons of a group, Tab moves to the next control.
        for _ in range(random.randrange(3)):
            page.keyboard.press("ArrowRight" if kind == "radio" else "Tab")
            if page.locator("form.asked :focus").count() == 0:
                page.keyboard.press("Shift+Tab")
        focused = page.locator("form.asked :focus")
        if focused.get_attribute("type") in ("radio", "checkbox"):
            if not focused.is_checked():
                page.keyboard.press("Space")
            to_button(page, random)
        page.keyboard.press("Enter")

    return answer


def to_button(page: Page, random: Random) -> None:
    """Tab to a button of the form that sends what was ticked."""
    buttons = page.locator("form.asked button:not([formnovalidate]):not([disabled])")
    tab_to(page, buttons.nth(random.randrange(buttons.count())))


def tab_to(page: Page, control: Locator) -> None:
    """Press Tab until the control has the focus."""
    for _ in range(80):
        if control.evaluate("each => each === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("the control cannot be reached by Tab")


def by_touch(random: Random) -> Callable[[Page], None]:
    """Answers with taps on cards and buttons."""

    def answer(page: Page) -> None:
        cards = page.locator("form.asked label.pick:not(.not)")
        buttons = page.locator("form.asked button:not([disabled])")
        if cards.count():
            cards.nth(random.randrange(cards.count())).tap()
            buttons = page.locator("form.asked button:not([formnovalidate]):not([disabled])")
        buttons.nth(random.randrange(buttons.count())).tap()

    return answer


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_match_by_keyboard_alone(browser: Browser, address: str, game: str) -> None:
    with page_of(browser, DESK) as page:
        sit_down(page, address, game)
        expect(page.locator("form.asked")).to_be_visible()
        first = "form.asked input:not([type=hidden]):not([disabled]), form.asked button"
        tab_to(page, page.locator(first).first)
        assert answer_all(page, by_keyboard(Random(1)))


def test_a_match_by_touch_on_a_phone(browser: Browser, address: str) -> None:
    with page_of(browser, PHONE) as page:
        sit_down(page, address, "fox")
        assert answer_all(page, by_touch(Random(1)))


def test_a_match_without_javascript(browser: Browser, address: str) -> None:
    with page_of(browser, PHONE, script=False) as page:
        sit_down(page, address, "nase-hra")
        assert answer_all(page, by_touch(Random(1)))
        page.get_by_role("link", name=OVER).click()
        page.get_by_role("link", name="One step on").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Step 1 of")


def test_a_reload_and_a_lost_network_go_on_where_it_was(browser: Browser, address: str) -> None:
    with page_of(browser, DESK) as page:
        sit_down(page, address, "fox")
        decision = page.locator("form.asked input[name=decision]")
        before = decision.get_attribute("value")
        assert before
        page.reload()
        expect(decision).to_have_value(before)
        cards = page.locator("form.asked label.pick:not(.not)")
        # A request that fails is reported, and the chosen card stays chosen.
        page.route("**/seat/**", lambda route: route.abort())
        cards.first.tap()
        page.locator("form.asked button").first.tap()
        expect(page.get_by_text("The connection is lost.")).to_be_visible()
        page.unroute("**/seat/**")
        page.locator("form.asked button").first.tap()
        expect(page.get_by_text("The connection is lost.")).to_be_hidden()
        expect(page.locator(f"input[name=decision][value='{before}']")).to_have_count(0)
        page.get_by_text("Leave the table").click()
        page.get_by_role("button", name="Leave and forfeit").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("This table is closed.")


def test_the_way_to_a_table_is_for_everybody(browser: Browser, address: str) -> None:
    with page_of(browser, PHONE) as page:
        page.goto(f"{address}/play")
        check_page(page)
        for game in GAMES:
            page.goto(f"{address}/play?game={game}")
            check_page(page)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_pages_are_for_everybody(browser: Browser, address: str, game: str) -> None:
    with page_of(browser, PHONE) as page:
        sit_down(page, address, game)
        expect(page.locator("form.asked")).to_be_visible()
        check_page(page)
        page.get_by_text("Leave the table").click()
        page.get_by_text("Hint", exact=True).click()
        check_page(page)
        aside(anyio.run, play_to_the_end, address, page.url)
        page.reload()
        expect(page.get_by_role("link", name=OVER)).to_be_visible()
        check_page(page)
        page.get_by_role("link", name=OVER).click()
        # Until it is loaded, its script hears no keys.
        page.wait_for_url("**/replay*")
        page.keyboard.press("ArrowRight")
        expect(page.get_by_role("heading", level=1)).to_contain_text("Step 1 of")
        check_page(page)


async def play_to_the_end(address: str, seat: str) -> None:
    """Answer all that the seat is still asked, without a browser: that takes less time."""
    async with visitor_at(address) as person:
        page = await person.http.get(seat)
        assert (await person.play_on(page, Random(2)))[1]
