"""Who may submit bots over the web: authors and operators, each by a personal token.

They are no entrants: the token of one opens no stream, and that of an entrant submits nothing.
"""

import hmac
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from sqlalchemy import delete, select

from tournaments.hosting.tokens import token_digest
from tournaments.storage.database import Database, put
from tournaments.storage.schema import AUTHORS


class Role(StrEnum):
    """What somebody may do. The values stand in the database."""

    AUTHOR = "author"
    """May submit bots, and withdraw their own."""
    OPERATOR = "operator"
    """May do so with all bots."""


@dataclass(frozen=True, slots=True)
class Author:
    """Somebody who has a token, and what it lets them do."""

    name: str
    role: Role
    digest: str
    """Of the token; another one after a new token was issued."""
    issued: str

    @property
    def is_operator(self) -> bool:
        """Whether the bots of all are theirs to withdraw."""
        return self.role is Role.OPERATOR


def issue_to_author(database: Database, name: str, role: Role) -> str:
    """Make a new token, which nobody can show again; the one before is void. Raises UserError."""
    # 256 random bits, as those of entrants: a plain hash is enough.
    token = secrets.token_urlsafe(32)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    values = {"role": str(role), "digest": token_digest(token.encode()), "issued": now}
    with database.writing() as connection:
        put(connection, AUTHORS, {"name": name}, values)
    return token


def revoke_author(database: Database, name: str) -> bool:
    """Make the token of that name void; False when there is none. Raises UserError."""
    with database.writing() as connection:
        return bool(connection.execute(delete(AUTHORS).where(AUTHORS.c.name == name)).rowcount)


def authors(database: Database) -> list[Author]:
    """All who have a token, in order of names. Raises UserError."""
    with database.reading() as connection:
        rows = connection.execute(select(AUTHORS).order_by(AUTHORS.c.name))
        return [Author(row.name, Role(row.role), row.digest, row.issued) for row in rows]


def author_of(database: Database, token: str) -> Author | None:
    """Whose token it is; None for no token. The time it takes tells nothing of any token."""
    given, found = token_digest(token.encode("utf-8", "replace")), None
    # All are compared, in constant time each, and the loop never ends early.
    for each in authors(database):
        if hmac.compare_digest(each.digest, given):
            found = each
    return found
