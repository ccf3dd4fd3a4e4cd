"""Who asks for a page of authors: the session, and whether it still holds."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from anyio.to_thread import run_sync
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from stych_web.attempts import Attempts, caller
from stych_web.forms import check_origin, field, small_form
from stych_web.submitting.sessions import AuthorSession, Sessions
from tournaments.hosting.authors import Author, author_of, authors
from tournaments.storage.store import Store

_TRIES: Final = 10
_TRY_SECONDS: Final = 30.0
_UPLOADS: Final = 10
_UPLOAD_SECONDS: Final = 120.0


@dataclass(frozen=True, slots=True)
class SubmitSettings:
    """Where a server keeps bots, and what stands before it."""

    data: Path
    behind_tls: bool = False
    """Whether browsers come through a proxy with TLS, which also tells their addresses."""


class AuthorLogins:
    """Logs authors in and out, and finds whose a request is."""

    def __init__(self, settings: SubmitSettings) -> None:
        self._data = settings.data
        self._behind_proxy = settings.behind_tls
        self._sessions = Sessions(secure=settings.behind_tls)
        # A guess never succeeds, with 256 bits: this bounds what a flood of them costs.
        self._tries = Attempts(_TRIES, _TRY_SECONDS)
        self._uploads = Attempts(_UPLOADS, _UPLOAD_SECONDS)

    async def session(self, request: Request) -> AuthorSession | None:
        """The session of the request; None for a visitor, and once the token is void."""
        found = self._sessions.of(request)
        if not found:
            return None
        # Asked each time, so that a token that is revoked or replaced ends its sessions at once.
        return found if await run_sync(self._still_has, found.author) else None

    def _still_has(self, author: Author) -> bool:
        with Store(self._data) as store:
            return author in authors(store.database)

    async def sender(self, request: Request) -> AuthorSession:
        """The session whose form this is, as far as can be told before it is read.

        Raises HTTPException.
        """
        check_origin(request)
        # Before the body is read: of a visitor nothing large is taken.
        if session := await self.session(request):
            return session
        raise HTTPException(403, "you are not logged in any more: log in, and send it again")

    async def small_form(self, request: Request) -> tuple[AuthorSession, FormData]:
        """A form without files, and whose it is. Raises HTTPException."""
        session = await self.sender(request)
        form = await small_form(request)
        check_form(session, form)
        return session, form

    async def log_in(self, request: Request, token: str, answer: Response) -> bool:
        """Log in whoever has the token, with a cookie on the answer; False for a wrong one.

        Raises HTTPException after too many tries.
        """
        if not self._tries.allow(caller(request, behind_proxy=self._behind_proxy)):
            raise HTTPException(429, "there were too many tries: wait half a minute, and try again")
        author = await run_sync(self._author_of, token.strip())
        if author:
            self._sessions.begin(author, answer)
        return author is not None

    def _author_of(self, token: str) -> Author | None:
        with Store(self._data) as store:
            return author_of(store.database, token)

    def log_out(self, request: Request, answer: Response) -> None:
        """End the session, and take the cookie back."""
        self._sessions.end(request, answer)

    def check_uploads(self, session: AuthorSession) -> None:
        """Count an upload. Raises HTTPException for one too many."""
        if not self._uploads.allow(session.author.name):
            raise HTTPException(429, "those were many uploads: wait some minutes, and try again")


def check_form(session: AuthorSession, form: FormData) -> None:
    """Raise HTTPException unless the form was made for the session."""
    if not session.is_own(field(form, "csrf")):
        raise HTTPException(403, "the page was too old: load it again, and send it from there")
