"""What the database keeps of a match or a definition, as functions of nothing else."""

import json
import zlib
from collections.abc import Mapping
from typing import Any

from referee.record import Record
from tournaments.statistics.contests import Summary
from tournaments.storage.journal import play_digest


def definition_text(definition: Mapping[str, Any]) -> str:
    """The column `definition`."""
    return json.dumps(definition, sort_keys=True)


def summary(record: Record) -> Summary:
    """What the table needs of the match."""
    faults = tuple((record.seats[f.seat].entrant, str(f.fault.kind)) for f in record.faults)
    play = play_digest(record.deal.path, record.actions)
    return Summary(record.id, record.outcome.places, record.outcome.points, faults, play)


def summary_text(own: Summary) -> str:
    """The column `summary`."""
    kept = {"places": own.places, "points": own.points, "faults": own.faults, "play": own.play}
    return json.dumps(kept)


def read_summary(id_: str, text: str) -> Summary:
    """What that column says. Raises ValueError, KeyError or TypeError when it is damaged."""
    kept = json.loads(text)
    faults = tuple((entrant, kind) for entrant, kind in kept["faults"])
    return Summary(id_, tuple(kept["places"]), tuple(kept["points"]), faults, kept["play"])


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
