"""`stych soak`: what it says, how it ends, and its worker processes."""

import os
import re
import signal
from contextlib import closing

import pytest

from referee.games.fox import FoxGame
from referee.testing.soak import Soak, SoakResult
from stych_devtools.soak import workers as soaking
from stych_devtools.soak.workers import endless, reports
from tests.e2e.command import Done, call
from tests.e2e.processes import gone, workers
from tests.e2e.worker_server import forked_workers
from tournaments.core.errors import WorkersDieError
from tournaments.run import worker_handle


def test_so_many_games_of_nase_hra() -> None:
    done = call("soak", "--game", "nase-hra", "--games", 12, "--seed", "x")
    assert (done.code, done.err) == (0, "")
    soaked = Soak("x", ["nase-hra"])
    decisions = sum(soaked.check(number).decisions for number in range(12))
    assert re.search(rf"^nase-hra +6 of 6 +12 +1 +{decisions:,} ", done.out, re.MULTILINE)
    assert done.out.endswith(f"No violation in {decisions:,} decisions.\n")
    assert "all" not in done.out


@pytest.mark.slow
def test_all_games_by_default() -> None:
    done = call("soak", "--games", 70)
    assert (done.code, done.err) == (0, "")
    assert re.search(r"^fox +4 of 4 +4 ", done.out, re.MULTILINE)
    assert re.search(r"^the-game +60 of 60 ", done.out, re.MULTILINE)
    assert re.search(r"^korist +0 of 48 +0 ", done.out, re.MULTILINE)
    assert re.search(r"^all +70 of 118 +70 ", done.out, re.MULTILINE)


def test_no_time_is_one_game() -> None:
    done = call("soak", "--seconds", 0, "--game", "the-game")
    assert (done.code, done.err) == (0, "")
    assert re.search(r"^the-game +1 of 60 +1 ", done.out, re.MULTILINE)


def test_a_violation_ends_it_and_can_be_seen_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FoxGame, "parse_action", lambda *_: 0)
    done = call("soak", "--seed", "bad luck", "--game", "fox")
    assert done.code == 1
    (sentence,) = done.err.splitlines()
    assert sentence.startswith("stych: fox (target=1), deal ")
    assert "it was made of" in sentence
    command = sentence.partition("; to see it again: ")[2]
    assert command == "stych soak --game fox --seed 'bad luck' --first 0 --games 1"
    again = call("soak", "--game", "fox", "--seed", "bad luck", "--first", 0, "--games", 1)
    assert (again.code, again.err) == (1, done.err)


def _interrupted_after(games: int, monkeypatch: pytest.MonkeyPatch) -> Done:
    check = Soak.check

    def and_stop(self: Soak, number: int) -> SoakResult:
        if number == games - 1:
            os.kill(os.getpid(), signal.SIGINT)
        return check(self, number)

    monkeypatch.setattr(Soak, "check", and_stop)
    return call("soak", "--game", "the-game")


def test_ctrl_c_shows_what_was_covered(monkeypatch: pytest.MonkeyPatch) -> None:
    done = _interrupted_after(5, monkeypatch)
    assert (done.code, done.err) == (130, "")
    assert re.search(r"^the-game +5 of 60 +5 ", done.out, re.MULTILINE)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--game", "chess"], "the games are fox, korist, nase-hra, the-game; received 'chess'"),
        (["--seed", "\n"], "a seed is text that can be printed; received '\\n'"),
    ],
)
def test_what_makes_no_sense(arguments: list[str], sentence: str) -> None:
    done = call("soak", *arguments)
    assert (done.code, done.out, done.err) == (2, "", f"stych: {sentence}\n")


@pytest.mark.slow
def test_any_number_of_processes_plays_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """One game of each variant, and some twice. The tests below use processes that are spawned."""
    alone = call("soak", "--games", 125, "--first", 3)
    with forked_workers():
        monkeypatch.setattr(soaking, "_SPAWN", worker_handle._SPAWN)
        shared = call("soak", "--games", 125, "--first", 3, "--jobs", 3)
    assert (shared.code, shared.out, shared.err) == (0, alone.out, "")


@pytest.mark.slow
def test_closing_ends_the_processes() -> None:
    with closing(reports(Soak("s"), endless(0), 2)) as coming:
        assert next(report for report in coming if report)
        below = workers()
        assert len(below) == 2
    gone(below)


@pytest.mark.slow
def test_a_process_that_dies_is_told() -> None:
    with closing(reports(Soak("s"), endless(0), 2)) as coming:
        assert next(report for report in coming if report)
        workers()[0].kill()
        with pytest.raises(WorkersDieError, match="ended with exit code -9"):
            for _ in coming:
                pass
    assert not workers()
