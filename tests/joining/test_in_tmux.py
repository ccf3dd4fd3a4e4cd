"""`stych join` in a terminal of 80 columns, which tmux holds: all games to the end, and keys."""

import os
import re
import shlex
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e.command import BOTS, LONG, STYCH
from tests.e2e.processes import pause
from tests.joining.terminal import at_random
from tests.seeds import SEED

pytestmark = [
    pytest.mark.unconfined,
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is missing"),
]
_CODE = re.compile(r"^exit code (\d+)$", re.MULTILINE)


@dataclass(frozen=True)
class Pane:
    """A terminal, and what stands in it."""

    socket: Path

    def tmux(self, *arguments: str) -> str:
        environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        environment.pop("TMUX", None)
        line = ["tmux", "-u", "-f", os.devnull, "-S", str(self.socket), *arguments]
        done = subprocess.run(line, env=environment, capture_output=True, text=True, check=True)
        return done.stdout

    def start(self, folder: Path, *arguments: object) -> None:
        """Begin `stych join` in it; its exit code is shown, and the terminal stays."""
        line = shlex.join([str(STYCH), "join", *map(str, arguments)])
        shown = f"cd {shlex.quote(str(folder))}; {line}; echo exit code $?; exec sleep {LONG:.0f}"
        self.tmux("start-server", ";", "set-option", "-g", "history-limit", "100000", ";",
                  "new-session", "-d", "-x", "80", "-y", "50", "sh", "-c", shown)  # fmt: skip

    def type(self, *keys: str) -> None:
        """Press keys, by the names that tmux has for them."""
        self.tmux("send-keys", *keys)

    def text(self) -> str:
        """All that was shown, with the lines that have gone out at the top."""
        return self.tmux("capture-pane", "-p", "-S", "-").rstrip("\n ")

    def until(self, reached: Callable[[str], bool]) -> str:
        """What is shown as soon as `reached` is true of it."""
        end = time.monotonic() + LONG
        while True:
            began = time.monotonic()
            if reached(text := self.text()):
                return text
            assert began < end, text
            pause(began)

    def asked(self, number: int) -> str:
        """What is shown at the question of that number, or at the end."""
        return self.until(
            lambda text: (
                bool(_CODE.search(text)) or (len(_lines(text)) == number and text.endswith("\n>"))
            )
        )


def _lines(text: str) -> list[str]:
    """The lines for answers."""
    return [line for line in text.splitlines() if line.startswith(">")]


@pytest.fixture
def pane() -> Iterator[Pane]:
    # Not in the folder of the test: the path of a socket has to be short.
    with tempfile.TemporaryDirectory(prefix="tmux-") as folder:
        pane = Pane(Path(folder) / "socket")
        try:
            yield pane
        finally:
            pane.tmux("kill-server")


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("fox", [BOTS / "random", "--option", "target=1", "--hint", "--replay"]),
        ("korist", [BOTS / "random", "--option", "players=3", "--option", "limit=40"]),
        ("nase-hra", [BOTS / "random", "--option", "series=single"]),
        ("the-game", [BOTS / "random", "--option", "players=2"]),
    ],
)
def test_a_game_to_the_end(tmp_path: Path, pane: Pane, game: str, line: list[object]) -> None:
    # With a drawn seed a match of The Game might be over in four turns.
    pane.start(tmp_path, game, *line, "--seed", SEED)
    answer, number = at_random(game), 1
    while not (code := _CODE.search(text := pane.asked(number))):
        # An answer may be nothing but Enter.
        last = re.split(r"\n>.*\n", text)[-1].removesuffix(">")
        pane.type("-l", answer(last))
        pane.type("Enter")
        number += 1
    assert code[1] == "0", text
    assert "match 1 is over" in text
    assert "Traceback" not in text
    assert "^[" not in text
    assert number > 5


def test_keys_that_edit_and_keys_typed_ahead(tmp_path: Path, pane: Pane) -> None:
    # The first question of The Game is never a forced move, whatever is dealt.
    pane.start(tmp_path, "the-game", BOTS / "random", "--option", "players=2")
    pane.type("1", "Enter", "q", "Enter", "y", "Enter")
    text = pane.asked(1)
    assert "How gladly would you start?" in text, "what was typed before chose nothing"
    pane.type("x", "z", "Left", "y", "Enter")
    text = pane.asked(2)
    assert _lines(text)[0] == "> xyz"
    assert "'xyz' is no" in text
    pane.type("Up")
    pane.until(lambda text: _lines(text)[-1] == "> xyz")
    pane.type("C-u", "q", "Enter")
    pane.until(lambda text: text.endswith("y or n:"))
    pane.type("y", "Enter")
    text = pane.until(lambda text: bool(_CODE.search(text)))
    assert "exit code 0" in text
    assert "You have left the table." in text
