"""Logs authors in and out, and finds the session of a request while the session is valid."""

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
"""Times that one address may try to log in in quick succession."""
_TRY_SECONDS: Final = 30.0
"""Seconds after which the address may try once more."""
_UPLOADS: Final = 10
"""Uploads that one author may send in quick succession."""
_UPLOAD_SECONDS: Final = 120.0
"""Seconds after which the author may send one more."""


@dataclass(frozen=True, slots=True)
class SubmitSettings:
    """The settings of a server that takes bots."""

    data: Path
    """The data folder, in which bots are stored."""
    behind_tls: bool = False
    """Whether browsers come through a proxy with TLS, which also tells their addresses."""


class AuthorLogins:
    """The logins of all authors, with limits on tries to log in and on uploads."""

    def __init__(self, settings: SubmitSettings) -> None:
        self._data = settings.data
        self._behind_proxy = settings.behind_tls
        self._sessions = Sessions(secure=settings.behind_tls)
        # Nobody guesses a token of 256 bits. The limit is on the work that many guesses make.
        self._tries = Attempts(_TRIES, _TRY_SECONDS)
        self._uploads = Attempts(_UPLOADS, _UPLOAD_SECONDS)

    async def session(self, request: Request) -> AuthorSession | None:
        """The session of the request; None for a visitor, and when the author's token is void.

        Raises UserError when the tokens cannot be read.
        """
        session = self._sessions.find(request)
        if not session:
            return None
        # Checked each time, so that a token that is revoked or replaced ends its sessions at once.
        return session if await run_sync(self._has_token, session.author) else None

    def _has_token(self, author: Author) -> bool:
        with Store(self._data) as store:
            # After a new token the author has another digest, and so is another `Author`.
            return author in authors(store.database)

    async def form_session(self, request: Request) -> AuthorSession:
        """The session of a request that sends a form; to be called before the form is read.

        Raises HTTPException for a request from a page elsewhere, or without a valid session. After
        the form is read, the caller has to call `check_form`.
        """
        check_origin(request)
        # Before the body is read, so that a visitor cannot send anything large.
        if session := await self.session(request):
            return session
        raise HTTPException(403, "you are not logged in any more: log in, and send it again")

    async def small_form(self, request: Request) -> tuple[AuthorSession, FormData]:
        """The session of a request, and its form without files, both checked.

        Raises HTTPException as `form_session`, `forms.small_form` and `check_form` do.
        """
        session = await self.form_session(request)
        form = await small_form(request)
        check_form(session, form)
        return session, form

    async def log_in(self, request: Request, token: str, answer: Response) -> bool:
        """Log in the author of the token, by a cookie in the answer; False for a wrong token.

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
        """End the session of the request, and delete its cookie by the answer."""
        self._sessions.end(request, answer)

    def check_uploads(self, session: AuthorSession) -> None:
        """Count an upload of the author. Raises HTTPException when there were too many."""
        if not self._uploads.allow(session.author.name):
            raise HTTPException(429, "those were many uploads: wait some minutes, and try again")


def check_form(session: AuthorSession, form: FormData) -> None:
    """Raise HTTPException unless the form has the token of the session."""
    if not session.is_own(field(form, "csrf")):
        raise HTTPException(403, "the page was too old: load it again, and send it from there")
