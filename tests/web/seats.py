"""A visitor without JavaScript, who plays by the forms of the pages alone."""

import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any

import anyio
import httpx

from referee.sandbox.probe import Mode
from stych_web.app import create_app
from stych_web.opening import Opened
from stych_web.playing.room import PlayRoom
from stych_web.site import WebSite
from tests.e2e.worker_server import forked_workers

GAMES: Mapping[str, Mapping[str, str]] = {
    "fox": {"option-target": "1"},
    "the-game": {"option-players": "2", "option-talk": "true", "bot-1": "sample/thumb"},
    "nase-hra": {"option-players": "3", "option-series": "single"},
    "korist": {"option-limit": "30"},
}
"""What a short match of each game takes in the form."""


@dataclass
class SentForm:
    """A form of a page: its fields as they are without anybody's doing, and what can be chosen."""

    action: str
    fields: dict[str, str] = field(default_factory=dict)
    choices: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    """The values that can be chosen, by the name and the type of the control."""
    buttons: list[tuple[str, str, bool]] = field(default_factory=list)
    """Name, value, and whether what is chosen goes with it."""

    def filled(self, random: Random) -> dict[str, Any]:
        """The form as a person may send it who looks at nothing."""
        name, value, with_choices = random.choice(self.buttons)
        body: dict[str, Any] = {**self.fields, **({name: value} if name else {})}
        for (key, kind), values in self.choices.items() if with_choices else ():
            many = min(len(values), random.choice((1, 1, 2)))
            body[key] = random.choice(values) if kind == "radio" else random.sample(values, many)
        return body


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[SentForm] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(SentForm(own.get("action", "")))
        elif self.forms and "disabled" not in own:
            self._control(self.forms[-1], tag, own)

    def _control(self, form: SentForm, tag: str, own: Mapping[str, str]) -> None:
        name, value, kind = own.get("name", ""), own.get("value", ""), own.get("type", "")
        if tag == "button":
            form.buttons.append((name, value, "formnovalidate" not in own))
        elif tag == "input" and kind in ("radio", "checkbox"):
            form.choices.setdefault((name, kind), []).append(value)
        elif tag == "input":
            form.fields[name] = value


@lru_cache(8)
def forms(text: str) -> list[SentForm]:
    """The forms of a page."""
    parser = _Forms()
    # Most of a page are drawings, and there are no controls in them.
    parser.feed(re.sub(r"<svg\b.*?</svg>", "", text, flags=re.DOTALL))
    return parser.forms


def asked(text: str) -> SentForm | None:
    """The form of the open question; None where nothing is asked."""
    return next((form for form in forms(text) if "decision" in form.fields), None)


def heading(text: str) -> str:
    """The heading of a page."""
    found = re.search(r"<h1[^>]*>(.*?)</h1>", text)
    assert found
    return found[1]


@dataclass
class Visitor:
    """Somebody with a browser."""

    http: httpx.AsyncClient

    async def sit_down(self, game: str, **more: str) -> httpx.Response:
        """Open a table; the page that comes of it."""
        order = await self.http.get("/play", params={"game": game})
        [form] = [each for each in forms(order.text) if "game" in each.fields]
        body = {**form.fields, "bot-1": "sample/random", **GAMES.get(game, {}), **more}
        return await self.http.post(form.action, data=body)

    async def until_asked(self, page: httpx.Response) -> httpx.Response:
        """The page, looked at again for as long as the others think."""
        while not asked(page.text) and 'http-equiv="refresh"' in page.text:
            await anyio.sleep(0.05)
            page = await self.http.get(page.url.path)
        return page

    async def play_on(self, page: httpx.Response, random: Random) -> tuple[httpx.Response, int]:
        """Play the match to its end; the last page, and how many answers were sent."""
        sent = 0
        while form := asked((page := await self.until_asked(page)).text):
            page = await self.http.post(form.action, data=form.filled(random))
            assert page.status_code in (200, 422), page.text
            sent += 1
        return page, sent


@asynccontextmanager
async def site(folder: Path, *, behind_proxy: bool = False) -> AsyncIterator[Any]:
    """The application, on which persons can play."""
    room = PlayRoom(folder, Mode.OFF, behind_proxy=behind_proxy)
    app = create_app(WebSite(Opened(folder)), room=room)
    with forked_workers():
        async with app.router.lifespan_context(app):
            yield app


@asynccontextmanager
async def visitor(app: Any, address: str = "127.0.0.1") -> AsyncIterator[Visitor]:
    """A visitor of the application."""
    transport = httpx.ASGITransport(app=app, client=(address, 1))
    async with visitor_at("http://localhost", transport) as found:
        yield found


@asynccontextmanager
async def visitor_at(
    address: str, transport: httpx.AsyncBaseTransport | None = None
) -> AsyncIterator[Visitor]:
    """A visitor of the server at an address; without a transport, over the network."""
    async with httpx.AsyncClient(
        transport=transport,
        base_url=address,
        timeout=600,
        follow_redirects=True,
        # What a browser says of a form that one of our pages sends.
        headers={"Sec-Fetch-Site": "same-origin"},
    ) as http:
        yield Visitor(http)
