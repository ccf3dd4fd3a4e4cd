"""A real browser before a real server. Without one tests are skipped, but in CI they fail."""

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count, product
from pathlib import Path
from typing import Final, Literal
from urllib.parse import urlsplit

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, sync_playwright
from starlette.applications import Starlette

from stych_web.app import create_app
from stych_web.opening import Opened
from stych_web.site import WebSite

# The one without windows takes a quarter less of a processor, and draws the same.
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = next(filter(None, map(shutil.which, _NAMES)), None)
needs_chromium = pytest.mark.skipif(
    CHROMIUM is None and not os.environ.get("CI"),
    reason="there is no Chromium: apt-get install chromium",
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
PHONE: Final = (360, 780)
DESK: Final = (1280, 900)
SIZES: Final = (PHONE, DESK)
Scheme = Literal["light", "dark"]
SCHEMES: Final[tuple[Scheme, Scheme]] = ("light", "dark")


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
    """Notes the troubles of a page: errors, warnings, and requests to other origins."""

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


PICTURES: Final = os.environ.get("STYCH_PICTURES", "")
"""A folder for pictures of all pages that are looked at: for people, who see more than axe does.
"" for no pictures."""
_pictures = count(1)
_VIOLATIONS: Final = "axe.run({resultTypes: ['violations']}).then(found => found.violations)"


def problems(page: Page) -> list[str]:
    """What keeps somebody from reading the page: on a phone in light, and at a desk in dark.

    It is all that axe finds, and scrolling sideways. A page is loaded once for both: no script of
    ours asks for the size or the scheme, and axe takes half as long where it has run.
    """
    from axe_playwright_python.base import AXE_SCRIPT

    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = []
    # No colour depends on the size (test_colours.py): each size and each scheme are looked at once.
    for size, scheme in zip(SIZES, SCHEMES, strict=True):
        _show(page, size, scheme)
        found += _problems(page)
    if PICTURES:
        _keep_pictures(page)
    return found


def _show(page: Page, size: tuple[int, int], scheme: Scheme) -> None:
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")


def _problems(page: Page) -> list[str]:
    where = f"{page.url} at {page.viewport_size}"
    found = [
        f"{where}: {each['id']}: {[node['target'] for node in each['nodes']][:3]}"
        for each in page.evaluate(_VIOLATIONS)
    ]
    over = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    return found + [f"{where}: {over} pixels too wide"] * (over > 0)


def _keep_pictures(page: Page) -> None:
    for size, scheme in product(SIZES, SCHEMES):
        _show(page, size, scheme)
        path = re.sub(r"[^a-z]+", "-", urlsplit(page.url).path).strip("-")[:24] or "index"
        name = f"{path}-{size[0]}-{scheme}-{os.getpid()}-{next(_pictures)}.png"
        page.screenshot(path=Path(PICTURES, name), full_page=True)
