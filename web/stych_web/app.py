"""The application: the routes of all pages, and the tasks that run while it serves them."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, nullcontext

import anyio
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route

from referee.errors import UserError
from stych_web.answers import crashed, failed, not_found, refused
from stych_web.api import Api
from stych_web.live import LiveNews
from stych_web.pages import Pages
from stych_web.playing.pages import PlayPages
from stych_web.playing.room import PlayRoom
from stych_web.rendering import STATIC, load_all, static
from stych_web.replay_pages import ReplayPages
from stych_web.security import FOR_A_DAY, FOR_EVER, KnownHosts, SecurityHeaders
from stych_web.site import NotFoundError, WebSite
from stych_web.submitting.pages import SubmitPages


def create_app(
    site: WebSite,
    hosts: Sequence[str] = ("*",),
    room: PlayRoom | None = None,
    submitting: SubmitPages | None = None,
) -> Starlette:
    """The application that shows the site. `hosts` are the names by which it may be called.

    The host "*" stands for any name. With a `room` persons can play. With `submitting` authors can
    submit bots, and the site shows the first matches of these bots.
    """
    load_all()
    news = LiveNews(site)
    site.shows_first_matches = submitting is not None

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with room.running() if room else nullcontext(), anyio.create_task_group() as group:
            # One task looks at the data folder for the listeners of all tournaments.
            group.start_soon(news.watch)
            if submitting:
                # Cancelled with the group, the queue ends its commands before the server exits.
                group.start_soon(submitting.queue.work)
            yield
            group.cancel_scope.cancel()

    app = Starlette(
        routes=[
            *Pages(site).routes(),
            *ReplayPages(site).routes(),
            *PlayPages(room, takes_bots=submitting is not None).routes(),
            *(submitting.routes() if submitting else ()),
            Mount("/api/v1", routes=Api(site, news).routes()),
            Route("/static/{name}", _static),
            Route("/favicon.ico", _icon),
        ],
        middleware=[
            # The outermost one, so that the answers of the other ones have the headers too.
            Middleware(SecurityHeaders),
            Middleware(KnownHosts, names=hosts),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=6),
        ],
        exception_handlers={
            NotFoundError: not_found,
            UserError: failed,
            HTTPException: refused,
            Exception: crashed,
        },
        lifespan=lifespan,
    )
    # An address with a slash too many is not found. Starlette would redirect to http, as it does
    # not know that a proxy before it speaks TLS.
    app.router.redirect_slashes = False
    app.state.room = room
    app.state.takes_bots = submitting is not None
    streaming = (news, room, submitting.queue if submitting else None)
    # Called when the server stops, since it would wait for open streams.
    app.state.close_streams = [each.close for each in streaming if each]
    return app


async def _static(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in STATIC:
        raise NotFoundError(f"there is no file {name!r} here")
    headers = {"Cache-Control": FOR_EVER}
    return Response(static(name), media_type=STATIC[name], headers=headers)


async def _icon(_: Request) -> Response:
    headers = {"Cache-Control": FOR_A_DAY}
    return Response(static("icon.svg"), media_type=STATIC["icon.svg"], headers=headers)
