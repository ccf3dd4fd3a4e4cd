"""A command that makes no sense: a sentence says why, and nothing is done."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.e2e.bad_commands import CASES, RECORDS
from tests.e2e.command import call, run, write_bot, write_tournament
from tournaments.storage.store import Store

pytestmark = pytest.mark.unconfined


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two bots, tournament files, records, and a data folder with matches."""
    bots = [write_bot(tmp_path / name, games='["fox", "nase-hra"]') for name in ("one", "two")]
    write_tournament(tmp_path / "cup.toml", bots)
    nine = '[options]\nseries = "nine"\n'
    write_tournament(tmp_path / "three.toml", bots, 2, nine, name='"three"', game='"nase-hra"')
    write_tournament(tmp_path / "new.toml", bots, name='"new"')
    (tmp_path / "record.json").write_text(RECORDS[0].to_json())
    (tmp_path / "lie.json").write_text(replace(RECORDS[0], board=7).to_json())
    (tmp_path / "newer.json").write_text(RECORDS[0].to_json().replace('"format":1', '"format":9'))
    with Store(tmp_path / "data") as store:
        store.define("cup", {})
        store.save(RECORDS)
    return tmp_path


@pytest.mark.parametrize("case", CASES)
def test_a_bad_command(folder: Path, case: str) -> None:
    arguments, sentence = CASES[case]
    line = [argument.replace("{f}", str(folder)) for argument in arguments]
    before = sorted(folder.rglob("*"))
    done = call("--data", folder / "data", *line)
    first = min(RECORDS, key=lambda record: record.board).id
    assert done.err == f"stych: {sentence.format(f=folder)}\n".replace("FIRST", first)
    assert (done.code, done.out) == (2, "")
    assert sorted(folder.rglob("*")) == before
    with Store(folder / "data") as store:
        assert store.played("cup") == {record.id for record in RECORDS}
        assert store.definition("play") is None


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["rum"], "No such command 'rum'"),
        (["run"], "Missing argument 'FILE'"),
        (["run", "cup.toml", "--jobs", "0"], "Invalid value for '--jobs'"),
        (["run", "cup.toml", "--jobs", "two"], "Invalid value for '--jobs'"),
        (["run", "cup.toml", "--fast"], "No such option: --fast"),
        (["play", "fox", "a", "b", "--boards", "0"], "Invalid value for '--boards'"),
        (["table", "cup.toml", "--format", "xml"], "Invalid value for '--format'"),
        (["replay", "a", "b"], "unexpected extra argument"),
    ],
)
def test_a_line_that_the_command_does_not_take(
    tmp_path: Path, arguments: list[str], words: str
) -> None:
    done = call("--data", tmp_path / "data", *arguments)
    assert words in done.err
    assert (done.code, done.out) == (2, "")
    assert not (tmp_path / "data").exists()


def test_a_data_folder_that_is_a_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STYCH_DATA", str(folder / "cup.toml"))
    for arguments in (["run", folder / "cup.toml"], ["replay", "beef"]):
        done = call(*arguments)
        words = f"stych: the data folder {folder / 'cup.toml'} cannot be used: it is a file\n"
        assert (done.code, done.out, done.err) == (2, "", words)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["run", "none.toml"], "stych: there is no tournament file none.toml\n"),
        (["run", b"\xff.toml"], "stych: there is no tournament file \ufffd.toml\n"),
        (
            ["--data", "cup.toml", "table", "cup.toml"],
            "folder cup.toml cannot be used: it is a file\n",
        ),
    ],
)
def test_in_a_process_of_its_own(folder: Path, arguments: list[str | bytes], words: str) -> None:
    line = [
        each.decode(errors="surrogateescape") if isinstance(each, bytes) else each
        for each in arguments
    ]
    done = run(*line, folder=folder)
    assert (done.code, done.out) == (2, "")
    assert done.err.endswith(words)
    assert done.err.count("\n") == 1
