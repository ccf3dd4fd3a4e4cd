"""The personal tokens of entrants. Only their SHA-256 is kept: an owner who lost one gets another.

A token has 256 random bits, so a plain hash is enough: there is nothing to guess or to look up.
"""

import asyncio
import hashlib
import hmac
import math
import secrets
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import delete, select

from referee.errors import UserError
from tournaments.storage.database import Database, put
from tournaments.storage.schema import TOKENS

_FRESH_SECONDS: Final = 0.1
"""Seconds for which what was read from the database is taken for what stands in it."""


def issue(database: Database, entrant: str) -> str:
    """Make a new token of the entrant, which nobody can show again; the one before is void.

    Raises UserError.
    """
    token = secrets.token_urlsafe(32)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    values = {"digest": token_digest(token.encode()), "issued": now}
    with database.writing() as connection:
        put(connection, TOKENS, {"entrant": entrant}, values)
    return token


def revoke(database: Database, entrant: str) -> bool:
    """Make the entrant's token void; False when it has none. Raises UserError."""
    with database.writing() as connection:
        done = connection.execute(delete(TOKENS).where(TOKENS.c.entrant == entrant))
        return bool(done.rowcount)


def issued(database: Database) -> dict[str, str]:
    """When each entrant's token was issued (ISO 8601, UTC), in order of names."""
    query = select(TOKENS.c.entrant, TOKENS.c.issued).order_by(TOKENS.c.entrant)
    with database.reading() as connection:
        return {row.entrant: row.issued for row in connection.execute(query)}


class Owners:
    """Finds the entrant that a token belongs to.

    A flood of guesses costs the database no more than ten queries a second.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = asyncio.Lock()
        self._known: dict[str, str] = {}
        """The entrants by the digests of their tokens."""
        self._read = -math.inf

    async def of(self, token: bytes) -> str | None:
        """The entrant whose token it is, or None. The time it takes tells nothing of any token."""
        # One caller reads the database, and those who come meanwhile wait for it.
        async with self._lock:
            now = asyncio.get_running_loop().time()
            if now - self._read > _FRESH_SECONDS:
                # A database that is busy for a moment must not lock out bots that are known.
                with suppress(UserError):
                    self._known = await asyncio.to_thread(self._load)
                self._read = now
        given, found = token_digest(token), None
        # All are compared, in constant time each, and the loop never ends early.
        for digest, entrant in self._known.items():
            if hmac.compare_digest(digest, given):
                found = entrant
        return found

    def _load(self) -> dict[str, str]:
        with self._database.reading() as connection:
            rows = connection.execute(select(TOKENS.c.digest, TOKENS.c.entrant))
            return {row.digest: row.entrant for row in rows}


def token_digest(token: bytes) -> str:
    """What is kept of a token: its SHA-256, hexadecimal."""
    return hashlib.sha256(token).hexdigest()
