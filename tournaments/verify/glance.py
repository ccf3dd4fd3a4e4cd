"""A quick look at what is kept of a tournament: whether it is what the journal says.

The rules are not asked, so that it costs little beside a table (less than 0.1 ms a match,
docs/tables.md); `stych verify` does the rest.
"""

import json
import zlib
from typing import Any

from tournaments.core.results import MatchResult
from tournaments.storage.journal import Witnessed, sha256
from tournaments.storage.rows import definition_text, summary_of, summary_text
from tournaments.storage.store import Store
from tournaments.verify import raw
from tournaments.verify.chain import walk
from tournaments.verify.matches import RawMatch


def glance(store: Store, name: str) -> str:
    """The first thing that is not as it was saved, as a sentence; "" when nothing is found.

    Raises UserError when the database cannot be read.
    """
    with store.database.snapshot():
        told = walk(name, raw.entries(store.database, name))
        if told.problems:
            return told.problems[0]
        # As the text that was kept, since equal values could be written in another way.
        last = definition_text(told.definitions[-1].values).encode() if told.definitions else None
        if raw.definition(store.database, name) != last:
            return "the definition is not the last one of the journal"
        left = dict(told.matches)
        for each in raw.matches(store.database, name):
            if problem := _problem(each, left.pop(each.id, None)):
                return f"match {each.id}: {problem}"
    return f"match {min(left)}: it is in the journal, but not there" if left else ""


def _problem(match: RawMatch, witnessed: Witnessed | None) -> str:
    if witnessed is None:
        return "the journal does not know it"
    try:
        line = zlib.decompress(match.record)
    except zlib.error as error:
        return f"its record cannot be unpacked: {error}"
    if sha256(line) != witnessed.record:
        return "its record is not the one in the journal"
    # Tables read summaries and not records, so these could be changed without touching a record.
    try:
        expected = summary_text(_summary(json.loads(line)))
    except (ValueError, LookupError, TypeError):
        return "its record cannot be read"
    if match.summary != expected.encode():
        return "the summary beside its record is not what the record says"
    return ""


def _summary(record: dict[str, Any]) -> MatchResult:
    """The part that tables need, from a record that is known to be the one that was saved."""
    # Plain JSON, as to check its types once more would take longer than all the rest.
    seats, outcome = record["seats"], record["outcome"]
    path, actions = record["deal"]["path"], record["actions"]
    faults = [(seats[f["seat"]]["entrant"], f["fault"]["kind"]) for f in record["faults"]]
    return summary_of(path, actions, outcome["places"], outcome["points"], faults)
