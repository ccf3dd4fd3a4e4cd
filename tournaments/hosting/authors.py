"""The authors and operators who may submit bots over the web, each known by a personal token.

Their tokens are not those of entrants: a token of an author opens no stream of a bot, and a token
of an entrant submits nothing.
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
    """What the owner of a token may do. The values are stored in the database."""

    AUTHOR = "author"
    """May submit bots, and withdraw bots that the author has submitted."""
    OPERATOR = "operator"
    """May submit bots, see all submissions and everybody who may submit, and withdraw all bots."""


@dataclass(frozen=True, slots=True)
class Author:
    """Somebody who has a token, and the role that it gives."""

    name: str
    role: Role
    digest: str
    """The SHA-256 of the token, in hexadecimal."""
    issued: str
    """When the token was issued, in ISO 8601, UTC."""

    @property
    def is_operator(self) -> bool:
        """Whether the author may see and withdraw the bots of other authors as well."""
        return self.role is Role.OPERATOR


def issue_to_author(database: Database, name: str, role: Role) -> str:
    """Make a new token of the author, which cannot be shown again; an earlier token becomes void.

    Raises UserError when the database cannot be written.
    """
    # 256 random bits cannot be guessed, so that a plain hash is enough (see tokens.py).
    token = secrets.token_urlsafe(32)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    values = {"role": str(role), "digest": token_digest(token.encode()), "issued": now}
    with database.writing() as connection:
        put(connection, AUTHORS, {"name": name}, values)
    return token


def revoke_author(database: Database, name: str) -> bool:
    """Make the token of this author void; False if there is none.

    Raises UserError when the database cannot be written.
    """
    with database.writing() as connection:
        return bool(connection.execute(delete(AUTHORS).where(AUTHORS.c.name == name)).rowcount)


def authors(database: Database) -> list[Author]:
    """All authors and operators, sorted by name. Raises UserError when they cannot be read."""
    with database.reading() as connection:
        rows = connection.execute(select(AUTHORS).order_by(AUTHORS.c.name))
        return [Author(row.name, Role(row.role), row.digest, row.issued) for row in rows]


def author_of(database: Database, token: str) -> Author | None:
    """The owner of the token; None if it is nobody's. Raises UserError as `authors` does.

    The time that this takes tells nothing about any token.
    """
    given, owner = token_digest(token.encode("utf-8", "replace")), None
    # All digests are compared, in constant time each, and the loop never ends early.
    for each in authors(database):
        if hmac.compare_digest(each.digest, given):
            owner = each
    return owner
