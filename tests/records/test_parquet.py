"""`stych records FILE --parquet`: three tables that say what the lines of `--spelled` say."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

from referee.errors import UserError
from referee.games.events import unpack
from referee.record import Record
from tests import pages
from tests.e2e.command import call
from tests.records.children import ROOT
from tests.records.matches import FakeBot, failing_after, make_record, uniform
from tests.records.plainly import spelled_plainly
from tests.records.test_spelled import OTHERS, PLAYED, played
from tests.tournaments.cups import play_cup, write_cup
from tournaments.commands import bulk
from tournaments.present.spelled import parquet
from tournaments.present.spelled.parquet import table_writer
from tournaments.present.spelled.schemas import SCHEMAS
from tournaments.storage.store import Store

pq = pytest.importorskip("pyarrow.parquet")
PAGE = (ROOT / "docs" / "parquet.md").read_text(encoding="utf-8")


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
    assert "its rules are not here" in tables["matches"][2]["why"]
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
    monkeypatch.setattr(parquet, "_AT_ONCE", 200)
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


def test_the_command_writes_a_tournament(tmp_path: Path) -> None:
    file, data, folder = write_cup(tmp_path), tmp_path / "data", tmp_path / "new" / "tables"
    play_cup(file, data)
    folder.mkdir(parents=True)
    (folder / "matches.parquet").write_text("an older one")
    done = call("--data", data, "records", file, "--parquet", folder)
    assert (done.code, done.out, done.err) == (0, "", "")
    assert sorted(each.name for each in folder.iterdir()) == sorted(f"{n}.parquet" for n in SCHEMAS)
    lines = call("--data", data, "records", file, "--spelled").out.splitlines()
    assert list(spelled_by(rows(folder))) == [json.loads(line) for line in lines]


def test_divisions_are_in_the_same_tables(tmp_path: Path) -> None:
    data = tmp_path / "data"
    first = write_cup(tmp_path, boards=1, names=("ann", "bob"))
    play_cup(first, data)
    lines = first.read_text().replace('"cup"', '"cup.a"', 1)
    first.write_text(lines)
    play_cup(first, data)
    (tmp_path / "all.toml").write_text(
        lines.replace('"cup.a"', '"cup"', 1) + '[[divisions]]\nname = "a"\n'
    )
    done = call("--data", data, "records", tmp_path / "all.toml", "--parquet", tmp_path / "t")
    assert (done.code, done.err) == (0, "")
    assert {each["tournament"] for each in rows(tmp_path / "t")["matches"]} == {"cup.a"}


def test_only_closed_boards_are_in_the_tables(tmp_path: Path) -> None:
    file, data = write_cup(tmp_path, boards=2, names=("ann", "bob")), tmp_path / "data"
    play_cup(file, data, matches=3)
    done = call("--data", data, "records", file, "--parquet", tmp_path / "t")
    assert done.code == 0
    assert "left out 1 match on boards on which something is still to be played" in done.err
    matches = rows(tmp_path / "t")["matches"]
    assert [(each["board"], each["deal_path"]) for each in matches] == [(1, None)] * 2


def test_a_tournament_without_a_closed_board_has_empty_tables(tmp_path: Path) -> None:
    file, data = write_cup(tmp_path, boards=1, names=("ann", "bob")), tmp_path / "data"
    play_cup(file, data, matches=1)
    assert call("--data", data, "records", file, "--parquet", tmp_path / "t").code == 0
    assert rows(tmp_path / "t") == {name: [] for name in SCHEMAS}


def test_one_that_fails_leaves_older_tables_as_they_were(tmp_path: Path) -> None:
    file, data, folder = write_cup(tmp_path), tmp_path / "data", tmp_path / "t"
    play_cup(file, data)
    folder.mkdir()
    (folder / "events.parquet").write_text("older")
    with Store(data) as store:
        (*_, record) = store.records("cup")
        store.save([replace(record, id="f" * 16, events=record.events[:-1])])
    done = call("--data", data, "records", file, "--parquet", folder)
    assert done.code == 2
    assert "is not true" in done.err
    assert [(each.name, each.read_text()) for each in folder.iterdir()] == [
        ("events.parquet", "older")
    ]


def test_a_stopped_one_leaves_no_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, data, folder = write_cup(tmp_path), tmp_path / "data", tmp_path / "t"
    play_cup(file, data)
    monkeypatch.setattr(bulk, "interruptible", _Stopped)
    done = call("--data", data, "records", file, "--parquet", folder)
    assert (done.code, done.err) == (130, "Stopped after 0 of 12 matches of cup.\n")
    assert list(folder.iterdir()) == []


class _Stopped:
    def __enter__(self) -> list[int]:
        return [2]

    def __exit__(self, *_: object) -> None:
        pass


@pytest.mark.parametrize(
    "beside", [["--spelled"], ["--measured"], ["--out", "x"]], ids=lambda options: options[0]
)
def test_other_options_beside_it_are_refused(beside: list[str], tmp_path: Path) -> None:
    file = write_cup(tmp_path)
    done = call("records", file, "--parquet", tmp_path / "t", *beside)
    words = f"stych: --parquet writes tables alone; received {beside[0]} beside it\n"
    assert (done.code, done.err) == (2, words)


def test_a_folder_that_cannot_be_written_to_is_told(tmp_path: Path) -> None:
    file, data = write_cup(tmp_path), tmp_path / "data"
    play_cup(file, data)
    (tmp_path / "t").write_text("a file")
    done = call("--data", data, "records", file, "--parquet", tmp_path / "t")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "matches.parquet cannot be written: " in done.err


@pytest.mark.parametrize("name", SCHEMAS)
def test_where_one_name_is_a_folder_no_table_is_written(name: str, tmp_path: Path) -> None:
    file, data = write_cup(tmp_path), tmp_path / "data"
    play_cup(file, data)
    (tmp_path / "t" / f"{name}.parquet").mkdir(parents=True)
    done = call("--data", data, "records", file, "--parquet", tmp_path / "t")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert f"{name}.parquet cannot be written: Is a directory" in done.err
    assert [each.name for each in (tmp_path / "t").iterdir()] == [f"{name}.parquet"]


def test_without_pyarrow_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, data = write_cup(tmp_path), tmp_path / "data"
    play_cup(file, data)
    monkeypatch.setattr(bulk, "find_spec", lambda _: None)
    done = call("--data", data, "records", file, "--parquet", tmp_path / "t")
    words = "stych: `--parquet` needs the package pyarrow: pip install 'stych[parquet]'\n"
    assert (done.code, done.err) == (2, words)


def test_the_page_has_all_columns() -> None:
    columns = pages.section(PAGE, "Columns")
    parts = columns.split("`matches.parquet`")[1].split(".parquet`")
    found = [pages.keys(part) for part in parts]
    assert found == [{*schema.names} for schema in SCHEMAS.values()]


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Record]:
    """The records of a tournament whose tables are in the current folder."""
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


def test_pandas_reads_them_as_the_page_says(tables: list[Record]) -> None:
    pytest.importorskip("pandas")
    points: defaultdict[str, list[int]] = defaultdict(list)
    for record in tables:
        for seat, own in zip(record.seats, record.outcome.points, strict=True):
            points[seat.entrant].append(own)
    found = ran("pandas")["points"].to_dict()
    assert found == pytest.approx({name: mean(own) for name, own in points.items()})


def test_polars_reads_them_as_the_page_says(tables: list[Record]) -> None:
    pytest.importorskip("polars")
    legal: defaultdict[str, list[int]] = defaultdict(list)
    for record in tables:
        for decision in spelled_plainly(record)["decisions"]:
            if not decision["forced"]:
                name = record.seats[decision["seat"]].entrant
                legal[name].append(len(decision["legal"]))
    found = ran("polars")["choices"].rows()
    expected = [(name, len(own), pytest.approx(mean(own))) for name, own in sorted(legal.items())]
    assert found == expected


def test_duckdb_reads_them_as_the_page_says(tables: list[Record]) -> None:
    pytest.importorskip("duckdb")
    times = Counter(
        event["text"]
        for record in tables
        for decision in spelled_plainly(record)["decisions"]
        for event in decision["events"]
        if record.outcome.places[decision["seat"]] == 1
    )
    found = ran("DuckDB")["texts"].fetchall()
    assert found == sorted(times.items(), key=lambda each: (-each[1], each[0]))[:5]
