"""A match as the database has it, and whether its texts are those of the journal."""

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.storage.journal import Witnessed, sha256


@dataclass(frozen=True, slots=True)
class RawMatch:
    """A row as it is kept, whatever it is; texts as bytes."""

    id: str
    board: object
    summary: bytes
    faults: object
    record: bytes
    measured: bytes
    checksum: object


def unlike_journal(line: bytes, measured: bytes, witnessed: Witnessed | None) -> Iterator[str]:
    """What the two texts of a match have that its entry in the journal has not, as sentences."""
    if witnessed is None:
        yield "the journal does not know it"
        return
    if sha256(line) != witnessed.record:
        yield "its record is not the one in the journal"
    if sha256(measured) != witnessed.measured:
        yield "what was measured is not what the journal says"
