"""The columns that the database keeps of a match or a definition: pure functions of these.

So `stych verify` can compute each column again from the record, and compare.
"""

import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.record import Record
from tournaments.core.results import MatchResult
from tournaments.storage.journal import play_digest


def definition_text(definition: Mapping[str, Any]) -> str:
    """The text of the column `definition`."""
    # Sorted, so that equal definitions are equal texts.
    return json.dumps(definition, sort_keys=True)


def summary(record: Record) -> MatchResult:
    """The part of a record that tables need."""
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
    """The same from plain values; `faults` are pairs of entrant and kind."""
    # Also for a glance at a record, which reads plain JSON since checking types takes long.
    play = play_digest(path, actions)
    return MatchResult(tuple(places), tuple(points), tuple(faults), play)


def summary_text(own: MatchResult) -> str:
    """The text of the column `summary`."""
    kept = {"places": own.places, "points": own.points, "faults": own.faults, "play": own.play}
    return json.dumps(kept)


def read_summary(text: str) -> MatchResult:
    """The inverse of `summary_text`. Raises ValueError, KeyError or TypeError when damaged."""
    kept = json.loads(text)
    faults = tuple((entrant, kind) for entrant, kind in kept["faults"])
    return MatchResult(tuple(kept["places"]), tuple(kept["points"]), faults, kept["play"])


def texts(record: Record) -> tuple[bytes, str]:
    """The two texts of a record that are kept: its line, and its measured part."""
    # Apart, since the line is the same to the byte in every run and the measured part is not.
    return record.to_json(measured=False).encode(), record.measured.to_json()


def match_row(record: Record, line: bytes, measured: str) -> dict[str, Any]:
    """All columns of a match; `line` and `measured` are its two texts, as they were written."""
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
