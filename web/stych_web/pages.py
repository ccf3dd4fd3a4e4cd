"""The pages: each is made of a view and its template."""

import hashlib
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from anyio.to_thread import run_sync
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from stych_web.index import index_view
from stych_web.live import MOST_LISTENERS, LiveNews
from stych_web.matches import Wanted, matches_view
from stych_web.rendering import part, render
from stych_web.security import UNCHANGED
from stych_web.site import Site
from stych_web.standings import standings_view
from tournaments.storage.store import Store

Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]


class Pages:
    """The pages of a site."""

    def __init__(self, site: Site, news: LiveNews) -> None:
        self._site = site
        self._news = news

    def routes(self) -> list[Route]:
        """Where each page is."""
        return [
            Route("/", self.index, name="index"),
            Route("/t/{name}", self.standings, name="standings"),
            Route("/t/{name}/matches", self.matches, name="matches"),
            Route("/t/{name}/events", self.events, name="events"),
        ]

    async def index(self, request: Request) -> Response:
        """All tournaments; of a single one its standings."""
        view = await run_sync(lambda: index_view(self._site))
        if len(view.lines) == 1:
            return RedirectResponse(f"/t/{part(view.lines[0].name)}", 302)
        return page(request, "index.html", view=view, site=self._site)

    async def standings(self, request: Request) -> Response:
        """The standings of one tournament."""
        name = request.path_params["name"]
        view = await self._made(name, "standings", standings_view)
        return page(request, "standings.html", view=view, site=self._site)

    async def matches(self, request: Request) -> Response:
        """The matches of one tournament that may be seen."""
        name = request.path_params["name"]
        wanted = Wanted.of(request.query_params)
        view = await self._made(name, ("matches", wanted), lambda s, n: matches_view(s, n, wanted))
        return page(request, "matches.html", view=view, site=self._site)

    async def events(self, request: Request) -> Response:
        """What is new of one tournament, as it comes."""
        name = request.path_params["name"]
        await run_sync(self._site.shown, name)
        if self._news.listeners >= MOST_LISTENERS:
            raise HTTPException(503, "too many listen already: load the page again to see more")
        heard = request.headers.get("last-event-id") or request.query_params.get("heard", "")
        return StreamingResponse(self._news.events(name, heard), media_type="text/event-stream")

    async def not_found(self, request: Request, error: Exception) -> Response:
        """What there is instead of a page that there is not."""
        return error_page(request, 404, str(error))

    async def failed(self, request: Request, error: Exception) -> Response:
        """Why the page cannot be shown: what is kept cannot be read."""
        return error_page(request, 500, str(error))

    async def refused(self, request: Request, error: Exception) -> Response:
        """Why nothing is shown."""
        assert isinstance(error, HTTPException)  # noqa: S101  what it was registered for
        words = {404: "there is no such page here", 405: "a page is only to be read"}
        said = words.get(error.status_code, error.detail)
        return error_page(request, error.status_code, said)

    async def _made(self, name: str, what: object, make: Callable[[Store, str], Any]) -> Any:
        def made() -> Any:
            self._site.shown(name)
            return self._site.made((what, name), lambda store: make(store, name))

        return await run_sync(made)


def page(request: Request, template: str, **values: Any) -> Response:
    """The page, or that the browser has it already."""
    text = render(template, path=request.url.path, **values).encode()
    tag = f'W/"{hashlib.sha256(text).hexdigest()[:20]}"'
    headers = {"Cache-Control": UNCHANGED, "ETag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(text, media_type="text/html; charset=utf-8", headers=headers)


def error_page(request: Request, status: int, said: str) -> Response:
    """A page with one sentence about what is wrong; JSON where JSON was asked for."""
    sentence = said[:1].upper() + said[1:].rstrip(".") + "."
    text = render("error.html", path=request.url.path, status=status, sentence=sentence)
    return Response(text, status_code=status, media_type="text/html; charset=utf-8")
