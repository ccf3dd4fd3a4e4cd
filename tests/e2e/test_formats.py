"""Formats and duels over real processes: the same as by the rules alone, stopped or not."""

import signal
from pathlib import Path

import pytest

from tests.e2e.command import (
    BOTS,
    call,
    finish,
    first_news,
    start,
    write_bot,
    write_tournament,
)
from tests.e2e.reference import begin, reference, shown
from tournaments.storage.store import Store

pytestmark = [pytest.mark.slow, pytest.mark.unconfined]


SLOW = """
import time
from stych_bot import run

def choose(observation, legal, random):
    try:
        open({hold!r}).close()
        time.sleep(0.01)
    except OSError:
        pass
    return 0

run(choose, games=["fox"])
"""
"""A bot that plays like the sample bot `first`, slowly for as long as the file `hold` exists."""


def slow(folder: Path) -> tuple[Path, Path]:
    """A bot with the code SLOW, and its file `hold`."""
    hold = folder / "hold"
    hold.touch()
    return write_bot(folder / "slow", SLOW.format(hold=str(hold)), name='"first"'), hold


def field(
    folder: Path, format_: str, n: int, boards: int, first: Path = BOTS / "first", /, **lines: str
) -> Path:
    """A tournament file with `n` entrants: by turns the bot `first` and the sample bot `random`."""
    file = write_tournament(folder / "cup.toml", [], boards, format=f'"{format_}"', **lines)
    for number in range(n):
        bot = BOTS / "random" if number % 2 else first
        entry = f'[[entrants]]\nname = "bot-{number}"\nbot = "{bot}"\n'
        file.write_text(file.read_text() + entry)
    return file


@pytest.mark.parametrize(
    ("format_", "boards", "jobs", "lines"),
    [
        ("swiss", 3, 1, {}),
        ("ladder", 6, 1, {}),
        ("rounds", 8, 1, {}),
        ("gauntlet", 4, 1, {"hero": '"bot-1"'}),
        ("round-robin", 16, 2, {"stop.resolved": "0.9"}),
    ],
)
def test_a_format_that_was_stopped_goes_on_the_same(
    tmp_path: Path, format_: str, boards: int, jobs: int, lines: dict[str, str]
) -> None:
    file, data = field(tmp_path, format_, 3, boards, **lines), tmp_path / "data"
    begin(file, data, matches=3)
    done = call("--data", data, "run", file, "--jobs", jobs)
    assert (done.code, done.err) == (0, "")
    assert played(data) > 3
    assert shown(data, file) == reference(file, tmp_path / "reference")


def test_a_format_whose_results_decide_who_meets_is_stopped_and_goes_on(tmp_path: Path) -> None:
    """Slow enough that it is still being played when it is stopped."""
    first, hold = slow(tmp_path)
    file, data = field(tmp_path, "swiss", 3, 8, first), tmp_path / "data"
    process = start("--data", data, "run", file, folder=tmp_path)
    assert first_news(process).startswith("cup: ")
    process.send_signal(signal.SIGINT)
    assert finish(process).code == 130
    assert 0 < played(data) < 32
    hold.unlink()
    done = call("--data", data, "run", file)
    assert (done.code, done.err) == (0, "")
    assert shown(data, file) == reference(file, tmp_path / "reference")


def played(data: Path) -> int:
    with Store(data) as store:
        return len(store.played("cup"))


def test_a_run_ends_when_its_time_is_over_and_says_how_it_goes_on(tmp_path: Path) -> None:
    first, _ = slow(tmp_path)
    file = field(tmp_path, "round-robin", 2, 2000, first, **{"stop.minutes": "0.03"})
    kept = tries = 0
    # On a busy machine the time may be over before the bots have begun.
    while not kept and tries < 20:
        done = call("--data", tmp_path / "data", "run", file)
        assert (done.code, "It goes on with: stych" in done.err) == (130, True)
        kept, tries = played(tmp_path / "data"), tries + 1
    assert 0 < kept < 4_000


def test_a_duel_is_decided_and_stays_so_until_a_version_changes(tmp_path: Path) -> None:
    data, new = tmp_path / "data", tmp_path / "new"
    write_bot(new, (BOTS / "fox_thumb" / "bot.py").read_text(), name='"new"')
    (new / "policy.py").write_text((BOTS / "fox_thumb" / "policy.py").read_text())
    bots, short = (BOTS / "random", new), ("--option", "target=1")
    command = ("--data", data, "duel", "fox", *bots, "--better-by", 0.1, *short)
    done = call(*command)
    assert done.code == 0, done.err
    assert "Decided: new is better than random. Ruled out is that it is no better" in done.out
    seed = done.out.splitlines()[-1].removeprefix("The same cards again: --seed ")
    again = call(*command, "--seed", seed)
    assert again.out.splitlines()[-4:] == done.out.splitlines()[-4:]
    assert "duel: 2 of" not in again.out
    (new / "note.txt").write_text("another version")
    anew = call(*command, "--boards", 1)
    assert "over 1 block" in anew.out
    assert "Undecided after the last board: it may be that new is no better" in anew.out


def test_a_duel_of_a_fixed_length_has_a_goal_that_does_not_move(tmp_path: Path) -> None:
    bots = [BOTS / "random", BOTS / "first"]
    keys = {"format": '"duel"', "hero": '"first"'}
    file = write_tournament(tmp_path / "cup.toml", bots, 20, **keys)
    done = call("--data", tmp_path / "data", "run", file)
    assert done.code == 0, done.err
    told = [line for line in done.out.splitlines() if line.startswith("cup: ")]
    goals = {line.split()[3] for line in told if line.endswith(" matches")}
    assert goals == {"40"}
    assert "evidence" not in done.out


def test_a_duel_in_a_game_of_three_and_of_a_team(tmp_path: Path) -> None:
    data = tmp_path / "data"
    for game, option, matches in (("nase-hra", "players=3", 6), ("the-game", "talk=false", 2)):
        command = ("duel", game, BOTS / "first", BOTS / "random", "--boards", 1, "--option", option)
        done = call("--data", data, *command)
        assert (done.code, done.err) == (0, "")
        assert f"{matches} of {matches} matches in 1 whole block" in done.out
        assert "random has " in done.out
