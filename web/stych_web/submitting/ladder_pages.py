"""The pages on which authors enter stored bots into the ladders of the file that is served."""

import logging
from collections.abc import Collection, Sequence
from pathlib import Path

from anyio import Lock
from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from referee.errors import UserError
from stych_web.answers import as_sentence, private_page
from stych_web.forms import field
from stych_web.rendering import part
from stych_web.site import WebSite
from stych_web.submitting.account import find_own
from stych_web.submitting.logins import AuthorLogins
from stych_web.submitting.sessions import SUBMIT_PATH, AuthorSession
from tournaments.config import competition
from tournaments.run.entering import ClosedLadderError, LadderEntry, enter, ladder_entries
from tournaments.storage.bots import Version
from tournaments.storage.store import Store

_LOG = logging.getLogger(__name__)
_ENTER = f"{SUBMIT_PATH}/enter"


class LadderPages:
    """The pages of the ladders in the file that is served, which is read anew for each request."""

    def __init__(self, site: WebSite, data: Path, logins: AuthorLogins) -> None:
        self._file = site.opened.file
        self._data = data
        self._logins = logins
        self._entering = Lock()

    def routes(self) -> list[Route]:
        """The address of each page, with the method that answers."""
        return [
            Route(_ENTER, self.ask, methods=["GET"]),
            Route(_ENTER, self.enter, methods=["POST"]),
        ]

    async def ladder_names(self, games: Collection[str]) -> Sequence[str]:
        """The names of the ladders of these games; empty without a file that can be read."""
        return await run_sync(_ladders, self._file, games) if self._file else ()

    async def ask(self, request: Request) -> Response:
        """The page with the ladders that a version can enter, and the ladders that it is in."""
        session = await self._logins.session(request)
        if not session:
            return RedirectResponse(SUBMIT_PATH, 303)
        version = await self._own_version(session, request.query_params.get("version", ""))
        return await self._page(request, session, version)

    async def enter(self, request: Request) -> Response:
        """Enter a version into a ladder, and redirect to the page that says so."""
        session, form = await self._logins.small_form(request)
        version = await self._own_version(session, field(form, "version"))
        try:
            # In turn: of two entries at once, the second would write the file without the first.
            async with self._entering:
                await run_sync(self._enter, field(form, "ladder"), version)
        except UserError as error:
            problem = as_sentence(str(error))
            if isinstance(error, ClosedLadderError):
                _LOG.error("%s (%s)", error, error.__cause__)
                problem += " Only the operator of this page can open it."
            return await self._page(request, session, version, problem, 409)
        return RedirectResponse(f"{_ENTER}?version={part(str(version))}", 303)

    async def _own_version(self, session: AuthorSession, text: str) -> Version:
        return await run_sync(find_own, self._data, session.author, text)

    def _enter(self, ladder: str, version: Version) -> None:
        if self._file is None:
            raise UserError("there is no ladder here: no tournament file is served")
        with Store(self._data) as store:
            enter(store, self._file, ladder, version)

    async def _page(
        self,
        request: Request,
        session: AuthorSession,
        version: Version,
        problem: str = "",
        status: int = 200,
    ) -> Response:
        entries = await run_sync(self._entries, version)
        return private_page(
            request,
            "enter.html",
            status,
            session=session,
            version=version,
            entries=entries,
            problem=problem,
        )

    def _entries(self, version: Version) -> Sequence[LadderEntry]:
        if self._file is None:
            return ()
        with Store(self._data) as store:
            return ladder_entries(store, self._file, version)


def _ladders(file: Path, games: Collection[str]) -> Sequence[str]:
    try:
        tournaments = competition.read(file).tournaments
    # Only the page that enters a version cannot be shown then. Others just offer no ladder.
    except UserError as error:
        _LOG.error("%s", error)
        return ()
    return [
        each.name for each in tournaments if each.effective_format.stays_open and each.game in games
    ]
