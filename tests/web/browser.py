"""A real browser before a real server; skipped with the reason where a machine has none."""

import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

import uvicorn
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, sync_playwright
from starlette.applications import Starlette

from referee.rpc.listening import bound
from stych_web.app import create_app
from stych_web.opening import Opened
from stych_web.site import WebSite

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
needs_chromium = pytest.mark.skipif(
    CHROMIUM is None, reason="there is no Chromium: apt-get install chromium"
)


def _has_fonts() -> bool:
    """Whether the machine has the fonts that the pictures in docs were made with."""
    if (tool := shutil.which("fc-match")) is None:
        return False
    line = [tool, "Liberation Serif"]
    found = subprocess.run(line, capture_output=True, text=True, check=False)
    return "Liberation" in found.stdout


needs_fonts = pytest.mark.skipif(
    not _has_fonts(), reason="there is no Liberation Serif: apt-get install fonts-liberation"
)
SIZES = ((360, 740), (1280, 900))
SCHEMES = ("light", "dark")


@contextmanager
def served(app: Starlette) -> Iterator[str]:
    """The address of a server of its own for the application."""
    [listening] = bound("127.0.0.1:0")
    config = uvicorn.Config(app, log_config=None, lifespan="on", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    running = threading.Thread(target=server.run, args=([listening],))
    running.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        running.join()


def site(data: Path) -> Starlette:
    """The application for that data folder."""
    return create_app(WebSite(Opened(data)))


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser that the machine has."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


def aside(do: Callable[..., object], *arguments: object, **more: object) -> None:
    """Do something in another thread: that of a browser has an event loop that runs."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(do, *arguments, **more).result()


class Watched:
    """A page whose troubles are noted: errors, and requests to others."""

    def __init__(self, page: Page, own: str) -> None:
        self.troubles: list[str] = []
        self._own = own
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        page.on("request", self._asked)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.troubles.append(f"{message.type}: {message.text}")

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self._own, "data:")):
            self.troubles.append(f"asked another origin: {request.url}")
