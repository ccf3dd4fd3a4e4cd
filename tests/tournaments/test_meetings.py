"""No process of a bot meets a deal twice, in any format; and what makes sure of that.

Tournaments that were begun by an old rule are the exception.
"""

from pathlib import Path

import pytest

from tests.tournaments.cups import write_cup
from tests.tournaments.meetings import Trouble, play_whole
from tournaments.config import definition
from tournaments.core.dealing import MOST_ENCOUNTERS
from tournaments.core.fixtures import Fixture
from tournaments.run import runner, worker_bots
from tournaments.run.worker_handle import WorkerHandle

FIVE = ("ann", "bob", "cid", "dan", "eve")
FORMATS: dict[str, dict[str, str]] = {
    "round-robin": {},
    "rounds": {},
    "gauntlet": {"hero": '"bob"'},
    "swiss": {},
    "ladder": {},
    "self-play": {"game": '"the-game"'},
    "mixed-teams": {"game": '"the-game"'},
    "all-teams": {"game": '"the-game"'},
}


def cup(folder: Path, form: str, boards: int = 3, **more: str) -> Path:
    keys = {**FORMATS[form], "format": f'"{form}"', **more}
    return write_cup(folder, FIVE, boards, **keys)


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.parametrize("form", FORMATS)
def test_in_each_format_but_duels_with_voids_dead_workers_and_runs_that_are_stopped(
    form: str, jobs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trouble = Trouble(seed=jobs, voids=0.1, deaths=0.05)
    trouble.install(monkeypatch)
    played = play_whole(cup(tmp_path, form), tmp_path / "data", jobs, stops=2)
    assert trouble.begun > played, "nothing went wrong"
    assert trouble.twice() == []


@pytest.mark.slow
@pytest.mark.parametrize(("options", "seats"), [("players = 3", 3), ("players = 5", 5)])
def test_with_more_seats(
    options: str, seats: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trouble = Trouble(seed=1, voids=0.1)
    trouble.install(monkeypatch)
    file = write_cup(tmp_path, FIVE, 1, game='"korist"')
    file.write_text(file.read_text().replace("players = 2", options))
    play_whole(file, tmp_path / "data", 2)
    assert trouble.twice() == []
    assert set(trouble.met.values()) == {seats}


def test_a_duel_of_more_seats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of the two sits in all ten matches of a block, and in five of them in four seats."""
    trouble = Trouble(seed=1, voids=0.05)
    trouble.install(monkeypatch)
    keys = {"game": '"korist"', "format": '"duel"', "hero": '"ann"'}
    file = write_cup(tmp_path, FIVE[:2], 2, **keys)
    file.write_text(file.read_text().replace("players = 2", "players = 5"))
    play_whole(file, tmp_path / "data", 2)
    assert trouble.twice() == []
    assert set(trouble.met.values()) == {10}


def test_independent_deals_are_met_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trouble = Trouble(seed=1)
    trouble.install(monkeypatch)
    file = cup(tmp_path, "round-robin", deals='"independent"')
    play_whole(file, tmp_path / "data", 2)
    assert trouble.twice() == []
    assert set(trouble.met.values()) == {1}
    assert len(trouble.processes) == len(FIVE) * 2


@pytest.mark.parametrize("form", ["round-robin", "all-teams"])
def test_it_takes_a_process_for_each_encounter(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one process for all encounters it meets a deal twice, and `twice` shows it."""

    def one(fixture: Fixture, deals: str) -> dict[str, int]:
        del deals
        return dict.fromkeys(fixture.seats, 0)

    monkeypatch.setattr(worker_bots, "encounters", one)
    trouble = Trouble(seed=1)
    trouble.install(monkeypatch)
    # Two workers may happen to share out the encounters with each deal so that none repeats it.
    play_whole(cup(tmp_path, form), tmp_path / "data", 1)
    assert trouble.twice()


@pytest.mark.slow
def test_it_takes_fresh_processes_after_a_void(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    give = runner.LocalRunner._give

    def forgetful(each: runner.LocalRunner, worker: WorkerHandle, fixture: Fixture) -> None:
        each._failed.clear()
        give(each, worker, fixture)

    monkeypatch.setattr(runner.LocalRunner, "_give", forgetful)
    trouble = Trouble(seed=1, voids=0.2)
    trouble.install(monkeypatch)
    play_whole(cup(tmp_path, "round-robin"), tmp_path / "data", 1)
    assert trouble.twice()


def test_what_was_begun_by_the_old_rule_meets_a_board_in_every_pairing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It goes on as it began; that a process meets a deal with another opponent is known."""

    monkeypatch.setattr(definition.Definition, "deals", property(lambda _: "board"))
    trouble = Trouble(seed=1)
    trouble.install(monkeypatch)
    play_whole(cup(tmp_path, "round-robin"), tmp_path / "data", 2)
    assert set(trouble.met.values()) == {2 * (len(FIVE) - 1)}
    assert trouble.twice()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("form", "times"), [("round-robin", 2), ("self-play", 1), ("mixed-teams", 1), ("all-teams", 4)]
)
def test_how_often_an_entrant_meets_a_deal(
    form: str, times: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trouble = Trouble(seed=1)
    trouble.install(monkeypatch)
    play_whole(cup(tmp_path, form), tmp_path / "data", 1)
    assert set(trouble.met.values()) == {times}
    assert times <= MOST_ENCOUNTERS
