"""The contents of the pages as JSON, for programs (docs/web.md, The API)."""

import json
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar

from anyio.to_thread import run_sync
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from referee.version import STYCH
from stych_web.answers import as_json
from stych_web.index import IndexLine, index_view
from stych_web.known import meetings_in, shown_play
from stych_web.live import MOST_LISTENERS, LiveNews
from stych_web.matches import MatchLine, WantedMatches, matches_view
from stych_web.readable import readable_record
from stych_web.site import WebSite
from stych_web.standings import current_standings
from tournaments.present import history, versus
from tournaments.present.spelled.line import spelled_line
from tournaments.run.bot_history import histories
from tournaments.storage.store import Store

Result = TypeVar("Result")


class Api:
    """The answers of the API, which `openapi.json` describes."""

    def __init__(self, site: WebSite, news: LiveNews) -> None:
        self._site = site
        self._news = news

    def routes(self) -> list[Route]:
        """The address of each answer, relative to `/api/v1`."""
        return [
            Route("/openapi.json", self.description),
            Route("/tournaments", self.tournaments),
            Route("/tournaments/{name}", self.table),
            Route("/tournaments/{name}/matches", self.matches),
            Route("/tournaments/{name}/events", self.events),
            Route("/matches/{match}", self.match),
            Route("/bots", self.bots),
            Route("/bots/{bot:path}", self.bot),
            Route("/versus", self.versus),
        ]

    async def description(self, request: Request) -> Response:
        """The description of the API itself."""
        return as_json(request, description())

    async def tournaments(self, request: Request) -> Response:
        """All tournaments that are shown, and those of the file that were not started yet."""
        view = await self._site.locks.run("index", index_view, self._site)
        lines = [_tournament(each) for each in view.lines]
        return as_json(request, {"tournaments": lines, "waiting": list(view.waiting)})

    async def table(self, request: Request) -> Response:
        """The table as `stych table --format json` prints it, but with null as the seed."""
        view = await current_standings(self._site, request.path_params["name"])
        return as_json(request, view.values)

    async def matches(self, request: Request) -> Response:
        """The matches on boards that are over, a page of them."""
        wanted = WantedMatches.of(request.query_params)

        def make(store: Store, name: str) -> dict[str, Any]:
            view = matches_view(store, name, wanted)
            return {
                "tournament": name,
                "matches": [_match(each) for each in view.lines],
                "found": view.found,
                "page": view.wanted.page,
                "pages": view.pages,
                "left_out": view.left_out,
            }

        return as_json(request, await self._of_tournament(request, ("api-matches", wanted), make))

    async def events(self, request: Request) -> Response:
        """Server-sent events: one at once, unless the client has had it, and one at each change.

        A change is one of `Progress.version`.
        """
        name = request.path_params["name"]
        # Checked before the stream begins: its status 200 is sent first, and cannot be changed.
        await run_sync(self._site.check_shown, name)
        if self._news.listeners >= MOST_LISTENERS:
            raise HTTPException(503, "too many listen already: ask again later")
        # A browser that connects again names the last event that it got.
        heard = request.headers.get("last-event-id") or request.query_params.get("heard", "")
        return StreamingResponse(self._news.events(name, heard), media_type="text/event-stream")

    async def match(self, request: Request) -> Response:
        """One match as `stych record show --json` prints it, but the path of its deal is null."""
        id_ = request.path_params["match"]

        def spelled() -> Any:
            with self._site.store() as store:
                record = readable_record(self._site, store, id_)
            # The path has the seed: more matches may be played with it later.
            return json.loads(spelled_line(record, with_seed=False))

        return as_json(request, await self._site.locks.run(("api-match", id_), spelled))

    async def bots(self, request: Request) -> Response:
        """All bots that took part in the shown tournaments."""

        def make(store: Store) -> Any:
            play = shown_play(self._site, store)
            return {"bots": [history.version_json(each) for each in play.bots.values()]}

        return as_json(request, await self._cached("api-bots", make))

    async def bot(self, request: Request) -> Response:
        """The results of the bots that are named, as `stych history --seats --json` prints them."""
        text = request.path_params["bot"]

        def make(store: Store) -> Any:
            play = shown_play(self._site, store)
            versions = play.find(text)
            pools = histories(play.stored, versions)
            return history.as_json(versions, pools, play.stored.left_out, seats=True)

        return as_json(request, await self._cached(("api-bot", text), make))

    async def versus(self, request: Request) -> Response:
        """Two bots block by block, as `stych versus --limit 60 --json` prints them."""
        one, other = (request.query_params.get(key, "") for key in ("one", "other"))

        def make(store: Store) -> Any:
            bots, meetings = meetings_in(shown_play(self._site, store), store, one, other)
            return versus.as_json(bots, meetings)

        return as_json(request, await self._cached(("api-versus", one, other), make))

    async def _cached(self, key: object, make: Callable[[Store], Result]) -> Result:
        return await self._site.locks.run(key, lambda: self._site.cached(key, make))

    async def _of_tournament(
        self, request: Request, key: object, make: Callable[[Store, str], Any]
    ) -> Any:
        name = request.path_params["name"]
        await run_sync(self._site.check_shown, name)
        return await self._cached((key, name), lambda store: make(store, name))


@cache
def description() -> dict[str, Any]:
    """The description of the API (OpenAPI 3.1)."""
    text = files("stych_web").joinpath("openapi.json").read_text("utf-8")
    values: dict[str, Any] = json.loads(text)
    # Set here, as the file would have to be changed with every release.
    values["info"]["version"] = STYCH
    return values


def _tournament(line: IndexLine) -> dict[str, Any]:
    return {
        "tournament": line.name,
        "game": line.game,
        "in_words": line.sentence,
        "matches": line.matches,
        "total": line.total,
        "complete": line.complete,
    }


def _match(line: MatchLine) -> dict[str, Any]:
    seats = [
        {
            "entrant": each.entrant,
            "place": each.place,
            "points": each.points,
            "fault": each.fault or None,
        }
        for each in line.seats
    ]
    return {"id": line.id, "board": line.board, "seating": line.seating, "seats": seats}
