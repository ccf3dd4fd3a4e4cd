"""Exports tournaments from a data folder into an archive."""

import zlib
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

from sqlalchemy import select

from referee.errors import UserError
from tournaments.config.stored import stored
from tournaments.storage.journal import (
    Defined,
    EntryContent,
    JournalError,
    SavedMatch,
    Voided,
    match_text,
    read_text,
)
from tournaments.storage.schema import JOURNAL, MATCHES
from tournaments.storage.store import Store
from tournaments.transfer.archive import About, ArchivedTournament, write


def export_to(path: Path, store: Store, names: Sequence[str], file: bytes) -> About:
    """Write an archive of these tournaments, as they are at this moment, and of their file.

    `file` is the text of the tournament file. Raises UserError when a tournament was not played or
    is damaged, and as `write` does.
    """
    # In a snapshot, so that a match that a run saves meanwhile is in no part of the archive.
    with store.database.snapshot():
        about = About(tournaments=tuple(_part(store, name) for name in names))
        write(path, about, file, chain.from_iterable(_items(store, name) for name in names))
    return about


def _part(store: Store, name: str) -> ArchivedTournament:
    stored(store, name)  # raises UserError when it was not played or is damaged
    head = store.head(name)
    if head is None:
        raise _damaged(name, "it has no journal")
    return ArchivedTournament(name=name, entries=head.number, head=head.link)


def _items(store: Store, name: str) -> Iterator[bytes]:
    """The items of journal.jsonl: entries of definitions and voids, and the lines of matches."""
    query = (
        select(JOURNAL.c.entry)
        .where(JOURNAL.c.tournament == name)
        .order_by(JOURNAL.c.number)
        .execution_options(yield_per=500)
    )
    with store.database.reading() as connection:
        for entry in connection.scalars(query):
            match _read_entry(name, entry):
                case Defined() | Voided():
                    yield entry.encode()
                case SavedMatch(id=id_):
                    line, measured = _match(store, name, id_)
                    # Checked here, since at an import this data folder may not exist any more.
                    if match_text(id_, line, measured) != entry:
                        raise _damaged(name, f"match {id_} is not what the journal says")
                    yield line + b"\n" + measured


def _read_entry(name: str, entry: str) -> EntryContent:
    try:
        return read_text(entry)
    except JournalError as error:
        raise _damaged(name, f"in its journal, {error}") from None


def _match(store: Store, name: str, id_: str) -> tuple[bytes, bytes]:
    """The record and the measured part of a match. Raises UserError if they cannot be read."""
    query = select(MATCHES.c.record, MATCHES.c.measured).where(MATCHES.c.id == id_)
    with store.database.reading() as connection:
        row = connection.execute(query).one_or_none()
    if row is None:
        raise _damaged(name, f"match {id_} is in the journal, but not stored")
    try:
        return zlib.decompress(row.record), row.measured.encode()
    except zlib.error as error:
        raise _damaged(name, f"match {id_} cannot be unpacked: {error}") from None


def _damaged(name: str, what: str) -> UserError:
    return UserError(f"{name} is damaged and cannot be exported: {what}; `stych verify` says more")
