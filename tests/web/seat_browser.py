"""A seat in a real browser, which plays at a real server."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from referee.sandbox.probe import Mode
from stych_web.app import create_app
from stych_web.opening import Opened
from stych_web.playing.room import PlayRoom
from stych_web.serving import web_server
from stych_web.site import WebSite
from tests.e2e.command import LONG

PHONE: Final = (360, 780)
DESK: Final = (1280, 900)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a server of this folder, on which persons can play."""
    app = create_app(WebSite(Opened(folder)), room=PlayRoom(folder, Mode.OFF))
    server = web_server(app)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(LONG)


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
    # The browser itself tells of a form that was refused, and of a network that was cut by a test.
    told = ("422", "ERR_FAILED")
    assert [each for each in said if not any(word in each for word in told)] == []
    assert len(asked) <= 1


def check_page(page: Page) -> None:
    """In light and dark axe finds nothing, and the page does not scroll sideways."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{page.url} scrolls sideways by {wide} at {page.viewport_size}"
