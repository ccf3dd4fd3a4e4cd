"""The columns of matches and definitions, computed from the record or the definition alone.

So `stych verify` can compute each column again, and compare.
"""

import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.record import Record
from tournaments.core.results import MatchResult
from tournaments.storage.journal import play_digest


def definition_text(definition: Mapping[str, Any]) -> str:
    """The text of the column `definition`, the same for equal definitions."""
    # Sorted keys: definitions may be equal and still differ in the order of their keys.
    return json.dumps(definition, sort_keys=True)


def summary(record: Record) -> MatchResult:
    """The part of a record that rating tables need."""
    faults = [(record.seats[f.seat].entrant, str(f.fault.kind)) for f in record.faults]
    places, points = record.outcome.places, record.outcome.points
    return summary_of(record.deal.path, record.actions, places, points, faults)


def summary_of(
    path: Sequence[str],
    actions: Sequence[int],
    places: Iterable[int],
    points: Iterable[int],
    faults: Iterable[tuple[str, str]],
) -> MatchResult:
    """The summary from plain values: `path` is the deal's, `faults` are pairs (entrant, kind)."""
    # verify/glance.py calls it with plain JSON, since a typed record takes long to read.
    play = play_digest(path, actions)
    return MatchResult(tuple(places), tuple(points), tuple(faults), play)


def summary_text(result: MatchResult) -> str:
    """The text of the column `summary`, for the result of the match."""
    values = {
        "places": result.places,
        "points": result.points,
        "faults": result.faults,
        "play": result.play,
    }
    return json.dumps(values)


def read_summary(text: str) -> MatchResult:
    """The inverse of `summary_text`. Raises ValueError, KeyError or TypeError if damaged."""
    values = json.loads(text)
    faults = tuple((entrant, kind) for entrant, kind in values["faults"])
    return MatchResult(tuple(values["places"]), tuple(values["points"]), faults, values["play"])


def texts(record: Record) -> tuple[bytes, str]:
    """The two texts of a record in the database: its line of JSON, and its measured part."""
    # Two texts, since the line is the same to the byte in every run and the measured part is not.
    return record.to_json(measured=False).encode(), record.measured.to_json()


def match_row(record: Record, line: bytes, measured: str) -> dict[str, Any]:
    """All columns of a match by name; `line` and `measured` are the two texts of the record."""
    packed = zlib.compress(line)
    return {
        "id": record.id,
        "tournament": record.tournament,
        "board": record.board,
        "summary": summary_text(summary(record)),
        "faults": len(record.faults),
        "record": packed,
        "measured": measured,
        "checksum": zlib.crc32(packed),
    }
