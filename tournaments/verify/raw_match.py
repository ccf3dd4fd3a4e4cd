"""A match as the database has it, and its comparison with the entry in the journal."""

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.storage.journal import SavedMatch, sha256


@dataclass(frozen=True, slots=True)
class RawMatch:
    """A row of the table of matches, not checked. An `object` should be an int, but need not be."""

    id: str
    board: object
    summary: bytes
    faults: object
    record: bytes
    measured: bytes
    checksum: object
    """The CRC-32 of `record`, which zlib has packed."""


def unlike_journal(line: bytes, measured: bytes, entry: SavedMatch | None) -> Iterator[str]:
    """How the record and the measured part of a match differ from its journal entry, as clauses.

    `line` is the unpacked record. `entry` is that of the match; None if the journal has none.
    """
    if entry is None:
        yield "the journal does not know it"
        return
    if sha256(line) != entry.record:
        yield "its record is not the one in the journal"
    if sha256(measured) != entry.measured:
        yield "its measured part is not what the journal says"
