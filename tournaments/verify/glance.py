"""A quick look at what is kept of a tournament: whether it is what the journal says.

The rules are not asked, so that it costs little beside a table (about 0.1 ms a match,
docs/tables.md); `stych verify` does the rest.
"""

import zlib
from collections.abc import Iterator
from itertools import chain
from typing import Any

from pydantic_core import from_json

from tournaments.core.results import MatchResult
from tournaments.storage.journal import Witnessed
from tournaments.storage.rows import definition_text, summary_of, summary_text
from tournaments.storage.store import Store
from tournaments.verify import raw
from tournaments.verify.chain import read_journal
from tournaments.verify.raw_match import RawMatch, unlike_journal


def glance(store: Store, name: str) -> str:
    """The first thing that is not as it was saved, as a sentence; "" when nothing is found.

    Nothing is found either where nothing is kept of the tournament, not even a journal. Raises
    UserError when the database cannot be read.
    """
    with store.database.snapshot():
        told = read_journal(name, raw.entries(store.database, name))
        kept = raw.definition(store.database, name)
        # Each of the three by itself, since somebody may have removed the others.
        if not told.entries and kept is None and not _first(store, name):
            return ""
        if told.problems:
            return told.problems[0]
        # As the text that was kept, since equal values could be written in another way.
        last = definition_text(told.definitions[-1].values).encode() if told.definitions else None
        if kept != last:
            return "the definition is not the last one of the journal"
        left = dict(told.matches)
        for each in raw.matches(store.database, name):
            if problem := _problem(each, left.pop(each.id, None)):
                return f"match {each.id}: {problem}"
    return f"match {min(left)}: it is in the journal, but not there" if left else ""


def _first(store: Store, name: str) -> RawMatch | None:
    return next(raw.matches(store.database, name), None)


def _problem(match: RawMatch, witnessed: Witnessed | None) -> str:
    try:
        line = zlib.decompress(match.record)
    except zlib.error as error:
        return f"its record cannot be unpacked: {error}"
    found = chain(unlike_journal(line, match.measured, witnessed), _unlike_row(match, line))
    return next(found, "")


def _unlike_row(match: RawMatch, line: bytes) -> Iterator[str]:
    if zlib.crc32(match.record) != match.checksum:
        yield "the packed record and its checksum do not agree"
    # Tables read these and not records, so they could be changed without touching a record.
    try:
        record = from_json(line)
        summary = summary_text(_summary(record)).encode()
        expected = {"board": record["board"], "summary": summary, "faults": len(record["faults"])}
    except (ValueError, LookupError, TypeError):
        yield "its record cannot be read"
        return
    for column, value in expected.items():
        if getattr(match, column) != value:
            yield f"the {column} beside its record is not what the record says"


def _summary(record: dict[str, Any]) -> MatchResult:
    """The part that tables need, from a record that is known to be the one that was saved."""
    # Plain JSON, as to check its types once more would take longer than all the rest; by the parser
    # that reads records, which takes a third of the time of Python's own.
    seats, outcome = record["seats"], record["outcome"]
    path, actions = record["deal"]["path"], record["actions"]
    faults = [(seats[f["seat"]]["entrant"], f["fault"]["kind"]) for f in record["faults"]]
    return summary_of(path, actions, outcome["places"], outcome["points"], faults)
