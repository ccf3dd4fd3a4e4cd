"""The first bot of the README is one that an author can be content with."""

import json
from pathlib import Path

import pytest

from tests.e2e.command import BOTS, call
from tests.pages import code
from tests.records.children import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def block(language: str, beginning: str) -> str:
    """The block of code that begins so."""
    [found] = [text for text in code(README, language) if text.startswith(beginning)]
    return found


@pytest.mark.slow
def test_the_first_bot_is_clearly_better_than_random(tmp_path: Path) -> None:
    folder = tmp_path / "mybot"
    folder.mkdir()
    (folder / "bot.toml").write_text(block("toml", 'name = "mybot"'))
    (folder / "bot.py").write_text(block("python", "from stych_bot import run"))
    line = (
        "play",
        "fox",
        folder,
        BOTS / "random",
        "--boards",
        100,
        "--seed",
        "the first bot of the README",
    )
    done = call(*line, folder=tmp_path)
    assert (done.code, done.err) == (0, "")
    shown = call("table", "play", "--format", "json", folder=tmp_path)
    standings = {each["entrant"]: each for each in json.loads(shown.out)["standings"]}
    # 200 matches of the same bots with the same dice: the share is the same in every run.
    assert standings["mybot"]["points_share"] > 0.62
    assert not standings["mybot"]["faults"]
