"""The matches of a tournament that were saved after a certain journal entry."""

from collections.abc import Iterator, Sequence

from sqlalchemy import Connection, Row, select

from tournaments.core.results import MatchResult
from tournaments.storage.journal import JournalEntry, SavedMatch, read_text
from tournaments.storage.rows import read_summary
from tournaments.storage.schema import JOURNAL, MATCHES
from tournaments.storage.store import IDS_AT_ONCE, Store


def summaries_after(
    store: Store, tournament: str, entry: JournalEntry
) -> dict[str, MatchResult] | None:
    """The summaries, by id, of all matches that were saved after `entry` of the journal.

    None if the journal no longer has this entry: the tournament was begun anew. Raises UserError
    for a database that cannot be read or is damaged.
    """
    query = (
        select(JOURNAL.c.link, JOURNAL.c.entry)
        .where(JOURNAL.c.tournament == tournament, JOURNAL.c.number >= entry.number)
        .order_by(JOURNAL.c.number)
    )
    summaries = dict[str, MatchResult]()
    with store.database.reading() as connection:
        rows = connection.execute(query).all()
        if not rows or rows[0].link != entry.link:
            return None
        with store.whole("journal"):
            entries = [read_text(row.entry) for row in rows[1:]]
        ids = [each.id for each in entries if isinstance(each, SavedMatch)]
        for row in _summaries(connection, ids):
            with store.whole(f"summary of {row.id}"):
                summaries[row.id] = read_summary(row.summary)
    return summaries


def _summaries(connection: Connection, ids: Sequence[str]) -> Iterator[Row[str, str]]:
    for first in range(0, len(ids), IDS_AT_ONCE):
        chosen = MATCHES.c.id.in_(ids[first : first + IDS_AT_ONCE])
        yield from connection.execute(select(MATCHES.c.id, MATCHES.c.summary).where(chosen))
