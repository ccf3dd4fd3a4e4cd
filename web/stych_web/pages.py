"""The pages of tournaments, bots and rules. Each is made from a view and its template."""

import re
from collections.abc import Callable
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from referee.errors import UserError
from referee.games.registry import GAMES
from stych_web.about_pages import about_view, faults_view
from stych_web.answers import page
from stych_web.entrants import entrant_view
from stych_web.index import index_view
from stych_web.known import bots_view, history_view, versus_view
from stych_web.matches import WantedMatches, matches_view
from stych_web.rendering import part
from stych_web.site import LEAST, NotFoundError, WebSite
from stych_web.standings import current_standings, curves_view
from tournaments.present.history_columns import FIGURES, SEATS, TOURNAMENT, VERSION
from tournaments.present.html.rules import as_html
from tournaments.resources.pages import rules
from tournaments.storage.store import Store

_HISTORY: Final = {
    "over_all": (VERSION, *FIGURES),
    "in_each": (*TOURNAMENT, VERSION, *FIGURES),
    "seat_columns": SEATS,
}
"""The columns of the tables on a bot's page."""
_CURVES_STAY: Final = 10.0
"""Seconds for which the curves of a tournament stay in the cache at least while it is played: they
are made from several tables, and so take longer than the standings."""


class Pages:
    """The pages of a site, without replays and without those of players and authors."""

    def __init__(self, site: WebSite) -> None:
        self._site = site

    def routes(self) -> list[Route]:
        """The address of each page, with the method that makes the page."""
        return [
            Route("/", self.index, name="index"),
            Route("/t/{name}", self.standings, name="standings"),
            Route("/t/{name}/matches", self.matches, name="matches"),
            Route("/t/{name}/faults", self.faults, name="faults"),
            Route("/t/{name}/about", self.about, name="about"),
            Route("/t/{name}/bots/{entrant}", self.entrant, name="entrant"),
            Route("/bots", self.bots, name="bots"),
            Route("/bots/{bot:path}", self.bot, name="bot"),
            Route("/versus", self.versus, name="versus"),
            Route("/rules", self.rules, name="rules"),
            Route("/rules/{game}", self.rules, name="rules-of"),
        ]

    async def index(self, request: Request) -> Response:
        """The list of all tournaments; a redirect to the standings where there is only one."""
        view = await self._site.locks.run("index", index_view, self._site)
        # A list with one line would only be a detour.
        if len(view.lines) == 1 and not view.waiting and not view.left_out:
            return RedirectResponse(f"/t/{part(view.lines[0].name)}", 302)
        return page(request, "index.html", view=view)

    async def standings(self, request: Request) -> Response:
        """The standings of one tournament."""
        name = request.path_params["name"]
        view = await current_standings(self._site, name)
        progress = view.progress
        # Another key when all is over: the last curves must not be older ones from the cache.
        key = ("curves", progress.complete)
        curves = await self._view(name, key, curves_view, least=_CURVES_STAY)
        # The number of matches is not known while later stages depend on results.
        total = 0 if progress.is_open_ended else progress.total
        to_go = self._site.time_left.to_go(name, progress.played, total)
        return page(request, "standings.html", view=view, curves=curves, to_go=to_go)

    async def matches(self, request: Request) -> Response:
        """The matches of one tournament on boards that are over."""
        name = request.path_params["name"]
        wanted = WantedMatches.of(request.query_params)
        view = await self._view(name, ("matches", wanted), lambda s, n: matches_view(s, n, wanted))
        return page(request, "matches.html", view=view)

    async def faults(self, request: Request) -> Response:
        """The faults and voids of one tournament."""
        view = await self._view(request.path_params["name"], "faults", faults_view)
        return page(request, "faults.html", view=view)

    async def about(self, request: Request) -> Response:
        """The conditions under which one tournament is played."""
        view = await self._view(request.path_params["name"], "about", about_view)
        return page(request, "about.html", view=view)

    async def entrant(self, request: Request) -> Response:
        """One entrant of a tournament."""
        name, entrant = request.path_params["name"], request.path_params["entrant"]
        view = await self._view(
            name, ("entrant", entrant), lambda s, n: entrant_view(s, n, entrant)
        )
        return page(request, "entrant.html", view=view)

    async def bots(self, request: Request) -> Response:
        """All bots that took part in the shown tournaments."""
        view = await self._site.locks.run("bots", bots_view, self._site)
        return page(request, "bots.html", view=view)

    async def bot(self, request: Request) -> Response:
        """The results of the versions of a bot that are named, in all shown tournaments."""
        bot = request.path_params["bot"]
        view = await self._site.locks.run(("bot", bot), history_view, self._site, bot)
        return page(request, "bot.html", view=view, **_HISTORY)

    async def versus(self, request: Request) -> Response:
        """Two bots side by side, block by block."""
        one, other = (request.query_params.get(key, "") for key in ("one", "other"))
        view = await self._site.locks.run(
            ("versus", one, other), versus_view, self._site, one, other
        )
        return page(request, "versus.html", view=view)

    async def rules(self, request: Request) -> Response:
        """The rules of a game; of the first one if none is named."""
        game = request.path_params.get("game", next(iter(GAMES)))
        if game not in GAMES:
            raise NotFoundError(f"no game {game!r} is installed; there are: {', '.join(GAMES)}")
        games = [(each, GAMES[each].title) for each in GAMES]
        try:
            text = rules(game)
        except UserError as error:
            raise NotFoundError(str(error)) from None
        title = GAMES[game].title
        # The page has the title already, so the heading of the text is left out.
        body = re.sub(r"\A# .*\n", "", text)
        html = as_html(body, lower_by=0)
        return page(request, "rules.html", title=title, game=game, games=games, text=html)

    # Any, since each page has a view of its own type, which only its template knows.
    async def _view(
        self, name: str, kind: object, make: Callable[[Store, str], Any], least: float = LEAST
    ) -> Any:
        """The view of this kind of the tournament `name`, from the cache or made in a thread."""

        def checked_view() -> Any:
            self._site.check_shown(name)
            return self._site.cached((kind, name), lambda store: make(store, name), least)

        return await self._site.locks.run((kind, name), checked_view)
