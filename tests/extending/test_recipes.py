"""The recipes of docs/extending.md for a format and a column, followed in a copy of the code."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.command import BOTS, write_bot, write_tournament
from tests.pages import code, section
from tests.records.children import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.unconfined]

RECIPES = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
CODE = ("referee", "tournaments", "proto/stych", "bots/python/stych_bot", "devtools/stych_devtools")


class Copy:
    """The code as a developer has it, at another place."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for each in CODE:
            ignored = shutil.ignore_patterns("__pycache__", "vectors")
            shutil.copytree(ROOT / each, folder / each, ignore=ignored)

    def put(self, file: str, text: str) -> None:
        (self.folder / file).write_text(text)

    def replace(self, file: str, pattern: str, text: str) -> None:
        """Put the text in the one place where the pattern fits."""
        before = (self.folder / file).read_text()
        after, times = re.subn(pattern, lambda _: text, before, flags=re.MULTILINE)
        assert times == 1, pattern
        self.put(file, after)

    def stych(self, *line: object) -> str:
        """What the command prints that is made of this code."""
        path = [self.folder, *(self.folder / each for each in ("proto", "bots/python", "devtools"))]
        place = {"PYTHONPATH": os.pathsep.join(map(str, path)), "STYCH_ISOLATION": "off"}
        begin = "import referee, tournaments.entry as e; assert referee.__file__.startswith({!r})"
        program = f"{begin.format(str(self.folder))}; e.main()"
        done = subprocess.run(
            [sys.executable, "-c", program, "--data", self.folder / "data", *map(str, line)],
            env={**os.environ, **place},
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


def cup(folder: Path, **lines: str) -> Path:
    """A tournament of four bots."""
    text = (BOTS / "first" / "bot.py").read_text()
    bots = [write_bot(folder / name, text) for name in ("ann", "bob", "cyd", "dan")]
    return write_tournament(folder / "cup.toml", bots, 1, **lines)


def test_a_format(copy: Copy) -> None:
    schedule, registered = code(section(RECIPES, "A format"), "python")
    registry = "tournaments/formats/registry.py"
    copy.put("tournaments/formats/ring.py", schedule)
    copy.replace(registry, r"^COMPETITIVE: Final = .*\n", registered)
    teams = "from tournaments.formats.teams import"
    copy.replace(registry, rf"^{teams}", f"from tournaments.formats.ring import RING\n{teams}")
    file = cup(copy.folder, format='"ring"')
    assert "8 of 8 matches in 4 whole blocks" in copy.stych("run", file, "--jobs", 1)
    assert "every board is played by those who stand next" in _words(copy, file)


def _words(copy: Copy, file: Path) -> str:
    """What a page about the tournament says."""
    copy.stych("report", file, "--out", copy.folder / "page.html")
    return (copy.folder / "page.html").read_text()


def test_a_column(copy: Copy) -> None:
    column, shown = code(section(RECIPES, "A column"), "python")
    columns = "tournaments/present/columns.py"
    copy.replace(columns, r"^_OF_RATING: Final", f"{column}\n_OF_RATING: Final")
    copy.replace(columns, r"^_OF_PLAY: Final = .*\n", shown)
    file = cup(copy.folder)
    copy.stych("run", file, "--jobs", 1)
    assert "decisive" not in copy.stych("table", file)
    table = copy.stych("table", file, "--format", "md").splitlines()
    [head] = [line for line in table if "decisive" in line]
    place = head.split("|").index(" decisive ")
    cells = [line.split("|")[place].strip() for line in table[table.index(head) + 2 :][:4]]
    assert len(cells) == 4
    assert all(cell.endswith(" %") for cell in cells)
