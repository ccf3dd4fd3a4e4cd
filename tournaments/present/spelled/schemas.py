"""The schemas of the tables in which matches are spelled out; docs/parquet.md describes them."""

from typing import Final

import pyarrow as pa

_TEXT, _TEXTS, _WHOLE, _WHOLES = (
    pa.string(),
    pa.list_(pa.string()),
    pa.int64(),
    pa.list_(pa.int64()),
)
_FAULT: Final = pa.struct(
    {"seat": _WHOLE, "at": _WHOLE, "kind": _TEXT, "stage": _TEXT, "text": _TEXT}
)
SCHEMAS: Final = {
    "matches": pa.schema(
        {
            "match_id": _TEXT,
            "tournament": _TEXT,
            "game": _TEXT,
            "rules_version": _WHOLE,
            "options": _TEXT,
            "board": _WHOLE,
            "seating": _WHOLE,
            "entrants": _TEXTS,
            "bots": _TEXTS,
            "versions": _TEXTS,
            "bot_seeds": pa.list_(pa.uint64()),
            "never_talks": pa.list_(pa.bool_()),
            "ending": _TEXT,
            "places": _WHOLES,
            "points": _WHOLES,
            "faults": pa.list_(_FAULT),
            "decisions": _WHOLE,
            "events": _WHOLE,
            "replayed": pa.bool_(),
            "why": _TEXT,
            "deal_path": _TEXTS,
            "deal_key": _TEXT,
            "deal_commitment": _TEXT,
            "deal_salt": _TEXT,
            "draws": _TEXT,
            "layouts": _TEXT,
        }
    ),
    "decisions": pa.schema(
        {
            "match_id": _TEXT,
            "number": pa.int32(),
            "seat": pa.int16(),
            "entrant": _TEXT,
            "code": _WHOLE,
            "action": _TEXT,
            "forced": pa.bool_(),
            "legal": _TEXTS,
        }
    ),
    "events": pa.schema(
        {
            "match_id": _TEXT,
            "number": pa.int32(),
            "decision": pa.int32(),
            "event": _WHOLE,
            "kind": pa.int16(),
            "seat": pa.int16(),
            "a": pa.int16(),
            "b": pa.int16(),
            "c": pa.int16(),
            "text": _TEXT,
        }
    ),
}
"""The names and types of the columns, by the name of the table."""
