"""What the database keeps of a match or a definition, as functions of nothing else."""

import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.record import Record
from tournaments.core.results import MatchResult
from tournaments.storage.journal import play_digest


def definition_text(definition: Mapping[str, Any]) -> str:
    """The column `definition`."""
    return json.dumps(definition, sort_keys=True)


def summary(record: Record) -> MatchResult:
    """What the table needs of the match."""
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
    """The same of plain values: the deal's path, actions, places, points, entrants and kinds."""
    play = play_digest(path, actions)
    return MatchResult(tuple(places), tuple(points), tuple(faults), play)


def summary_text(own: MatchResult) -> str:
    """The column `summary`."""
    kept = {"places": own.places, "points": own.points, "faults": own.faults, "play": own.play}
    return json.dumps(kept)


def read_summary(text: str) -> MatchResult:
    """What that column says. Raises ValueError, KeyError or TypeError when it is damaged."""
    kept = json.loads(text)
    faults = tuple((entrant, kind) for entrant, kind in kept["faults"])
    return MatchResult(tuple(kept["places"]), tuple(kept["points"]), faults, kept["play"])


def texts(record: Record) -> tuple[bytes, str]:
    """The record's line, and its measured part."""
    return record.to_json(measured=False).encode(), record.measured.to_json()


def match_row(record: Record, line: bytes, measured: str) -> dict[str, Any]:
    """All columns of a match, which was written as this line and measured part."""
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
