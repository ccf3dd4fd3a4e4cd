"""The ends of journals: what is kept of a tournament changed where its head did."""

from sqlalchemy import Connection, func, select

from tournaments.storage.database import Database
from tournaments.storage.journal import JournalEntry
from tournaments.storage.schema import JournalRow


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
