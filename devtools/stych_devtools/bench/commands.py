"""Measures two commands that people wait for, against importing the libraries that they need."""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Final

from stych_devtools.bench.arena import BOT
from stych_devtools.bench.effort import Effort
from stych_devtools.bench.findings import Findings, Ratio
from stych_devtools.bench.tournament import organiser_of, play
from tournaments.storage.store import Store

_ENTRANTS: Final = 5
"""As many as in the tournament `quickstart`, the twin included."""
_BOARDS: Final = 30
_MOST_OF_HELP: Final = 2.5
"""The most that `stych --help` may take, as a multiple of the imports."""
_MOST_OF_TABLE: Final = 1.3
"""The most that `stych table` may take, as a multiple of the imports."""
_CALL: Final = "import sys; sys.argv = ['stych', *sys.argv[1:]]; from tournaments.entry import main"
"""The beginning of a program that calls `main` as the command `stych` does."""
_OURS: Final = ("referee", "tournaments", "stych")
"""How the names of our own modules begin. From a wheel they are installed beside the libraries."""
_THEIRS: Final = """
import atexit
def tell():
    theirs = [name for name, each in list(sys.modules.items())
              if '-packages' in (getattr(each, '__file__', None) or '')]
    sys.stderr.write(' '.join(theirs))
atexit.register(tell)
"""
"""Code that makes a program write at its end which modules of libraries it loaded, in order."""


def commands(folder: Path, effort: Effort, note: Callable[[], None]) -> Findings:
    """Processor time of `stych --help`, and of `stych table` for a field as in the quickstart."""
    file = folder / "cup.toml"
    bots = effort.bots_of(_ENTRANTS, 2)
    entrants = "".join(
        f'[[entrants]]\nname = "bot-{number}"\nbot = "{BOT}"\n' for number in range(bots)
    )
    boards = max(1, round(_BOARDS * effort.crowd))
    file.write_text(f'name = "cup"\ngame = "fox"\nboards = {boards}\n{entrants}')
    with Store(folder) as store:
        play(organiser_of(store, "cup", "fox", {}, boards, bots), lambda _: None)
    line = ["--data", str(folder), "table", str(file)]
    loaded = _run(_CALL + _THEIRS + "main()", *line).split()
    theirs = [each for each in loaded if not each.startswith(_OURS)]
    libraries = "; ".join(f"import {name}" for name in theirs)
    measured = []
    # More rounds than elsewhere, as the start of a process varies; one only shows that it runs.
    for _ in range(3 * effort.rounds if effort.rounds > 1 else 1):
        of_table = _seconds(_CALL + "\nmain()", *line), _seconds(libraries)
        of_help = _seconds(_CALL + "\nmain()", "--help"), _seconds("import typer, rich.table")
        measured.append((*of_table, *of_help))
        note()
    table, libraries_taken, help_, bare = (median(each) for each in zip(*measured, strict=True))
    return Findings(
        [
            Ratio(
                "commands/help",
                help_ / bare,
                _MOST_OF_HELP,
                at_least=False,
                text=f"stych --help: {help_:.2f} s; to import typer and rich {bare:.2f} s",
            ),
            Ratio(
                "commands/table",
                table / libraries_taken,
                _MOST_OF_TABLE,
                at_least=False,
                text=f"stych table, {bots} bots, {boards} boards: {table:.2f} s;"
                f" to import its {len(theirs)} modules of libraries {libraries_taken:.2f} s",
            ),
        ]
    )


def _run(program: str, *line: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program, *line], check=True, text=True, capture_output=True
    )
    return done.stderr


def _seconds(program: str, *line: str) -> float:
    """Seconds of processor time of a process that runs the program, user and system."""
    command: Sequence[str] = [sys.executable, "-c", program, *line]
    started = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, used = os.wait4(started.pid, 0)
    # wait4 has reaped the process. Without an exit code Popen would warn that it is still running.
    started.returncode = 0
    return used.ru_utime + used.ru_stime
