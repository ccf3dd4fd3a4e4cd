"""Sessions of authors. They are only in memory, so all of them end with the server."""

import hashlib
import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from tournaments.hosting.authors import Author

SUBMIT_PATH: Final = "/submit"
"""The beginning of the paths of authors' pages. A browser sends the cookie to these pages only."""
SESSION_SECONDS: Final = 12 * 3600
"""Seconds that a session lasts."""
_COOKIE: Final = "stych-author"
_MOST: Final = 1000
"""Sessions that there may be at once, of all authors together."""
_MOST_EACH: Final = 8
"""Sessions that one author may have at once."""


@dataclass(frozen=True, slots=True)
class AuthorSession:
    """Somebody who is logged in, with one browser."""

    author: Author
    until: float
    """The time of the clock at which the session ends."""
    csrf: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    """The token in each form of the session. A page elsewhere cannot know it, and so cannot forge a
    form (CSRF)."""

    def is_own(self, token: str) -> bool:
        """Whether the token of a form is that of the session."""
        return hmac.compare_digest(self.csrf.encode(), token.encode("utf-8", "replace"))


class Sessions:
    """The sessions of all authors, by the cookies of their browsers."""

    def __init__(self, *, secure: bool, clock: Callable[[], float] = monotonic) -> None:
        """`secure` is whether browsers connect by TLS: the cookie is then sent over TLS only."""
        self._secure = secure
        self._clock = clock
        # By hashes of the cookies: who reads the keys has no cookie yet, and the time of a look-up
        # tells nothing of the cookie.
        self._sessions: dict[str, AuthorSession] = {}

    def begin(self, author: Author, answer: Response) -> None:
        """Begin a session of the author, by a cookie in the answer.

        Where the author, or all authors together, have too many sessions, the oldest ones end.
        """
        now = self._clock()
        # Sessions whose time is over stay in memory until the next login, but `find` skips them.
        self._sessions = {key: each for key, each in self._sessions.items() if each.until > now}
        own_keys = [key for key, each in self._sessions.items() if each.author.name == author.name]
        for key in own_keys[: max(0, len(own_keys) - _MOST_EACH + 1)]:
            del self._sessions[key]
        while len(self._sessions) >= _MOST:
            del self._sessions[next(iter(self._sessions))]
        # A new cookie for each login: one that somebody else put into the browser stays worthless.
        cookie = secrets.token_urlsafe(32)
        self._sessions[_key(cookie)] = AuthorSession(author, now + SESSION_SECONDS)
        answer.set_cookie(
            _COOKIE,
            cookie,
            max_age=SESSION_SECONDS,
            path=SUBMIT_PATH,
            secure=self._secure,
            httponly=True,
            samesite="strict",
        )

    def find(self, request: Request) -> AuthorSession | None:
        """The session of the request; None for a visitor, and when the session is over."""
        cookie = request.cookies.get(_COOKIE)
        session = self._sessions.get(_key(cookie)) if cookie else None
        return session if session and session.until > self._clock() else None

    def end(self, request: Request, answer: Response) -> None:
        """End the session of the request, and delete its cookie by the answer."""
        self._sessions.pop(_key(request.cookies.get(_COOKIE, "")), None)
        answer.delete_cookie(
            _COOKIE, path=SUBMIT_PATH, secure=self._secure, httponly=True, samesite="strict"
        )


def _key(cookie: str) -> str:
    # A cookie of a request is any text, also one that is no valid Unicode.
    return hashlib.sha256(cookie.encode("utf-8", "replace")).hexdigest()
