"""The command on a terminal: a bar while it plays, colours, and nothing left of the bar after."""

import os
import pty
import re
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from tests.e2e.command import BOTS, LONG, STYCH, call, write_tournament
from tests.e2e.reference import begin

pytestmark = [pytest.mark.slow, pytest.mark.unconfined]


def on_a_terminal(*arguments: object, folder: Path) -> tuple[int, str]:
    """The command's exit code, and all that it wrote to its terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [str(STYCH), *map(str, arguments)],
        cwd=folder,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "40"},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    read = []
    with suppress(OSError):  # the end of a terminal on Linux
        while data := os.read(ours, 65536):
            read.append(data)
    os.close(ours)
    return process.wait(LONG), b"".join(read).decode()


def test_progress_is_shown_and_wiped_away(tmp_path: Path) -> None:
    file = write_tournament(tmp_path / "cup.toml", [BOTS / "random", BOTS / "first"], 8)
    code, said = on_a_terminal("--data", "data", "run", file, "--jobs", 1, folder=tmp_path)
    assert code == 0
    assert "\x1b[" in said
    progress, _, after = said.rpartition("\x1b[2K")
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", progress)
    assert re.search(r"cup ━+ +\d+/16 matches", plain), plain
    assert " left" in plain
    assert "16 of 16 matches in 8 whole blocks." in after
    assert "\x1b[?25h" in said, "the cursor is shown again"


def test_a_markdown_table_is_the_same_on_a_terminal(tmp_path: Path) -> None:
    file = write_tournament(tmp_path / "cup.toml", [BOTS / "random", BOTS / "first"], 1)
    begin(file, tmp_path / "data", matches=2)
    code, said = on_a_terminal("--data", "data", "table", file, "--format", "md", folder=tmp_path)
    done = call("--data", tmp_path / "data", "table", file, "--format", "md")
    assert (code, said.replace("\r\n", "\n")) == (0, done.out)


@pytest.mark.parametrize(
    ("arguments", "bar", "end"),
    [
        (["selfplay", "fox", "--games", 500], r"fox ━+", "500 games of random in every seat"),
        (["soak", "--games", 150], r"decisions in [\d,]+ games, ", "No violation in "),
    ],
)
def test_long_counting_is_shown_and_wiped_away(
    arguments: list[object], bar: str, end: str, tmp_path: Path
) -> None:
    code, said = on_a_terminal(*arguments, folder=tmp_path)
    assert code == 0
    progress, _, after = said.rpartition("\x1b[2K")
    assert re.search(bar, re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", progress))
    assert end in after
    assert "\x1b[?25h" in said, "the cursor is shown again"
