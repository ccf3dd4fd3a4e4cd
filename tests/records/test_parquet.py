"""The three tables of `--parquet` say what the lines of `--spelled` say."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.errors import UserError
from referee.games.events import unpack
from tests.records.matches import FakeBot, failing_after, make_record, uniform
from tests.records.parquet_tables import pq, spelled_by, written
from tests.records.plainly import spelled_plainly
from tests.records.spelling import OTHERS, PLAYED, played
from tournaments.present.spelled import parquet


@pytest.mark.slow
@pytest.mark.parametrize(("game", "options"), PLAYED + OTHERS, ids=str)
def test_the_tables_say_what_the_lines_say(
    game: str, options: dict[str, Any], tmp_path: Path
) -> None:
    records = [played(game, options, board) for board in (1, 2, 3)]
    tables = written(tmp_path, *records)
    assert list(spelled_by(tables)) == [
        json.loads(json.dumps(spelled_plainly(record))) for record in records
    ]
    codes = [each["code"] for each in tables["decisions"]]
    assert codes == [action for record in records for action in record.actions]


@pytest.mark.slow
def test_forfeits_are_told(tmp_path: Path) -> None:
    late = make_record(9, 0, FakeBot(failing_after(7)), FakeBot(uniform))
    at_once = make_record(8, 1, FakeBot(uniform), FakeBot(failing_after(0)))
    tables = written(tmp_path, late, at_once)
    assert list(spelled_by(tables)) == [
        json.loads(json.dumps(spelled_plainly(record))) for record in (late, at_once)
    ]
    assert [len(each["faults"]) for each in tables["matches"]] == [1, 1]


def test_matches_of_several_games_and_rules_are_in_the_same_tables(tmp_path: Path) -> None:
    fox, korist = played("fox", {"target": 1}), played("korist", {"players": 3})
    old = replace(make_record(2), rules_version=7)
    gone = replace(make_record(3), game="whist")
    records = [fox, old, gone, korist, replace(make_record(4), rules_version=7)]
    tables = written(tmp_path, *records)
    assert [each["match_id"] for each in tables["matches"]] == [each.id for each in records]
    assert [each["replayed"] for each in tables["matches"]] == [True, False, False, True, False]
    whole = [each for each in tables["matches"] if each["replayed"]]
    assert list(spelled_by({**tables, "matches": whole})) == [
        json.loads(json.dumps(spelled_plainly(record))) for record in (fox, korist)
    ]
    match = tables["matches"][1]
    assert "was played by version 7 of the rules of fox" in match["why"]
    assert "the rules of its game cannot be used" in tables["matches"][2]["why"]
    assert (match["points"], match["layouts"]) == (list(old.outcome.points), None)
    own = [each for each in tables["decisions"] if each["match_id"] == old.id]
    assert [each["code"] for each in own] == list(old.actions)
    told = {key for each in own for key, value in each.items() if value is not None}
    assert told == {"match_id", "number", "code"}
    events = [each for each in tables["events"] if each["match_id"] == old.id]
    assert [each["event"] for each in events] == list(old.events)
    for each in events:
        assert {key: each[key] for key in unpack(0)._fields} == unpack(each["event"])._asdict()
        assert (each["decision"], each["text"]) == (None, None)


def test_row_groups_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So memory does not grow with the tournament."""
    monkeypatch.setattr(parquet, "_BATCH_SIZE", 200)
    records = [played("fox", {"target": 1}, board) for board in range(1, 21)]
    tables = written(tmp_path, *records)
    groups = pq.ParquetFile(tmp_path / "decisions.parquet")
    assert groups.num_row_groups > 4
    sizes = [groups.metadata.row_group(n).num_rows for n in range(groups.num_row_groups)]
    assert max(sizes) < 200
    assert len(tables["decisions"]) == sum(len(record.actions) for record in records)


@pytest.mark.parametrize("number", [2**63, 2**70, -(2**70)])
def test_a_number_that_no_table_holds_is_told_in_a_sentence(number: int, tmp_path: Path) -> None:
    old = replace(make_record(), rules_version=7, actions=(number,))
    with pytest.raises(UserError, match="a record has a number that no table can hold"):
        written(tmp_path, old)
    assert list(tmp_path.iterdir()) == []
