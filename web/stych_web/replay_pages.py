"""The pages on which matches are shown step by step, or two of them side by side."""

import json

from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from referee.games.scene import Boundary
from stych_web.answers import as_json, page
from stych_web.queries import number_in
from stych_web.replay_views import Replays, SteppedMatch
from stych_web.site import NotFoundError, WebSite
from tournaments.present.spelled.line import spelled_line


class ReplayPages:
    """The pages of the matches of a site."""

    def __init__(self, site: WebSite) -> None:
        self._replays = Replays(site)
        self._locks = site.locks

    def routes(self) -> list[Route]:
        """The address of each page, with the method that makes the page."""
        return [
            Route("/m/{match}", self.match, name="match"),
            Route("/m/{match}/steps", self.steps, name="steps"),
            Route("/compare/{one}/{other}", self.compare, name="compare"),
        ]

    async def match(self, request: Request) -> Response:
        """One step of a match, with links to all other steps."""
        view = await self._view(request)
        number = _step(request, 0, view.last)
        return page(
            request,
            "match.html",
            view=view,
            number=number,
            seat=view.drawn.seat,
            decision=await run_sync(_decision, view, number),
            trick=Boundary.TRICK,
            round=Boundary.ROUND,
        )

    async def steps(self, request: Request) -> Response:
        """All steps of a match as HTML, in JSON: stych.js then steps without further requests."""
        view = await self._view(request)
        # Drawn in a thread, since it takes a while in which other pages must be answered.
        key = ("steps", view.id, view.drawn.seat)
        numbers = range(view.last + 1)
        html = await self._locks.run(key, lambda: [str(view.html(each)) for each in numbers])
        return as_json(request, {"steps": html})

    async def compare(self, request: Request) -> Response:
        """Two matches on one deal after the same number of actions."""
        one, other = request.path_params["one"], request.path_params["other"]
        view = await self._locks.run(("compare", one, other), self._replays.compared, one, other)
        # One action more than the two matches have in common: it is the first that differs.
        parted = view.last if view.parted is None else view.parted + 1
        number = _step(request, parted, view.last)
        return page(request, "compare.html", view=view, number=number, parted=parted)

    async def _view(self, request: Request) -> SteppedMatch:
        seat = request.query_params.get("seat", "")
        viewer = number_in(seat, 2, -1) if seat else None
        if viewer == -1:
            raise NotFoundError(f"a seat is a number, from 0; received {seat[:20]!r}")
        id_ = request.path_params["match"]
        return await self._locks.run(("match", id_, viewer), self._replays.view, id_, viewer)


def _step(request: Request, default: int, most: int) -> int:
    """The step that the query asks for, at most `most`; `default` when it asks for none."""
    number = number_in(request.query_params.get("step", ""), 6, -1)
    return default if number < 0 else min(number, most)


def _decision(view: SteppedMatch, number: int) -> str:
    """The decision that led to the step, as JSON; "" where none did, and in the view of a seat.

    A seat did not know between which actions another seat could choose.
    """
    step = view.step(number)
    if view.drawn.seat is not None or step.seat is None or not step.actions:
        return ""
    # Made by the code of `stych record show`, so that both say the same.
    decisions = json.loads(spelled_line(view.record, with_seed=False)).get("decisions", [])
    if step.actions > len(decisions):
        return ""
    return json.dumps(decisions[step.actions - 1], indent=2, ensure_ascii=False)
