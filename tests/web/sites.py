"""Sites of small tournaments, and how tests ask them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

import pytest

pytest.importorskip("starlette", reason="the extra web is not installed")

from starlette.testclient import TestClient

from stych_web.app import create_app
from stych_web.opening import Opened
from stych_web.site import WebSite
from tests.report.cups import definition
from tournaments.config.definition import Definition

VOID = {"br", "circle", "col", "hr", "img", "input", "line", "link", "meta", "path", "rect", "use"}
"""Elements that need no end tag: those of HTML that have none, and empty ones of SVG."""


def cup(names: Sequence[str] = ("ann", "bob", "cid"), **more: Any) -> Definition:
    """A tournament between bots of which no two are the same."""
    bots = {
        name: {"bot": name, "version": "1.0", "digest": f"{number:02x}" * 32, "joined": 1}
        for number, name in enumerate(names, 1)
    }
    return definition(names, entrants=bots, **more)


@contextmanager
def asked(data: Path, names: tuple[str, ...] | None = None) -> Iterator[TestClient]:
    """A client of the site of that data folder."""
    app = create_app(WebSite(Opened(data, names)))
    with TestClient(app, base_url="http://127.0.0.1", follow_redirects=True) as client:
        yield client


class Document(HTMLParser):
    """A page: its elements, which have to be whole, and what it leads to."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.links: list[str] = []
        self.tags: list[str] = []
        self.words: list[str] = []
        self.inline: list[str] = []
        """What a strict policy refuses: styles and handlers in the page itself."""
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert not self._open, f"left open: {self._open}"

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", " ".join(self.words))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.links.append(value)
            if name == "style" or name.startswith("on"):
                self.inline.append(f"{tag} {name}")
        if tag == "style" or (tag == "script" and not dict(attrs).get("src")):
            self.inline.append(tag)
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self._open, f"</{tag}> ends nothing"
            assert self._open.pop() == tag, f"</{tag}> ends something else"

    def handle_data(self, data: str) -> None:
        self.words.append(data)


_LINK: Final = re.compile(r'<[a-z][^>]*?\s(?:href|src)="([^"]+)"')


def links(text: str) -> list[str]:
    """What a page leads to, in a fifth of the time that a Document takes."""
    return [unescape(each) for each in _LINK.findall(text)]


def crawl(
    client: TestClient, *beginnings: str, known: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """By address: the answers `known`, and those for all that links from `beginnings` lead to."""
    found: dict[str, Any] = {**(known or {})}
    left = [*beginnings]
    while left:
        address = left.pop()
        if address in found:
            continue
        found[address] = answer = client.get(address)
        if "text/html" in answer.headers.get("content-type", ""):
            own = (each for each in links(answer.text) if not urlsplit(each).netloc)
            left += [_own(address, link) for link in own]
    return found


def _own(address: str, link: str) -> str:
    """Where the link leads; of the steps of a match one stands for all."""
    whole = urljoin(address, link).partition("#")[0]
    return re.sub(r"[?&]step=\d+", "", whole)
