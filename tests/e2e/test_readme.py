"""The first bot of the README is short, far better than random, and has the table shown there."""

import json
import shlex
from pathlib import Path

import pytest

from tests.e2e.command import call
from tests.pages import code
from tests.root import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def block(language: str, beginning: str) -> str:
    """The block of code that begins so."""
    [found] = [text for text in code(README, language) if text.startswith(beginning)]
    return found


FIRST = block("python", "from stych_bot import run")


def test_the_first_bot_has_at_most_twelve_lines() -> None:
    assert len(FIRST.splitlines()) <= 12


@pytest.mark.slow
@pytest.mark.unconfined
def test_the_first_bot_is_clearly_better_than_random(tmp_path: Path) -> None:
    folder = tmp_path / "mybot"
    folder.mkdir()
    (folder / "bot.toml").write_text(block("toml", 'name = "mybot"'))
    (folder / "bot.py").write_text(FIRST)
    program, *line = shlex.split(block("", "stych play fox mybot"))
    assert (program, line[line.index("--boards") + 1]) == ("stych", "40")
    done = call(*line, folder=tmp_path)
    assert (done.code, done.err) == (0, "")
    # 80 matches of the same bots with the same dice: the table is the same in every run.
    said = {text.strip() for text in done.out.splitlines()}
    assert {text.strip() for text in block("", "mybot is better").splitlines()} <= said
    shown = call("table", "play", "--format", "json", folder=tmp_path)
    standings = {each["entrant"]: each for each in json.loads(shown.out)["standings"]}
    assert standings["mybot"]["points_share"] > 0.65
    assert not standings["mybot"]["faults"]
