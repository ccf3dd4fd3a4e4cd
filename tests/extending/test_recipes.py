"""The recipes of docs/extending.md for a format and a column, followed in a copy of the code."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.command import BOTS, write_bot, write_tournament
from tests.pages import code, section
from tests.root import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.unconfined]

RECIPES = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
CODE = ("referee", "tournaments", "proto/stych", "bots/python/stych_bot", "devtools/stych_devtools")

END = "\f"
"""What COMMANDS prints after the output of each line."""
COMMANDS = """
import json, os, sys
import referee, tournaments.cli, tournaments.entry as entry, tournaments.run.organiser
import tournaments.present.columns, tournaments.storage.store
import tournaments.run.worker, stych_bot
from tests.e2e import spares

assert referee.__file__.startswith(sys.argv[1])
for line in json.loads(sys.argv[2]):
    pid = os.fork()
    if not pid:
        sys.argv[1:] = line
        spares.prepare(sys.argv)
        entry.main()
        sys.exit()
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if code:
        sys.exit(code)
    print(end="\\f", flush=True)
"""


class Copy:
    """The code as a developer has it, at another place."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for each in CODE:
            # Files that Python has compiled are copied too. They are valid in the copy, which keeps
            # the times of files. Left out are those that another process is writing just now.
            ignored = shutil.ignore_patterns("*.pyc.*")
            shutil.copytree(ROOT / each, folder / each, ignore=ignored)

    def put(self, file: str, text: str) -> None:
        (self.folder / file).write_text(text)

    def replace(self, file: str, pattern: str, text: str) -> None:
        """Put the text in the one place where the pattern fits."""
        before = (self.folder / file).read_text()
        after, times = re.subn(pattern, lambda _: text, before, flags=re.MULTILINE)
        assert times == 1, pattern
        self.put(file, after)

    def stych(self, *lines: tuple[object, ...]) -> list[str]:
        """What `stych` of this copy prints for each command line, one after another.

        Each runs in a process of its own, forked from one that has loaded the code.
        """
        path = [self.folder, *(self.folder / each for each in ("proto", "bots/python", "devtools"))]
        place = {"PYTHONPATH": os.pathsep.join(map(str, path)), "STYCH_ISOLATION": "off"}
        words = [["--data", str(self.folder / "data"), *map(str, line)] for line in lines]
        done = subprocess.run(
            [sys.executable, "-c", COMMANDS, self.folder, json.dumps(words)],
            env={**os.environ, **place},
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.split(END)[:-1]


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


def cup(folder: Path, **lines: str) -> Path:
    """A tournament of four bots."""
    text = (BOTS / "first" / "bot.py").read_text()
    bots = [write_bot(folder / name, text) for name in ("ann", "bob", "cyd", "dan")]
    return write_tournament(folder / "cup.toml", bots, 1, **lines)


def test_a_format_and_a_column(copy: Copy) -> None:
    """Both in one copy: they have no file in common."""
    schedule, registered = code(section(RECIPES, "A format"), "python")
    registry = "tournaments/formats/registry.py"
    copy.put("tournaments/formats/ring.py", schedule)
    copy.replace(registry, r"^COMPETITIVE: Final = .*\n", registered)
    teams = "from tournaments.formats.teams import"
    copy.replace(registry, rf"^{teams}", f"from tournaments.formats.ring import RING\n{teams}")
    column, order = code(section(RECIPES, "A column"), "python")
    columns = "tournaments/present/columns.py"
    copy.replace(columns, r"^_OF_RATING: Final", f"{column}\n_OF_RATING: Final")
    copy.replace(columns, r"^_OF_PLAY: Final = .*\n", order)
    file, page = cup(copy.folder, format='"ring"'), copy.folder / "page.html"
    table = ("table", file)
    ran, _, short, full = copy.stych(
        ("run", file, "--jobs", 1),
        ("report", file, "--out", page),
        table,
        (*table, "--format", "md"),
    )
    assert "8 of 8 matches in 4 whole blocks" in ran
    assert "every board is played by those who stand next" in page.read_text()
    assert "decisive" not in short
    shown = full.splitlines()
    [head] = [line for line in shown if "decisive" in line]
    place = head.split("|").index(" decisive ")
    cells = [line.split("|")[place].strip() for line in shown[shown.index(head) + 2 :][:4]]
    assert len(cells) == 4
    assert all(cell.endswith(" %") for cell in cells)
