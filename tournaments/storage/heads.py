"""The ends of journals: what is kept of a tournament changed where its head did."""

import hashlib

from sqlalchemy import Connection, func, select

from tournaments.storage.database import Database
from tournaments.storage.journal import JournalEntry
from tournaments.storage.schema import JournalRow, TournamentRow


def head(connection: Connection, name: str) -> JournalEntry | None:
    """The last entry of the journal; None before the first."""
    query = (
        select(JournalRow.number, JournalRow.entry, JournalRow.link)
        .where(JournalRow.tournament == name)
        .order_by(JournalRow.number.desc())
        .limit(1)
    )
    found = connection.execute(query).one_or_none()
    return JournalEntry(*found) if found else None


def definitions(database: Database) -> str:
    """A hash over the names and definitions of all tournaments. Raises UserError."""
    query = select(TournamentRow.name, TournamentRow.definition).order_by(TournamentRow.name)
    found = hashlib.sha256()
    with database.reading() as connection:
        for row in connection.execute(query):
            found.update(f"{len(row.name)} {row.name} {row.definition}".encode())
    return found.hexdigest()


def heads(database: Database) -> dict[str, str]:
    """The last link of every journal, by tournament. Raises UserError."""
    last = (
        select(JournalRow.tournament, func.max(JournalRow.number).label("number"))
        .group_by(JournalRow.tournament)
        .subquery()
    )
    same = JournalRow.tournament == last.c.tournament, JournalRow.number == last.c.number
    query = select(JournalRow.tournament, JournalRow.link).join(last, same[0] & same[1])
    with database.reading() as connection:
        return {row.tournament: row.link for row in connection.execute(query)}
