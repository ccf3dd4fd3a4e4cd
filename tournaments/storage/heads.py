"""The ends of journals, and a hash over all definitions: by these a reader sees a change.

As long as the head of a tournament's journal is the same, so are its results. A changed definition
and a void change the head as well. The hash over all definitions changes only with a definition, so
it tells such a change from a match that was saved.
"""

import hashlib

from sqlalchemy import Connection, func, select

from tournaments.storage.database import Database
from tournaments.storage.journal import JournalEntry
from tournaments.storage.schema import JOURNAL, TOURNAMENTS


def head(connection: Connection, name: str) -> JournalEntry | None:
    """The last entry of the tournament's journal; None before the first."""
    query = (
        select(JOURNAL.c.number, JOURNAL.c.entry, JOURNAL.c.link)
        .where(JOURNAL.c.tournament == name)
        .order_by(JOURNAL.c.number.desc())
        .limit(1)
    )
    row = connection.execute(query).one_or_none()
    return JournalEntry(*row) if row else None


def definitions_digest(database: Database) -> str:
    """A hash over the names and present definitions of all tournaments. Raises UserError."""
    query = select(TOURNAMENTS.c.name, TOURNAMENTS.c.definition).order_by(TOURNAMENTS.c.name)
    digest = hashlib.sha256()
    with database.reading() as connection:
        for row in connection.execute(query):
            # With the name's length, so that no other name and definition give the same text.
            digest.update(f"{len(row.name)} {row.name} {row.definition}".encode())
    return digest.hexdigest()


def heads(database: Database) -> dict[str, str]:
    """The head of every journal, its last link, by tournament. Raises UserError."""
    last = (
        select(JOURNAL.c.tournament, func.max(JOURNAL.c.number).label("number"))
        .group_by(JOURNAL.c.tournament)
        .subquery()
    )
    matching = JOURNAL.c.tournament == last.c.tournament, JOURNAL.c.number == last.c.number
    query = select(JOURNAL.c.tournament, JOURNAL.c.link).join(last, matching[0] & matching[1])
    with database.reading() as connection:
        return {row.tournament: row.link for row in connection.execute(query)}
