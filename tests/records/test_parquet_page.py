"""docs/parquet.md has all columns, and its programs find what is in the records."""

from collections import Counter, defaultdict
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

from referee.record import Record
from tests import pages
from tests.e2e.command import call
from tests.records.plainly import spelled_plainly
from tests.root import ROOT
from tests.tournaments.cups import play_cup, write_cup
from tournaments.present.spelled.schemas import SCHEMAS
from tournaments.storage.store import Store

PAGE = (ROOT / "docs" / "parquet.md").read_text(encoding="utf-8")


def test_the_page_has_all_columns() -> None:
    columns = pages.section(PAGE, "Columns")
    parts = columns.split("`matches.parquet`")[1].split(".parquet`")
    found = [pages.keys(part) for part in parts]
    assert found == [{*schema.names} for schema in SCHEMAS.values()]


@pytest.fixture
def records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Record]:
    """The records of a tournament whose tables are in the folder `tables` of the current one."""
    file, data = write_cup(tmp_path), tmp_path / "data"
    play_cup(file, data)
    assert call("--data", data, "records", file, "--parquet", tmp_path / "tables").code == 0
    monkeypatch.chdir(tmp_path)
    with Store(data) as store:
        return list(store.records("cup"))


def ran(title: str) -> dict[str, Any]:
    """The variables of the page's program below that heading, after it has run."""
    (program,) = pages.code(pages.section(PAGE, title), "python")
    names: dict[str, Any] = {}
    exec(program, names)
    return names


def test_pandas_reads_them_as_the_page_says(records: list[Record]) -> None:
    pytest.importorskip("pandas")
    points: defaultdict[str, list[int]] = defaultdict(list)
    for record in records:
        for seat, own in zip(record.seats, record.outcome.points, strict=True):
            points[seat.entrant].append(own)
    found = ran("pandas")["points"].to_dict()
    assert found == pytest.approx({name: mean(own) for name, own in points.items()})


@pytest.mark.slow
def test_polars_reads_them_as_the_page_says(records: list[Record]) -> None:
    pytest.importorskip("polars")
    legal: defaultdict[str, list[int]] = defaultdict(list)
    for record in records:
        for decision in spelled_plainly(record)["decisions"]:
            if not decision["forced"]:
                name = record.seats[decision["seat"]].entrant
                legal[name].append(len(decision["legal"]))
    found = ran("polars")["choices"].rows()
    expected = [(name, len(own), pytest.approx(mean(own))) for name, own in sorted(legal.items())]
    assert found == expected


@pytest.mark.slow
def test_duckdb_reads_them_as_the_page_says(records: list[Record]) -> None:
    pytest.importorskip("duckdb")
    times = Counter(
        event["text"]
        for record in records
        for decision in spelled_plainly(record)["decisions"]
        for event in decision["events"]
        if record.outcome.places[decision["seat"]] == 1
    )
    found = ran("DuckDB")["texts"].fetchall()
    assert found == sorted(times.items(), key=lambda each: (-each[1], each[0]))[:5]
