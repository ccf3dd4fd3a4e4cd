"""`stych records FILE --parquet`: it writes all its tables, or none and a sentence."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.e2e.command import call
from tests.records.parquet_tables import rows, spelled_by
from tests.tournaments.cups import play_cup, write_cup
from tournaments.commands import bulk
from tournaments.present.spelled.schemas import SCHEMAS
from tournaments.storage.store import Store


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
    file = write_cup(tmp_path, boards=1, names=("ann", "bob"))
    lines = file.read_text()
    for name in ("cup", "cup.a", "cup.b"):
        file.write_text(lines.replace('"cup"', f'"{name}"', 1))
        play_cup(file, data)
    divisions = "".join(f'[[divisions]]\nname = "{name}"\n' for name in "ab")
    (tmp_path / "all.toml").write_text(lines + divisions)
    done = call("--data", data, "records", tmp_path / "all.toml", "--parquet", tmp_path / "t")
    assert (done.code, done.err) == (0, "")
    assert {each["tournament"] for each in rows(tmp_path / "t")["matches"]} == {"cup.a", "cup.b"}


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


def test_a_command_that_fails_leaves_older_tables_as_they_were(tmp_path: Path) -> None:
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


def test_a_stopped_command_leaves_no_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, data, folder = write_cup(tmp_path), tmp_path / "data", tmp_path / "t"
    play_cup(file, data)
    monkeypatch.setattr(bulk, "interruptible", _Stopped)
    done = call("--data", data, "records", file, "--parquet", folder)
    assert (done.code, done.err) == (130, "Stopped after 0 of 12 matches of cup.\n")
    assert list(folder.iterdir()) == []


class _Stopped:
    """In the place of `interruptible`: Ctrl-C (SIGINT, number 2) has come already."""

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


def test_a_file_in_place_of_the_folder_is_told(tmp_path: Path) -> None:
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
