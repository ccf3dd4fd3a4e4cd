"""Measures two commands that people wait for, compared with importing the libraries they need."""

import os
import subprocess
import sys
from collections.abc import Callable
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
"""Boards in a full run, as in `quickstart`."""
_MOST_OF_HELP: Final = 2.5
"""The goal: the most that `stych --help` may take, as a multiple of the imports."""
_MOST_OF_TABLE: Final = 1.3
"""The goal: the most that `stych table` may take, as a multiple of the imports."""
_IMPORT_MAIN: Final = (
    "import sys; sys.argv = ['stych', *sys.argv[1:]]; from tournaments.entry import main"
)
_STYCH: Final = f"{_IMPORT_MAIN}\nmain()"
"""A program that does what the command `stych` does."""
_LIST_LIBRARIES: Final = """
import atexit
def list_libraries():
    # Libraries are installed in a folder site-packages, or dist-packages on Debian.
    names = [name for name, module in list(sys.modules.items())
             if '-packages' in (getattr(module, '__file__', None) or '')]
    sys.stderr.write(' '.join(names))
atexit.register(list_libraries)
"""
"""Code that makes a program write the modules of libraries that it has loaded to standard error
when it ends, in the order in which they were loaded."""
_OURS: Final = ("referee", "tournaments", "stych")
"""How the names of our own modules begin. From a wheel they are installed beside the libraries."""


def commands(folder: Path, effort: Effort, note: Callable[[], None]) -> Findings:
    """Processor time of `stych --help`, and of `stych table` for a field as in the quickstart.

    `note` is called after each round. Raises RuntimeError when a command fails.
    """
    bots = effort.bots_of(_ENTRANTS, 2)
    boards = max(1, round(_BOARDS * effort.match_factor))
    with Store(folder) as store:
        play(organiser_of(store, "cup", "fox", {}, boards, bots), lambda _: None)
    table_arguments = ["--data", str(folder), "table", str(_file(folder, boards, bots))]
    libraries = _libraries(*table_arguments)
    imports = "; ".join(f"import {name}" for name in libraries)
    measured = []
    # More rounds than elsewhere, as the start of a process varies. A quick run has one round.
    for _ in range(3 * effort.rounds if effort.rounds > 1 else 1):
        of_table = _seconds(_STYCH, *table_arguments), _seconds(imports)
        of_help = _seconds(_STYCH, "--help"), _seconds("import typer, rich.table")
        measured.append((*of_table, *of_help))
        note()
    table, table_imports, help_, help_imports = map(median, zip(*measured, strict=True))
    return Findings(
        [
            Ratio(
                "commands/help",
                help_ / help_imports,
                _MOST_OF_HELP,
                at_least=False,
                text=f"stych --help: {help_:.2f} s; to import typer and rich {help_imports:.2f} s",
            ),
            Ratio(
                "commands/table",
                table / table_imports,
                _MOST_OF_TABLE,
                at_least=False,
                text=f"stych table, {bots} bots, {boards} boards: {table:.2f} s;"
                f" to import its {len(libraries)} modules of libraries {table_imports:.2f} s",
            ),
        ]
    )


def _file(folder: Path, boards: int, bots: int) -> Path:
    """Write a file with the name of the tournament, by which `stych table` finds the matches."""
    file = folder / "cup.toml"
    entrants = "".join(
        f'[[entrants]]\nname = "bot-{number}"\nbot = "{BOT}"\n' for number in range(bots)
    )
    file.write_text(f'name = "cup"\ngame = "fox"\nboards = {boards}\n{entrants}')
    return file


def _libraries(*arguments: str) -> list[str]:
    """The modules of libraries that `stych` loads with these arguments, in order."""
    program = f"{_IMPORT_MAIN}{_LIST_LIBRARIES}main()"
    ended = subprocess.run(
        [sys.executable, "-c", program, *arguments], check=False, text=True, capture_output=True
    )
    if ended.returncode:
        raise RuntimeError(f"stych {' '.join(arguments)} failed: {ended.stderr}")
    return [name for name in ended.stderr.split() if not name.startswith(_OURS)]


def _seconds(program: str, *arguments: str) -> float:
    """Seconds of processor time of a process that runs the program, user and system."""
    process = subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, used = os.wait4(process.pid, 0)
    # wait4 has reaped the process. Without an exit code Popen would warn that it is still running.
    process.returncode = os.waitstatus_to_exitcode(status)
    # A program that fails early would look fast.
    if process.returncode:
        raise RuntimeError(f"{program[-60:]!r} ended with exit code {process.returncode}")
    return used.ru_utime + used.ru_stime
