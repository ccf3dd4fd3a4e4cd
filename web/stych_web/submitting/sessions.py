"""Sessions of authors. They are in memory alone: all end with the server."""

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

PLACE: Final = "/submit"
"""Below this path alone a browser sends the cookie: no other page ever sees it."""
SECONDS: Final = 12 * 3600
_COOKIE: Final = "stych-author"
_MOST: Final = 1000
_MOST_EACH: Final = 8


@dataclass(frozen=True, slots=True)
class AuthorSession:
    """Somebody who is logged in, with one browser."""

    author: Author
    until: float
    csrf: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    """Stands in each form of the session, so that no page elsewhere can send one."""

    def is_own(self, token: str) -> bool:
        """Whether a form with this token is one of the session's."""
        return hmac.compare_digest(self.csrf.encode(), token.encode("utf-8", "replace"))


class Sessions:
    """Who is logged in, by what the browser's cookie says."""

    def __init__(self, *, secure: bool, clock: Callable[[], float] = monotonic) -> None:
        """`secure` is whether browsers come through TLS: then the cookie goes no other way."""
        self._secure = secure
        self._clock = clock
        # By hashes: whoever comes to read the memory's keys has no cookie yet, and looking one up
        # takes a time that tells nothing of it.
        self._found: dict[str, AuthorSession] = {}

    def begin(self, author: Author, answer: Response) -> None:
        """Log somebody in, with a cookie on the answer. Of many sessions the oldest end."""
        now = self._clock()
        # No timer removes what is over: here is where there may be too many.
        self._found = {key: each for key, each in self._found.items() if each.until > now}
        own = [key for key, each in self._found.items() if each.author.name == author.name]
        for key in own[: max(0, len(own) - _MOST_EACH + 1)]:
            del self._found[key]
        while len(self._found) >= _MOST:
            del self._found[next(iter(self._found))]
        # A new id each time: one that somebody else has put into the browser is worth nothing.
        cookie = secrets.token_urlsafe(32)
        self._found[_key(cookie)] = AuthorSession(author, now + SECONDS)
        answer.set_cookie(
            _COOKIE,
            cookie,
            max_age=SECONDS,
            path=PLACE,
            secure=self._secure,
            httponly=True,
            samesite="strict",
        )

    def of(self, request: Request) -> AuthorSession | None:
        """The session of the request; None for a visitor."""
        cookie = request.cookies.get(_COOKIE)
        found = self._found.get(_key(cookie)) if cookie else None
        return found if found and found.until > self._clock() else None

    def end(self, request: Request, answer: Response) -> None:
        """Log out: the session is over, and the answer takes the cookie back."""
        self._found.pop(_key(request.cookies.get(_COOKIE, "")), None)
        answer.delete_cookie(
            _COOKIE, path=PLACE, secure=self._secure, httponly=True, samesite="strict"
        )


def _key(cookie: str) -> str:
    return hashlib.sha256(cookie.encode("utf-8", "replace")).hexdigest()
