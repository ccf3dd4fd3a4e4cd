"""`stych records FILE --spelled`: its lines, what it leaves out, and how it ends early."""

import json
import signal
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.errors import UserError
from referee.record import Record
from tests.e2e.command import NEW, call, finish, start
from tests.records.matches import FakeBot, failing_after, make_record, uniform
from tests.records.plainly import spelled_plainly
from tests.records.spelling import OTHERS, PLAYED, played
from tests.seeds import SEED
from tests.tournaments.cups import play_cup, write_cup
from tournaments.present.spelled import course, texts
from tournaments.present.spelled.course import Courses
from tournaments.present.spelled.line import spelled_line
from tournaments.storage.store import Store
from tournaments.system import whole_file


@pytest.mark.parametrize(("game", "options"), PLAYED + OTHERS, ids=str)
def test_a_line_is_what_the_plain_way_makes_of_the_record(
    game: str, options: dict[str, Any]
) -> None:
    courses = Courses()
    for board in (1, 2):
        record = played(game, options, board)
        assert spelled_line(record, courses) == json.dumps(spelled_plainly(record))


@pytest.mark.parametrize(
    "record",
    [
        make_record(9, 0, FakeBot(failing_after(7)), FakeBot(uniform)),
        make_record(9, 0, FakeBot(failing_after(0)), FakeBot(uniform)),
        make_record(deals="board"),
        replace(make_record(), rules_version=7),
        replace(make_record(), game="whist"),
    ],
    ids=["forfeit", "at once", "board", "other rules", "other game"],
)
def test_the_line_of_an_unusual_record_is_what_the_plain_way_makes_of_it(record: Record) -> None:
    assert spelled_line(record) == json.dumps(spelled_plainly(record))


def test_games_under_other_options_do_not_share_texts() -> None:
    courses = Courses()
    for options in ({"players": 2}, {"players": 2, "variant": "expert"}, {"players": 2}):
        record = played("korist", options)
        assert spelled_line(record, courses) == json.dumps(spelled_plainly(record))


def test_texts_that_are_kept_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of another package may have any number of actions, and of names for its draws."""
    monkeypatch.setattr(texts, "_CACHED_TEXTS", 5)
    monkeypatch.setattr(texts, "_CACHED_PURPOSES", 1)
    monkeypatch.setattr(course, "_CACHED_GAMES", 1)
    courses = Courses()
    for options in ({"target": 35}, {"target": 1}, {"target": 35}):
        record = played("fox", options)
        assert spelled_line(record, courses) == json.dumps(spelled_plainly(record))
    (own,) = courses._texts.values()
    assert len(own.actions_json) <= 5
    assert len(own.events_json) <= 5
    assert len(own._drawn_json) == 1


def test_only_closed_boards_are_spelled_out(tmp_path: Path) -> None:
    file, data = write_cup(tmp_path, boards=2, names=("ann", "bob")), tmp_path / "data"
    play_cup(file, data, matches=3)
    for beside in ([], ["--out", tmp_path / "out"]):
        done = call("--data", data, "records", file, "--spelled", *beside)
        assert done.code == 0
        assert "cup: left out 1 match on boards on which something is still to be" in done.err
        assert "the seed is still played with, so no match has the path" in done.err
        written = [each.read_text() for each in sorted((tmp_path / "out").glob("*"))]
        lines = done.out.splitlines() or written
        told = [json.loads(line) for line in lines]
        assert [each["board"] for each in told] == [1, 1]
        assert all(each["deal"]["path"] is None and each["deal"]["key"] for each in told)
        assert SEED not in "".join(lines)


def test_a_board_that_another_tournament_still_plays_is_not_closed(tmp_path: Path) -> None:
    file, data = write_cup(tmp_path, boards=1, names=("ann", "bob")), tmp_path / "data"
    play_cup(file, data)
    (tmp_path / "other").mkdir()
    names = ("ann", "bob", "cid")
    other = write_cup(tmp_path / "other", boards=1, names=names, name='"other"')
    play_cup(other, data, matches=1)
    done = call("--data", data, "records", file, "--spelled")
    assert (done.code, done.out) == (0, "")
    assert "cup: left out 2 matches" in done.err
    # Without --spelled the command gives whole records, as they are for the operator.
    assert call("--data", data, "records", file).out.count("\n") == 2


def test_nothing_is_left_out_in_the_end(tmp_path: Path) -> None:
    file, data = write_cup(tmp_path), tmp_path / "data"
    play_cup(file, data)
    done = call("--data", data, "records", file, "--spelled")
    assert done.err == ""
    with Store(data) as store:
        assert len(done.out.splitlines()) == len(store.played("cup"))
    assert all(json.loads(line)["deal"]["path"][0] == SEED for line in done.out.splitlines())


def test_a_record_that_is_not_true_ends_it_with_a_sentence(tmp_path: Path) -> None:
    file, data = write_cup(tmp_path, boards=1, names=("ann", "bob")), tmp_path / "data"
    play_cup(file, data)
    with Store(data) as store:
        (*_, record) = store.records("cup")
        lie = replace(record, id="f" * 16, events=record.events[:-1])
        store.save([lie])
    done = call("--data", data, "records", file, "--spelled")
    assert done.code == 2
    assert done.err.startswith(f"stych: the record of match {lie.id} is not true: event ")
    assert done.err.count("\n") == 1


@pytest.mark.slow
def test_a_long_one_can_be_stopped(tmp_path: Path) -> None:
    file, data = write_cup(tmp_path, boards=1, names=("ann", "bob")), tmp_path / "data"
    play_cup(file, data)
    with Store(data) as store:
        (*_, record) = store.records("cup")
        # The same under other ids: to play so many would take longer than to spell them.
        store.save([replace(record, id=f"{number:016x}") for number in range(600)])
    out = tmp_path / "out"
    process = start(
        "--data", data, "records", file, "--spelled", "--out", out, folder=tmp_path, before=NEW
    )
    while process.poll() is None and not (out.is_dir() and any(out.glob("*.json"))):
        time.sleep(0.002)
    process.send_signal(signal.SIGINT)
    done = finish(process)
    assert done.code == 130, done.err
    assert done.err.startswith("Stopped after ")
    assert not list(out.glob(".*"))
    for each in out.glob("*.json"):
        json.loads(each.read_text())


def test_a_file_has_its_name_only_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "new" / "file"
    with suppress(RuntimeError), whole_file.whole_file(path) as file:
        file.write(b"half")
        raise RuntimeError
    assert list(path.parent.iterdir()) == []
    with whole_file.whole_file(path) as file:
        file.write(b"whole")
        assert not path.exists()
    assert [each.name for each in path.parent.iterdir()] == ["file"]
    assert path.read_bytes() == b"whole"
    (tmp_path / "folder").mkdir()
    with (
        pytest.raises(UserError, match=r"folder cannot be written: Is a directory"),
        whole_file.whole_file(tmp_path / "folder"),
    ):
        pass
