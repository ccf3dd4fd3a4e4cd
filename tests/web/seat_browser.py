"""A seat in a real browser, which plays at a real server."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page

from referee.sandbox.probe import Mode
from stych_web.app import create_app
from stych_web.opening import Opened
from stych_web.playing.room import PlayRoom
from stych_web.site import WebSite
from tests.e2e.worker_server import forked_workers
from tests.web.browser import problems
from tests.web.serving import served


@contextmanager
def seats(folder: Path) -> Iterator[str]:
    """The address of a server of this folder, on which persons can play."""
    app = create_app(WebSite(Opened(folder)), room=PlayRoom(folder, Mode.OFF))
    with forked_workers(), served(app) as address:
        yield address


@contextmanager
def page_of(browser: Browser, size: tuple[int, int], *, script: bool = True) -> Iterator[Page]:
    """A page that says nothing on its console, and asks no other origin."""
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height}, java_script_enabled=script, has_touch=True
    )
    page = context.new_page()
    page.set_default_timeout(30_000)
    said: list[str] = []
    asked: set[str] = set()
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.add("/".join(request.url.split("/")[:3])))
    yield page
    context.close()
    # The browser itself tells of forms that were refused, of closed tables, and of a network that a
    # test has cut.
    told = ("422", "410", "ERR_FAILED")
    assert [each for each in said if not any(word in each for word in told)] == []
    assert len(asked) <= 1


def check_page(page: Page) -> None:
    """On a phone in light and at a desk in dark, axe finds nothing and nothing is too wide."""
    assert problems(page) == []
