"""What is installed from the wheel does without the source tree.

The environment is new; it finds the packages that Štych needs where the tests have them.
"""

import os
import re
import sys
import sysconfig
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.bots.rooms import command
from tests.e2e.command import call, write_bot
from tests.resources.test_scaffold import LANGUAGES
from tests.root import ROOT
from tests.submissions.archives import tree
from tournaments.resources.scaffold import line_languages, scaffold

pytestmark = [pytest.mark.slow, pytest.mark.builds]

BOARDS = 2
"""How many boards of the quickstart are played for each pair here; `make run` plays all."""
NEW_IN_ALL = """
import sys
from tournaments.cli import main
place, *languages = sys.argv[1:]
for language in languages:
    sys.argv = ["stych", "new", language, f"{place}/{language}", "--name", "ann"]
    try:
        main()
    except SystemExit as end:
        assert not end.code, language
"""


@dataclass(frozen=True)
class Environment:
    """A Python environment in which Štych is installed from its wheel."""

    folder: Path
    wheel: Path
    packages: Path

    def stych(self, *words: object) -> str:
        """What the command prints that is installed in it."""
        return self._run("stych", *words)

    def python(self, *words: object) -> str:
        """What its Python prints."""
        return self._run("python", *words)

    def _run(self, program: str, *words: object) -> str:
        bin_ = self.folder / "bin"
        found = {"PATH": f"{bin_}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": ""}
        # A confined bot would see this environment alone, and not what it has elsewhere.
        found |= {"STYCH_ISOLATION": "off"}
        return command(bin_ / program, *words, folder=self.folder, **found)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    folder = tmp_path_factory.mktemp("installed")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    command(*pip, "wheel", "--no-deps", "--wheel-dir", folder, ROOT, folder=folder)
    [wheel] = folder.glob("stych-*.whl")
    there = folder / "environment"
    command(sys.executable, "-m", "venv", "--without-pip", there, folder=folder)
    command(*pip, "--python", there, "install", "--no-deps", wheel, folder=folder)
    [packages] = there.glob("lib/python*/site-packages")
    # Python looks for packages in the folder that this file names, but does not read such files in
    # it. So it does not find the source tree, which the environment of the tests names in one.
    (packages / "what-it-needs.pth").write_text(sysconfig.get_path("purelib"))
    return Environment(there, wheel, packages)


def test_it_is_the_installed_one_that_runs(installed: Environment) -> None:
    names = zipfile.ZipFile(installed.wheel).namelist()
    assert not [name for name in names if "/node_modules/" in name or "/target/" in name]
    python = installed.folder / "bin" / "python"
    shown = command(python, "-c", "import referee; print(referee.__file__)", folder=ROOT.parent)
    assert Path(shown.strip()).is_relative_to(installed.packages)


def test_the_quickstart_gives_the_table_that_it_gives_in_the_source_tree(
    installed: Environment, tmp_path: Path
) -> None:
    """On a few of its boards."""
    [file] = installed.packages.glob("tournaments/examples/quickstart.toml")
    text, changed = re.subn(r"(?m)^boards = \d+$", f"boards = {BOARDS}", file.read_text("utf-8"))
    assert changed == 1
    file.write_text(text, "utf-8")
    ours = tmp_path / "quickstart.toml"
    ours.write_text(text, "utf-8")
    assert call("--data", tmp_path / "ours", "run", ours).code == 0
    said = installed.stych("--data", tmp_path / "data", "run", "quickstart")
    assert "40 of 40 matches" in said
    table = ("table", "quickstart", "--format", "json")
    expected = call("--data", tmp_path / "ours", *table).out
    assert installed.stych("--data", tmp_path / "data", *table) == expected
    installed.stych("--data", tmp_path / "data", "verify", "quickstart")


def says(words: str, *line: object) -> Callable[[Environment], None]:
    def check(installed: Environment) -> None:
        assert words in installed.stych(*line)

    return check


def plays_by_lines(installed: Environment) -> None:
    code = "import sys\nfor line in sys.stdin: print(0, flush=True)\n"
    bot = write_bot(installed.folder / "by-lines", code, protocol='"lines"')
    said = installed.stych("play", "fox", bot, "sample/random", "--boards", 1)
    assert "2 of 2 matches" in said
    assert "fault" not in said


@pytest.mark.parametrize(
    "check",
    [
        says("No violation", "soak", "--games", 1),
        says("points", "selfplay", "fox", "--games", 1),
        says("2 of 2 matches", "play", "korist", "sample/thumb", "sample/random", "--boards", 1),
        says("**KO-1**", "rules", "korist"),
        says("what it is about", "docs"),
        says("# Bots", "docs", "bots"),
        plays_by_lines,
        says("explains every key", "new", "tournament", "cup.toml"),
    ],
)
def test_it_needs_no_source_tree(
    installed: Environment, check: Callable[[Environment], None]
) -> None:
    check(installed)


def test_it_makes_the_bots_that_the_source_tree_makes(
    installed: Environment, tmp_path: Path
) -> None:
    """By one process for all: to load the command takes most of what it does."""
    languages = [*LANGUAGES, *line_languages()]
    for folder in ("made", "ours"):
        (tmp_path / folder).mkdir()
    installed.python("-c", NEW_IN_ALL, tmp_path / "made", *languages)
    for language in languages:
        scaffold(language, tmp_path / "ours" / language, "ann")
        assert tree(tmp_path / "made" / language) == tree(tmp_path / "ours" / language), language
