"""The personal tokens of entrants. Only their SHA-256 is stored: a lost token has to be replaced.

A token has 256 random bits, which nobody can guess, so a plain hash without a salt is enough.
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
"""Seconds after which digests that were read from the database are read again."""


def issue(database: Database, entrant: str) -> str:
    """Make a new token of the entrant, which cannot be shown again; an earlier token becomes void.

    Raises UserError when the database cannot be written.
    """
    token = secrets.token_urlsafe(32)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    values = {"digest": token_digest(token.encode()), "issued": now}
    with database.writing() as connection:
        put(connection, TOKENS, {"entrant": entrant}, values)
    return token


def revoke(database: Database, entrant: str) -> bool:
    """Make the token of the entrant void; False if there is none.

    Raises UserError when the database cannot be written.
    """
    with database.writing() as connection:
        deleted = connection.execute(delete(TOKENS).where(TOKENS.c.entrant == entrant))
        return bool(deleted.rowcount)


def issued(database: Database) -> dict[str, str]:
    """When the token of each entrant was issued (ISO 8601, UTC), sorted by name.

    Raises UserError when the database cannot be read.
    """
    query = select(TOKENS.c.entrant, TOKENS.c.issued).order_by(TOKENS.c.entrant)
    with database.reading() as connection:
        return {row.entrant: row.issued for row in connection.execute(query)}


class Owners:
    """Finds the entrant that a token belongs to.

    The database is asked ten times a second at most, however many tokens are tried.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = asyncio.Lock()
        self._entrants: dict[str, str] = {}
        """The entrants by the digests of their tokens, as they were last read."""
        self._read_at = -math.inf
        """When the database was last asked, by the clock of the event loop."""

    async def owner_of(self, token: bytes) -> str | None:
        """The entrant that the token belongs to; None if it belongs to nobody.

        While the database cannot be read, the tokens that were read last count. How long a call
        takes tells nothing about any token.
        """
        # One caller reads the database; callers that come meanwhile wait for the result.
        async with self._lock:
            now = asyncio.get_running_loop().time()
            if now - self._read_at > _FRESH_SECONDS:
                with suppress(UserError):
                    self._entrants = await asyncio.to_thread(self._load)
                self._read_at = now
        given, owner = token_digest(token), None
        # All digests are compared, in constant time each, and the loop never ends early.
        for digest, entrant in self._entrants.items():
            if hmac.compare_digest(digest, given):
                owner = entrant
        return owner

    def _load(self) -> dict[str, str]:
        with self._database.reading() as connection:
            rows = connection.execute(select(TOKENS.c.digest, TOKENS.c.entrant))
            return {row.digest: row.entrant for row in rows}


def token_digest(token: bytes) -> str:
    """The SHA-256 of a token, in hexadecimal, which is stored in its place."""
    return hashlib.sha256(token).hexdigest()
