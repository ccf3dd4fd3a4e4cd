"""A bot that mostly fails is named above the table; a bot that was withdrawn makes exit code 3."""

import json
from pathlib import Path

import pytest

from tests.e2e.command import BOTS, Done, call, write_bot, write_tournament

pytestmark = [pytest.mark.slow, pytest.mark.unconfined]

DEAD = "import sys; sys.exit('no cards')"
SICK = """
from stych_bot import run

def choose(observation, legal, random):
    return random.randrange(len(legal)) if random.random() < 0.99 else -1

run(choose, games=["fox"])
"""
"""With the seed of `write_tournament` it fails in some of its matches, but not in two in a row."""


def played(folder: Path, bot: Path, *more: object) -> Done:
    lines = "[options]\ntarget = 1\n[conduct]\nfaults_in_a_row = 2\n"
    # One by one, so that matches are left to be forfeited unasked.
    lines += "[play]\nmatches_at_once = 1\n"
    file = write_tournament(folder / "cup.toml", (bot, BOTS / "first"), 3, lines)
    return call("--data", folder / "data", "run", file, *more)


def test_who_was_withdrawn_makes_exit_code_3_and_a_sentence(tmp_path: Path) -> None:
    bot = write_bot(tmp_path / "dead", DEAD)
    done = played(tmp_path, bot)
    more = f"stych --data {tmp_path / 'data'} faults {tmp_path / 'cup.toml'}"
    assert (done.code, done.err) == (3, f"stych: dead was withdrawn for faults: {more}\n")
    # It is so too when there is nothing left to play.
    assert played(tmp_path, bot).code == 3
    again = played(tmp_path, bot, "--exit-zero")
    assert (again.code, again.err) == (0, done.err)


def test_its_cause_stands_above_the_table_and_on_the_page(tmp_path: Path) -> None:
    done = played(tmp_path, write_bot(tmp_path / "dead", DEAD))
    sentence = (
        "dead failed in 6 of 6 matches, mostly so: crashed, the process exited with code 1 before"
        " it said hello."
    )
    lines = done.out.splitlines()
    assert sentence in lines
    assert lines.index(sentence) < next(n for n, line in enumerate(lines) if "matches in" in line)
    data, page = ("--data", tmp_path / "data"), tmp_path / "page.html"
    assert call(*data, "report", tmp_path / "cup.toml", "--out", page).code == 0
    assert f'<p class="caution">{sentence}</p>' in page.read_text("utf-8")


def test_who_fails_now_and_then_is_neither_withdrawn_nor_above_the_table(tmp_path: Path) -> None:
    done = played(tmp_path, write_bot(tmp_path / "sick", SICK))
    assert (done.code, done.err) == (0, "")
    assert "failed in" not in done.out
    line = ("faults", tmp_path / "cup.toml", "--json")
    faults = json.loads(call("--data", tmp_path / "data", *line).out)
    assert {(each["entrant"], each["kind"]) for each in faults} == {("sick", "illegal")}
