"""A quick check of a stored tournament: whether its rows agree with its journal.

Matches are not replayed, so the check takes little time beside making a table: about 0.1 ms a match
(docs/tables.md). `stych verify` checks the rest.
"""

import zlib
from collections.abc import Iterator
from itertools import chain
from typing import Any

from pydantic_core import from_json

from tournaments.core.results import MatchResult
from tournaments.storage.journal import SavedMatch
from tournaments.storage.rows import definition_text, summary_of, summary_text
from tournaments.storage.store import Store
from tournaments.verify import raw
from tournaments.verify.chain import read_journal
from tournaments.verify.raw_match import RawMatch, unlike_journal


def glance(store: Store, name: str) -> str:
    """The first problem of the tournament, as a sentence; "" when none is found.

    A tournament of which nothing is stored has no problem. Raises UserError when the database
    cannot be read.
    """
    with store.database.snapshot():
        journal = read_journal(name, raw.entries(store.database, name))
        stored = raw.definition(store.database, name)
        # All three are looked at, since somebody may have removed one or two of them.
        if not journal.entries and stored is None and not _first_match(store, name):
            return ""
        if journal.problems:
            return journal.problems[0]
        # Texts are compared, since equal values can be written in several ways.
        last = (
            definition_text(journal.definitions[-1].values).encode()
            if journal.definitions
            else None
        )
        if stored != last:
            return "the definition is not the last one of the journal"
        missing = dict(journal.matches)
        for each in raw.matches(store.database, name):
            if problem := _problem(each, missing.pop(each.id, None)):
                return f"match {each.id}: {problem}"
    return f"match {min(missing)}: it is in the journal, but not stored" if missing else ""


def _first_match(store: Store, name: str) -> RawMatch | None:
    return next(raw.matches(store.database, name), None)


def _problem(match: RawMatch, entry: SavedMatch | None) -> str:
    """The first problem of the match, as a clause; "" when none is found."""
    try:
        line = zlib.decompress(match.record)
    except zlib.error as error:
        return f"its record cannot be unpacked: {error}"
    problems = chain(unlike_journal(line, match.measured, entry), _unlike_row(match, line))
    return next(problems, "")


def _unlike_row(match: RawMatch, line: bytes) -> Iterator[str]:
    """How the other columns of the row differ from its record `line`, as clauses."""
    if zlib.crc32(match.record) != match.checksum:
        yield "the packed record and its checksum do not agree"
    # Rating tables read these columns and not records, so a change of them must be found as well.
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
    """The summary of a record in plain JSON. Raises LookupError or TypeError if malformed."""
    # The types are not validated, which would take longer than all the rest. The parser is that of
    # pydantic, which takes a third of the time of Python's.
    seats, outcome = record["seats"], record["outcome"]
    path, actions = record["deal"]["path"], record["actions"]
    faults = [(seats[f["seat"]]["entrant"], f["fault"]["kind"]) for f in record["faults"]]
    return summary_of(path, actions, outcome["places"], outcome["points"], faults)
