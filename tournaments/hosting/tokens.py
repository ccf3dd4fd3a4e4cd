"""The personal tokens of entrants. Only their SHA-256 is kept: who lost one gets another."""

import hashlib
import hmac
import secrets
from datetime import UTC, datetime

from sqlalchemy import delete, select
from sqlalchemy.dialects.sqlite import insert

from tournaments.storage.database import Database
from tournaments.storage.schema import TokenRow


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


def owner(database: Database, token: bytes) -> str | None:
    """The entrant whose token it is. How long it takes tells nothing of any token."""
    given, found = _digest(token), None
    with database.reading() as connection:
        for entrant, digest in connection.execute(select(TokenRow.entrant, TokenRow.digest)):
            if hmac.compare_digest(digest, given):
                found = str(entrant)
    return found


def _digest(token: bytes) -> str:
    return hashlib.sha256(token).hexdigest()
