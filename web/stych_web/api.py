"""What the pages show, as JSON (docs/web.md, The API)."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from stych_web.live import LiveNews
from stych_web.site import Site


def api_routes(site: Site, news: LiveNews) -> list[Route]:
    """Where each answer is, below the version."""
    del news

    async def tournaments(_: Request) -> Response:
        return JSONResponse({"tournaments": site.names()})

    return [Route("/tournaments", tournaments)]
