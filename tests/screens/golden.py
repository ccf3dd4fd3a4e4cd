"""Screens as text, as they are on terminals of several widths, compared to the letter.

Matches, findings and the clock are made up, so they are the same on every machine. After a change
of what is shown:

    python -m tests.screens.golden --write

and look at the difference as a person would before it is committed.
"""

import io
import re
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, chdir, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from unittest import mock

from rich.console import Console

from tests.games.golden import FOLDER as GOLDEN
from tests.records.matches import Answer, failing_after, uniform
from tests.screens import joined
from tests.tournaments.cups import play_cup, write_cup
from tournaments import cli
from tournaments.commands import console
from tournaments.commands.progressing import shown_now
from tournaments.config import competition
from tournaments.doctor.findings import Finding, FindingState
from tournaments.formats.duel import most_matches
from tournaments.present.terminal.progress import MatchBar
from tournaments.run.organiser import Organiser
from tournaments.storage.store import Store

FOLDER: Final = GOLDEN / "screens"
WIDTHS: Final = (60, 80, 120)
_STEERING: Final = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
_HEAD: Final = re.compile(r"[0-9a-f]{64}")
"""The head of a journal, which differs from run to run with what was measured."""
_DATA: Final = Path("stych-data")
_SCRATCH: Final = ExitStack()
"""Folders of this process, which are removed at its end."""
_FIELD: Final = ("careful-old-hand", "greedy", "heuristic-v3", "lookahead", "random")
_CUP: Final[Mapping[str, Answer]] = {
    **dict.fromkeys(_FIELD, uniform),
    "greedy": lambda _random, _legal: 0,
    "lookahead": lambda _random, legal: legal - 1,
}
_DUEL: Final[Mapping[str, Answer]] = {"thumb-1": uniform, "thumb-2": lambda _random, _legal: 0}
_KEYS: Final = {"format": '"duel"', "hero": '"thumb-2"', "stop.better_by": "0.05"}
_SYSTEM: Final = "stych 1.0 on Linux 6.1.0-39-amd64 (x86_64), Python 3.11.2"
_FINDINGS: Final = (
    Finding(
        "isolation",
        FindingState.LIMITED,
        "landlock; a bot sees its own folder and its runtime, and can open no socket but its own.",
        "bubblewrap is not installed: a bot sees which files there are on this machine",
        "sudo apt-get install bubblewrap",
    ),
    Finding("processors", FindingState.FINE, "2: `--jobs 2` uses all"),
    Finding(
        "temporary folder",
        FindingState.FINE,
        "67.3 GB free at /var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/T",
    ),
    Finding(
        "data folder",
        FindingState.BROKEN,
        "stych-data cannot be written to",
        "nothing that is played can be kept",
        "sudo chown -R somebody: /home/somebody/tournaments/of-the-club/stych-data",
    ),
    Finding("rust", FindingState.MISSING, "no cargo", "bots in Rust cannot be built", "see rustup"),
)


@dataclass(frozen=True)
class _Cup:
    """A tournament, and what is played of it until somebody looks."""

    answers: Mapping[str, Answer]
    boards: int
    half: int = 0
    """After so many matches; 0: not before it is over."""
    keys: Mapping[str, str] = field(default_factory=dict)


_CUPS: Final = {
    "run": _Cup(_CUP, 10, 70),
    "run-with-faults": _Cup(
        dict(zip(_FIELD[:3], (uniform, failing_after(40), uniform), strict=True)), 4
    ),
    "duel": _Cup(_DUEL, 500, 20, _KEYS),
}


# Kept, since `failing_after` counts: it is good for one playing.
@cache
def _half(name: str) -> Path:
    """A folder with the tournament, played once for all widths; to be copied."""
    cup, folder = _CUPS[name], Path(_SCRATCH.enter_context(TemporaryDirectory()))
    file = write_cup(folder, [*cup.answers], cup.boards, **cup.keys)
    play_cup(file, folder / _DATA, cup.answers, matches=cup.half)
    return folder


@cache
def _whole(name: str) -> Path:
    """The same, played on to the end."""
    folder = Path(_SCRATCH.enter_context(TemporaryDirectory()))
    shutil.copytree(_half(name), folder, dirs_exist_ok=True)
    play_cup(folder / "cup.toml", folder / _DATA, _CUPS[name].answers)
    return folder


def _played(name: str, width: int, *, at_most: bool = False) -> str:
    """The screen in the middle of play, if the cup has a `half`, then what `stych run` prints."""
    half = ""
    if _CUPS[name].half:
        shutil.copytree(_half(name), "half")
        half = _live(Path("half/cup.toml"), width, at_most=at_most)
    shutil.copytree(_whole(name), ".", dirs_exist_ok=True)
    return half + _called("run", "cup.toml")


def _doctor(_: int) -> str:
    with (
        mock.patch("tournaments.commands.doctor.examine", return_value=iter(_FINDINGS)),
        mock.patch("tournaments.commands.doctor.system", return_value=_SYSTEM),
    ):
        return _called("doctor")


SCREENS: Final[Mapping[str, Callable[[int], str]]] = {
    "run": partial(_played, "run"),
    "run-with-faults": partial(_played, "run-with-faults"),
    "duel": partial(_played, "duel", at_most=True),
    "doctor": _doctor,
    **joined.SCREENS,
}
"""By the name of a screen: the function that draws it on a terminal of a given width. It is called
in an empty folder."""


def _live(file: Path, width: int, *, at_most: bool) -> str:
    """What is shown in the middle of play, a minute after it began."""
    now, out = [0.0], io.StringIO()
    terminal = Console(file=out, width=width, force_terminal=True, get_time=lambda: now[0])
    with Store(file.parent / _DATA) as store:
        organiser = Organiser(store, competition.read(file).tournaments[0], file.parent)
        fixtures, boards = organiser.schedule.fixtures, organiser.definition.boards
        total = most_matches(fixtures, boards) if at_most else organiser.total()
        bar = MatchBar(terminal, lambda: "", at_most=at_most)
        task = bar.add_task(organiser.definition.name, total=total, faults="")
        for now[0] in (30.0, 60.0):
            bar.update(task, advance=organiser.played_before // 2)
        terminal.print(shown_now(organiser))
        for part in list(bar.get_renderables()):
            terminal.print(part)
    return f"{out.getvalue()}\n"


def _called(*arguments: str) -> str:
    with mock.patch.object(sys, "argv", ["stych", *arguments]), suppress(SystemExit):
        cli.main()
    file = console.out.file
    assert isinstance(file, io.StringIO)
    return file.getvalue()


@contextmanager
def _on_a_terminal(width: int) -> Iterator[None]:
    """The consoles of the command, as they are on a terminal, writing to one text."""
    both = io.StringIO()
    with ExitStack() as stack:
        stack.enter_context(chdir(stack.enter_context(TemporaryDirectory())))
        # Changed in place, since each module has taken them by name.
        for each in (console.out, console.err):
            for name, value in (("_file", both), ("_width", width), ("_force_terminal", True)):
                stack.enter_context(mock.patch.object(each, name, value))
        yield


def path_of(name: str, width: int) -> Path:
    """Where the screen is kept."""
    return FOLDER / f"{name}-{width}.txt"


def text_of(name: str, width: int) -> str:
    """The screen as it is drawn now, without colours."""
    with _on_a_terminal(width):
        drawn = _HEAD.sub("0" * 64, _STEERING.sub("", SCREENS[name](width)))
    return "\n".join(line.rstrip() for line in drawn.splitlines()) + "\n"


def main(arguments: list[str]) -> int:
    """Write all files with --write; without it, name those that differ."""
    write = arguments == ["--write"]
    if arguments and not write:
        sys.stderr.write(f"the only argument is --write, received {' '.join(arguments)}\n")
        return 2
    FOLDER.mkdir(exist_ok=True)
    stale = 0
    for name in SCREENS:
        for width in WIDTHS:
            path, text = path_of(name, width), text_of(name, width)
            if path.exists() and path.read_text(encoding="utf-8") == text:
                continue
            stale += 1
            if write:
                path.write_text(text, encoding="utf-8", newline="\n")
            sys.stdout.write(f"{'written' if write else 'differs'}: {path.name}\n")
    return 0 if write or not stale else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
