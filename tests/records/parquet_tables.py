"""The tables of records, written and read; and the lines of `--spelled` made of them alone."""

import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.record import Record
from tournaments.present.spelled.parquet import table_writer
from tournaments.present.spelled.schemas import SCHEMAS

pq = pytest.importorskip("pyarrow.parquet")


def written(folder: Path, *records: Record) -> dict[str, list[dict[str, Any]]]:
    with table_writer(folder) as writer:
        for record in records:
            writer.add(record)
    return rows(folder)


def rows(folder: Path) -> dict[str, list[dict[str, Any]]]:
    return {name: pq.read_table(folder / f"{name}.parquet").to_pylist() for name in SCHEMAS}


def spelled_by(tables: dict[str, list[dict[str, Any]]]) -> Iterator[dict[str, Any]]:
    """The matches as `--spelled` has them, from the tables alone."""
    decisions, events = (
        {
            each["match_id"]: [row for row in tables[name] if row["match_id"] == each["match_id"]]
            for each in tables["matches"]
        }
        for name in ("decisions", "events")
    )
    for match in tables["matches"]:
        id_ = match["match_id"]
        assert match["decisions"] == len(decisions[id_])
        assert match["events"] == len(events[id_])
        assert [each["number"] for each in events[id_]] == list(range(len(events[id_])))
        came = defaultdict(list)
        for each in events[id_]:
            parts = {key: each[key] for key in ("event", "kind", "seat", "a", "b", "c", "text")}
            came[each["decision"]].append(parts)
        seats = zip(
            *(match[key] for key in ("entrants", "bots", "versions", "bot_seeds", "never_talks")),
            strict=True,
        )
        names = ("entrant", "bot", "version", "bot_seed", "never_talks")
        deal = {
            key: match[f"deal_{key}"]
            for key in ("path", "key", "commitment", "salt")
            if match[f"deal_{key}"] is not None
        }
        for each in decisions[id_]:
            assert each["entrant"] == match["entrants"][each["seat"]]
        same = ("tournament", "game", "rules_version", "board", "seating", "ending", "replayed")
        yield {
            "format": 1,
            "id": id_,
            **{key: match[key] for key in same},
            "options": json.loads(match["options"]),
            "seats": [dict(zip(names, seat, strict=True)) for seat in seats],
            "deal": deal,
            "draws": json.loads(match["draws"]),
            "layouts": json.loads(match["layouts"]),
            "start": came[None],
            "decisions": [
                {
                    **{key: each[key] for key in ("number", "seat", "legal", "action", "forced")},
                    "events": came[each["number"]],
                }
                for each in decisions[id_]
            ],
            "faults": match["faults"],
            "outcome": {"places": match["places"], "points": match["points"]},
        }
