"""What the command says of itself; and `stych play`, whose matches the next play replaces."""

import re
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest

from referee.version import STYCH as VERSION
from tests.e2e.command import BOTS, LONG, STYCH, call
from tests.seeds import SEED
from tournaments.cli import command_names

pytestmark = pytest.mark.unconfined

COMMANDS = command_names()


def flat(text: str) -> str:
    """The words without the boxes around them."""
    return " ".join(re.sub(r"[^\w\s.,:;()/'\[\]=-]", " ", text).split())


def test_the_version() -> None:
    assert call("--version").out == f"stych {VERSION}\n"


def test_help_names_every_command() -> None:
    done = call("--help")
    assert done.code == 0
    for command in COMMANDS:
        assert re.search(rf"^\W*{command} ", done.out, re.MULTILINE), command
    assert "STYCH_DATA" in done.out
    assert call().code in (0, 2)
    assert flat(call().out + call().err) == flat(done.out)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str) -> None:
    done = call(command, "--help")
    assert (done.code, done.err) == (0, "")
    assert f"Usage: stych {command} " in done.out
    explained = re.findall(r"^│ \W*(--\w+|\w+)? .*  (\w.*)│$", done.out, re.MULTILINE)
    assert len(explained) >= 2
    assert "\x1b" not in done.out


@pytest.mark.parametrize("columns", [60, 80])
def test_paragraphs_fill_the_lines(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line ends where the next word has no room, whatever the lines of the source are."""
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = call("duel", "--help").out.partition("╭")[0].split("\n")
    pairs = [(line, after) for line, after in pairwise(map(str.strip, lines)) if line and after]
    assert len(pairs) > 3
    for line, after in pairs:
        # One column at either side is empty.
        assert len(f"{line} {after.split()[0]}") > columns - 2, (line, after)


def test_games() -> None:
    done = call("games")
    assert (done.code, done.err) == (0, "")
    assert re.search(r"^fox +The Fox in the Forest +2 *$", done.out, re.MULTILINE)
    done = call("games", "fox")
    assert done.out.startswith("The Fox in the Forest (fox), 2 seats\n")
    assert re.search(r"^target +1 to 999 +21 +points at which", done.out, re.MULTILINE)


@pytest.mark.slow
def test_completion(tmp_path: Path) -> None:
    """Under a shell the script is printed; tests/completing has its questions."""
    shell = f"{STYCH} --show-completion; exit $?"
    done = subprocess.run(
        ["bash", "-c", shell],
        cwd=tmp_path,
        env={"PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=LONG,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "_STYCH_COMPLETE=complete_bash" in done.stdout


@pytest.mark.slow
def test_play(tmp_path: Path) -> None:
    """Twice: the second play takes the place of the first one, which draws its seed."""
    bot = BOTS / "random"
    said = []
    for given in ((), ("--seed", SEED)):
        arguments = ("play", "fox", bot, bot, "--boards", 2, "--option", "target=1", *given)
        done = call(*arguments, folder=tmp_path)
        assert (done.code, done.err) == (0, "")
        assert "play: fox, target 1" in done.out
        assert "random-2" in done.out
        assert "4 of 4 matches in 2 whole blocks." in done.out
        *_, match, again = done.out.splitlines()
        seed = again.removeprefix("The same cards again: --seed ")
        assert seed == SEED if given else len(seed) >= 16
        said.append(match)
    assert said[0] != said[1]
    data = tmp_path / "stych-data"
    for line, code in zip(said, (2, 0), strict=True):
        shown = line.removeprefix("To see a match: stych replay ")
        assert call("--data", data, "replay", shown).code == code
        assert call("--data", data, "replay", shown[:12], "--seat", 1).code == code
