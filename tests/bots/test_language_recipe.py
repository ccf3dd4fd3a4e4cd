"""The recipe for a language in docs/extending.md is followed, and its bot is fit to play."""

import shutil
from pathlib import Path

import pytest

from tests.bots.rooms import MOST_SECONDS, played_well
from tests.bots.toolchains import needs
from tests.e2e.command import BOTS, finish, start, write_tournament
from tests.pages import code, section
from tests.root import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.builds]

RECIPES = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def bot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    needs("JavaScript", "node", "npm")
    folder = tmp_path_factory.mktemp("javascript") / "mybot"
    folder.mkdir()
    shutil.copytree(
        ROOT / "proto", folder / "proto", ignore=lambda _, names: {"vectors"} & {*names}
    )
    for file, language in (("bot.toml", "toml"), ("package.json", "json"), ("bot.js", "js")):
        [text] = code(section(RECIPES, "A language"), language)
        (folder / file).write_text(text)
    return folder


def test_its_bot_passes_the_check(bot: Path, tmp_path: Path) -> None:
    done = finish(start("check", bot, folder=tmp_path), MOST_SECONDS)
    assert (done.code, done.err) == (0, ""), done.out
    assert " 0 failed, 1 not applicable" in done.out


def test_the_same_file_gives_the_same_records(bot: Path, tmp_path: Path) -> None:
    file = write_tournament(tmp_path / "cup.toml", (bot, BOTS / "random"))
    assert played_well(tmp_path / "one", file) == played_well(tmp_path / "other", file)
