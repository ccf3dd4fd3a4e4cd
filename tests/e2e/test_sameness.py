"""The same file gives the same table and records to the byte; and what a run shows and leaves."""

import re
from pathlib import Path

import pytest

from tests.e2e.command import BOTS, call, run, write_bot, write_tournament
from tests.e2e.reference import reference, shown
from tournaments.run import worker_handle

pytestmark = [pytest.mark.slow, pytest.mark.unconfined]

STATEFUL = """
from stych_bot import Bot, run

class Stateful(Bot):
    memory = 0

    def choose(self, observation, legal):
        hand = observation.private_view.hand
        self.memory = (31 * self.memory + sum(self.events) + hand[0]) % 1009
        return (self.memory + self.random.randrange(7)) % len(legal)

run(Stateful, games=["fox"], at_once=5)
"""


def test_workers_and_matches_at_once_change_nothing(tmp_path: Path) -> None:
    stateful = write_bot(tmp_path / "stateful", STATEFUL)
    said = []
    for at_once, jobs in ((1, 1), (32, 1), (8, 2)):
        more = f"[play]\nmatches_at_once = {at_once}\n"
        bots = (BOTS / "random", stateful, BOTS / "first")
        file = write_tournament(tmp_path / "cup.toml", bots, 4, more)
        data = tmp_path / f"data-{at_once}-{jobs}"
        done = call("--data", data, "run", file, "--jobs", jobs)
        assert (done.code, done.err) == (0, "")
        said.append(shown(data, file))
    assert said[0] == said[1] == said[2]
    assert said[0]["records"].count("\n") == 24
    assert '"complete": true' in said[0]["json"]
    assert '"faults":[]' in said[0]["records"]


def test_what_is_played_over_processes_is_what_the_rules_say(tmp_path: Path) -> None:
    """And it can be continued: with more boards, and with another entrant."""
    bots = [BOTS / "random", BOTS / "first"]
    data, file = tmp_path / "data", tmp_path / "cup.toml"
    third = f'[[entrants]]\nname = "third"\nbot = "{BOTS / "random"}"\n'
    for boards, more, matches in ((2, "", 4), (4, third, 24)):
        write_tournament(file, bots, boards)
        file.write_text(file.read_text() + more)
        done = call("--data", data, "run", file)
        assert (done.code, done.err) == (0, "")
        assert shown(data, file) == reference(file, tmp_path / f"reference-{matches}")
        assert shown(data, file)["records"].count("\n") == matches


def test_a_finished_tournament_is_shown_without_starting_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write_tournament(tmp_path / "cup.toml", [BOTS / "random", BOTS / "first"], 3)
    data = tmp_path / "data"
    reference(file, data)

    def nothing(*_: object, **__: object) -> None:
        raise AssertionError("a process was started")

    monkeypatch.setattr("subprocess.Popen", nothing)
    monkeypatch.setattr(worker_handle, "_SPAWN", nothing)
    done = call("--data", data, "run", file)
    assert (done.code, done.err) == (0, "")
    assert "6 of 6 matches in 3 whole blocks." in done.out
    assert "All matches are played. With more boards or entrants in the file the same" in done.out


def test_without_a_terminal_there_are_no_control_characters(tmp_path: Path) -> None:
    file = write_tournament(tmp_path / "cup.toml", [BOTS / "random", BOTS / "first"], 10)
    done = run("run", file, folder=tmp_path, TERM="xterm-256color")
    assert not re.search(r"[^\S\n ]|[\x00-\x09\x0b-\x1f\x7f-\x9f]", done.out + done.err)
    assert "cup: 20 of 20 matches\n" in done.out
    assert len(re.findall(r"^cup: \d+ of 20 matches$", done.out, re.MULTILINE)) <= 10
    assert (tmp_path / "stych-data" / "stych.db").exists()
    assert f"for this table: stych table {file}\n" in done.out


PATIENCE = "[conduct]\nfaults_in_a_row = 2\n[play]\nmatches_at_once = 1\n"


def test_faults_of_bots_are_shown_with_their_last_words(tmp_path: Path) -> None:
    code = "import sys; print('\\x1b[2J[red]no cards', file=sys.stderr); sys.exit(4)"
    bots = [write_bot(tmp_path / "ill", code), BOTS / "first"]
    file = write_tournament(tmp_path / "cup.toml", bots, 3, PATIENCE)
    done = call("--data", tmp_path / "data", "run", file)
    assert done.code == 3
    assert "6 withdrawn" in done.out
    assert (
        "ill: crashed: the process exited with code 4 before it said hello (2 times, first in match"
    ) in done.out
    assert "ill: withdrawn: withdrawn after 2 faulty matches in a row (4 times, first" in done.out
    assert "    \ufffd[2J[red]no cards" in done.out
    assert "\x1b" not in done.out + done.err


def test_a_data_folder_that_was_moved_shows_the_same(tmp_path: Path) -> None:
    """And nothing is made at its old place."""
    file = write_tournament(tmp_path / "cup.toml", [BOTS / "random", BOTS / "first"], 1)
    data = tmp_path / "data"
    before = reference(file, data)
    data.rename(tmp_path / "archive")
    assert shown(tmp_path / "archive", file) == before
    assert not data.exists()
