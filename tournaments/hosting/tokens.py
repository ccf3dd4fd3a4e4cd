"""The personal tokens of entrants. Only their SHA-256 is kept: who lost one gets another."""

import asyncio
import hashlib
import hmac
import math
import secrets
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import delete, select
from sqlalchemy.dialects.sqlite import insert

from referee.errors import UserError
from tournaments.storage.database import Database
from tournaments.storage.schema import TokenRow

_FRESH_SECONDS: Final = 0.1
"""For so long what was read from the database is taken for what stands in it."""


def issue(database: Database, entrant: str) -> str:
    """A new token of the entrant, which nobody can show again; the one before is void."""
    token = secrets.token_urlsafe(32)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    values = {"digest": _digest(token.encode()), "issued": now}
    statement = insert(TokenRow).values(entrant=entrant, **values)
    with database.writing() as connection:
        connection.execute(statement.on_conflict_do_update(index_elements=["entrant"], set_=values))
    return token


def revoke(database: Database, entrant: str) -> bool:
    """Make the entrant's token void; False when it has none."""
    with database.writing() as connection:
        done = connection.execute(delete(TokenRow).where(TokenRow.entrant == entrant))
        return bool(done.rowcount)


def issued(database: Database) -> dict[str, str]:
    """When the token of each entrant was issued, in order of names."""
    query = select(TokenRow.entrant, TokenRow.issued).order_by(TokenRow.entrant)
    with database.reading() as connection:
        return {row.entrant: row.issued for row in connection.execute(query)}


class Owners:
    """Whose a token is. A flood of guesses costs the database no more than ten queries a second."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = asyncio.Lock()
        self._known: dict[str, str] = {}
        """The entrants by the digests of their tokens."""
        self._read = -math.inf

    async def of(self, token: bytes) -> str | None:
        """The entrant, if it is one's. How long that takes tells nothing of any token."""
        async with self._lock:
            now = asyncio.get_running_loop().time()
            if now - self._read > _FRESH_SECONDS:
                with suppress(UserError):
                    self._known = await asyncio.to_thread(self._load)
                self._read = now
        given, found = _digest(token), None
        for digest, entrant in self._known.items():
            if hmac.compare_digest(digest, given):
                found = entrant
        return found

    def _load(self) -> dict[str, str]:
        with self._database.reading() as connection:
            rows = connection.execute(select(TokenRow.digest, TokenRow.entrant))
            return {row.digest: row.entrant for row in rows}


def _digest(token: bytes) -> str:
    return hashlib.sha256(token).hexdigest()
