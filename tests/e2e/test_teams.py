"""A cooperative game over real processes: self-play, mixed teams, teams of one player."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.e2e.command import BOTS, call, write_bot, write_tournament
from tests.e2e.reference import reference, shown

pytestmark = [pytest.mark.slow, pytest.mark.unconfined]

ONE_SEAT = """
from stych_bot import Bot, run

seats = set()

class OneSeat(Bot):
    def choose(self, observation, legal):
        seats.add(self.match.seat)
        assert len(seats) == 1, f"this process holds seats {seats}"
        return self.random.randrange(len(legal))

run(OneSeat, games=["the-game"], at_once=8)
"""

ILLEGAL = """
from stych_bot import run

run(lambda observation, legal, random: 10**6, games=["the-game"])
"""


def tournament(folder: Path, bots: Sequence[Path], players: int, format_: str) -> Path:
    more = f"[options]\nplayers = {players}\n"
    keys = {"game": '"the-game"', "format": f'"{format_}"'}
    return write_tournament(folder / "cup.toml", bots, 6, more, **keys)


def standings(data: Path, file: Path) -> dict[str, dict[str, float]]:
    made = json.loads(call("--data", data, "table", file, "--format", "json").out)
    return {each["entrant"]: each for each in made["standings"]}


@pytest.mark.parametrize("fresh", ["false", "true"])
def test_in_self_play_every_seat_has_a_process_of_its_own(tmp_path: Path, fresh: str) -> None:
    """One process with two hands would know what its seats may not tell each other."""
    bot = write_bot(tmp_path / "one-seat", ONE_SEAT, games='["the-game"]')
    data, bots = tmp_path / "data", [bot, BOTS / "the_game_thumb"]
    more = f"[options]\nplayers = 3\n[play]\nfresh_processes = {fresh}\n"
    file = write_tournament(tmp_path / "cup.toml", bots, 2, more, game='"the-game"')
    done = call("--data", data, "run", file)
    assert (done.code, done.err) == (0, "")
    lines = standings(data, file)
    assert all(line["matches"] == 2 and not line["faults"] for line in lines.values())
    assert lines["thumb"]["mean_points"] > lines["one-seat"]["mean_points"]
    outputs = [path.name for path in data.glob("output/cup/*/one-seat/*")]
    assert {name[-7:] for name in outputs} == {"-seat-0", "-seat-1", "-seat-2"}


def test_teams_over_processes_are_what_the_rules_say(tmp_path: Path) -> None:
    for number, (players, format_) in enumerate([(1, "self-play"), (2, "mixed-teams")]):
        folder = tmp_path / str(number)
        folder.mkdir()
        bots = [BOTS / "random", BOTS / "first"]
        file = tournament(folder, bots, players, format_)
        again = "".join(f'[[entrants]]\nname = "{b.name}-2"\nbot = "{b}"\n' for b in bots)
        file.write_text(file.read_text() + again)
        data = folder / "data"
        done = call("--data", data, "run", file)
        assert (done.code, done.err) == (0, "")
        assert shown(data, file) == reference(file, folder / "reference")


def test_a_bot_at_fault_is_last_and_its_partners_are_not_rated_by_it(tmp_path: Path) -> None:
    rogue = write_bot(tmp_path / "rogue", ILLEGAL, games='["the-game"]')
    bots = [BOTS / "the_game_thumb", BOTS / "random", BOTS / "first", rogue]
    file = tournament(tmp_path, bots, 2, "mixed-teams")
    # More than the rogue's six matches, so that it is not withdrawn. Otherwise it would depend on
    # the machine whether its last match began before that.
    file.write_text(file.read_text() + "[conduct]\nfaults_in_a_row = 7\n")
    data = tmp_path / "data"
    assert call("--data", data, "run", file).code == 0
    lines = standings(data, file)
    assert lines["rogue"]["rank"] == 4
    assert (lines["rogue"]["points_share"], lines["rogue"]["matches"]) == (0, 6)
    honest = [lines[name] for name in ("thumb", "random", "first")]
    assert sum(each["matches"] for each in honest) == 12
    assert all(each["points_share"] == 1 for each in honest)
    assert not any(each["faults"] for each in honest)


def test_a_quick_series_of_one_bot(tmp_path: Path) -> None:
    done = call("play", "the-game", BOTS / "first", "--boards", 2, folder=tmp_path)
    assert (done.code, "2 of 2 matches in 2 whole blocks" in done.out) == (0, True)
    assert "the-game self-play" in done.out
