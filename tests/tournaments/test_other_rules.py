"""What was played by rules that are not here any more can still be read."""

import json
from pathlib import Path

import pytest

from referee.games.fox.game import FoxGame
from referee.games.game import Options
from tests.e2e.command import Done, call
from tests.tournaments.cups import play_cup, write_cup
from tournaments.config import competition
from tournaments.core.errors import TournamentFileError
from tournaments.run.open_boards import OpenBoardError, OpenBoards
from tournaments.storage.store import Store

pytestmark = pytest.mark.slow

SENTENCE = (
    "stych: cup was played by version 1 of the rules of fox; these are version 2: its table is as"
    " it was, and its matches can be played again only by the stych that played them\n"
)


class NewOptions(Options):
    """Without the option `target`, which the file gives."""

    rounds: int = 3


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    file = write_cup(tmp_path)
    play_cup(file, tmp_path / "data")
    return file


def change_rules(monkeypatch: pytest.MonkeyPatch, *, options: bool) -> None:
    monkeypatch.setattr(FoxGame, "rules_version", 2)
    if options:
        monkeypatch.setattr(FoxGame, "options_type", NewOptions)


def said(cup: Path, *arguments: object) -> Done:
    return call("--data", cup.parent / "data", *arguments)


@pytest.mark.parametrize("options", [False, True], ids=["the same options", "other options"])
@pytest.mark.parametrize("form", ["rich", "json", "csv", "md"])
def test_its_table_is_the_same_with_a_sentence(
    cup: Path, form: str, options: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = said(cup, "table", cup, "--format", form)
    change_rules(monkeypatch, options=options)
    after = said(cup, "table", cup, "--format", form)
    assert (before.code, before.err) == (0, "")
    assert (after.code, after.err) == (0, SENTENCE)
    assert after.out == before.out


@pytest.mark.parametrize("options", [False, True], ids=["the same options", "other options"])
def test_its_records_and_faults_are_read(
    cup: Path, options: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: list[tuple[object, ...]] = [("records", cup), ("faults", cup)]
    before = [said(cup, *command) for command in commands]
    change_rules(monkeypatch, options=options)
    after = [said(cup, *command) for command in commands]
    assert after == before
    lines = said(cup, "records", cup, "--spelled").out.splitlines()
    assert len(lines) == before[0].out.count("\n")
    for line in lines:
        told = json.loads(line)
        assert not told["replayed"]
        assert "was played by version 1 of the rules of fox; these are version 2" in told["why"]


@pytest.mark.parametrize("options", [False, True], ids=["the same options", "other options"])
def test_its_report_has_the_table_and_says_why_there_are_no_replays(
    cup: Path, options: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    change_rules(monkeypatch, options=options)
    page = cup.parent / "page.html"
    done = said(cup, "report", cup, "--out", page)
    assert (done.code, done.err) == (0, SENTENCE)
    assert "was played by version 1 of the rules of fox" in page.read_text("utf-8")


@pytest.mark.parametrize("options", [False, True], ids=["the same options", "other options"])
def test_verify_says_that_it_cannot_tell(
    cup: Path, options: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    change_rules(monkeypatch, options=options)
    done = said(cup, "verify", cup)
    assert done.code == 1
    assert "it was played by version 1 of the rules of fox; these are version 2" in done.err


def test_it_does_not_go_on_by_the_new_rules(cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    change_rules(monkeypatch, options=False)
    done = said(cup, "run", cup)
    assert done.code == 2
    assert "the version of the rules changed" in done.err


def test_a_file_with_old_options_is_refused_where_nothing_was_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write_cup(tmp_path)
    change_rules(monkeypatch, options=True)
    for data in (tmp_path / "none", tmp_path / "data"):
        done = call("--data", data, "table", file)
        assert (done.code, "received target = 1" in done.err) == (2, True)
        assert not (tmp_path / "none").exists()
        # Makes the data folder, without a tournament, for the second call.
        Store(tmp_path / "data").database.close()


def test_a_file_with_a_mistake_is_refused_as_ever(cup: Path) -> None:
    cup.write_text(cup.read_text() + "\n[options2]\nx = 1\n")
    done = said(cup, "table", cup)
    assert (done.code, "options2" in done.err) == (2, True)


def test_divisions_are_found_by_their_names(tmp_path: Path) -> None:
    file = tmp_path / "two.toml"
    file.write_text(
        'name = "two"\ngame = "fox"\n[[divisions]]\nname = "a"\n[[divisions]]\ngame = "korist"\n'
    )
    names = competition.unchecked_names(file)
    assert (names.name, names.divisions) == ("two", {"a": "two.a", "korist": "two.korist"})


@pytest.mark.parametrize(
    "text",
    [
        "x = 1\n",
        "name = 3\n",
        'name = "a"\ndivisions = 3\n',
        'game = "fox"\n[[divisions]]\n',
        'name = "a"\n[[divisions]]\nboards = 1\n',
        "=",
    ],
)
def test_a_file_without_names_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "odd.toml").write_text(text)
    with pytest.raises(TournamentFileError):
        competition.unchecked_names(tmp_path / "odd.toml")


def test_a_board_of_other_rules_stays_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its cards are still to be played with, by the stych that has the rules."""
    file, data = write_cup(tmp_path, boards=1, names=("ann", "bob")), tmp_path / "data"
    play_cup(file, data, matches=1)
    change_rules(monkeypatch, options=True)
    with Store(data) as store:
        (record,) = store.records("cup")
        with pytest.raises(OpenBoardError, match="on board 1 of cup"):
            OpenBoards(store).check_closed(record)
    assert call("--data", data, "records", file, "--spelled").out == ""
