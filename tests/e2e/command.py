"""The command `stych` as a user calls it, in this process or in one of its own."""

import io
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import chdir, nullcontext, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias
from unittest import mock

from typer.main import get_command

from tests.e2e.forked import Forked, may_fork
from tests.e2e.worker_server import forked_workers
from tests.root import ROOT
from tests.seeds import SEED
from tournaments import cli
from tournaments.commands import console

STYCH = Path(sys.executable).with_name("stych")
BOTS = ROOT / "bots" / "python" / "examples"
NEW = ("env",)
"""Words before a command that is to be a new process from its beginning."""
_KEPT = ("STYCH_ISOLATION", "STYCH_CACHE")
LONG = 600.0
"""Seconds after which a wait is taken to have failed; never a measure of speed."""
Process: TypeAlias = subprocess.Popen[str] | Forked
STARTED: list[Process] = []
"""The commands that `start` began; tests/e2e/conftest.py ends those that a test leaves running."""


@dataclass(frozen=True)
class Done:
    code: int | str | None
    out: str
    err: str


def call(*arguments: object, folder: Path | None = None, **environment: str) -> Done:
    """The command in this process: quick, and all but the start of Python is real.

    So are its workers, but that they are forked (tests/e2e/worker_server.py).

    With a `folder` it is called in there.
    """
    out, err = io.StringIO(), io.StringIO()
    code: int | str | None = None
    line = ["stych", *map(str, arguments)]
    wide = mock.patch.object(console.out, "_width", 200)
    called = mock.patch.object(sys, "argv", line)
    here = chdir(folder) if folder else nullcontext()
    given = mock.patch.dict(os.environ, environment)
    quick, made = forked_workers(), mock.patch.object(cli, "app", _made())
    with here, given, wide, called, redirect_stdout(out), redirect_stderr(err), quick, made:
        try:
            cli.main()
        except SystemExit as end:
            code = end.code
    return Done(code, out.getvalue(), err.getvalue())


@cache
def _made() -> Any:
    """The command, which Typer would make anew for each call."""
    return get_command(cli.app)


def start(
    *arguments: object,
    folder: Path,
    before: Sequence[str] = (),
    program: str = "",
    **environment: str,
) -> Process:
    """The command in a process group of its own, as a shell starts it, with words `before` it.

    Its environment is `own_environment`, with COLUMNS and with `environment`. Without words before
    it the process may be forked from one that has loaded all that it needs; `NEW` are words that do
    nothing. A `program` in Python is run in its place, and gets the whole line as arguments.
    """
    kept = own_environment()
    line = [str(STYCH), *map(str, arguments)]
    kept |= {"COLUMNS": "100", **environment}
    if not before and may_fork(kept):
        STARTED.append(Forked(["-c", *line] if program else line, folder, kept, program))
        return STARTED[-1]
    python = (sys.executable, "-c", program) if program else ()
    process = subprocess.Popen(
        [*before, *python, *line],
        cwd=folder,
        env=kept,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    STARTED.append(process)
    return process


def own_environment() -> dict[str, str]:
    """The environment of this process, but of the variables of Štych only those in _KEPT."""
    given = os.environ.items()
    return {key: own for key, own in given if not key.startswith("STYCH") or key in _KEPT}


def start_program(file: Path, folder: Path, environment: Mapping[str, str]) -> Process:
    """A program in Python, as its owner starts it in that folder; or a fork that runs it."""
    if may_fork(environment):
        return Forked([str(file)], folder, environment, file.read_text())
    return subprocess.Popen(
        [sys.executable, str(file)],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def first_news(process: Process) -> str:
    """The first line that it prints after that about the isolation; waits for it."""
    assert process.stdout is not None
    line = process.stdout.readline()
    return process.stdout.readline() if line.startswith("isolation: ") else line


def finish(process: Process, seconds: float = LONG) -> Done:
    """Its end, waited for; a group that hangs is killed and the test fails."""
    try:
        out, err = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        raise
    return Done(process.returncode, out, err)


def run(
    *arguments: object,
    folder: Path,
    before: Sequence[str] = (),
    program: str = "",
    **environment: str,
) -> Done:
    """The command in a process of its own, to its end."""
    line = start(*arguments, folder=folder, before=before, program=program, **environment)
    return finish(line)


def write_bot(folder: Path, code: str = "", **lines: str) -> Path:
    """A bot's folder; keys of its bot.toml are given as TOML values, "" leaves a key out."""
    folder.mkdir(parents=True, exist_ok=True)
    values = {"name": f'"{folder.name}"', "version": '"1"', "games": '["fox"]'}
    values |= {"command": '"python bot.py"'} | lines
    (folder / "bot.toml").write_text("".join(f"{key} = {v}\n" for key, v in values.items() if v))
    (folder / "bot.py").write_text(code)
    return folder


def write_tournament(
    file: Path, bots: Sequence[object], boards: int = 2, more: str = "", **lines: str
) -> Path:
    """A tournament of short games; keys of its top are given as TOML values, "" leaves a key out.

    `more` are further tables; if [options] is among them, it is in place of those of short games.
    """
    values = {"name": '"cup"', "game": '"fox"', "seed": f'"{SEED}"', "boards": str(boards)} | lines
    text = "".join(f"{key} = {value}\n" for key, value in values.items() if value)
    text += more if "[options]" in more else f"[options]\ntarget = 1\n{more}"
    text += "".join(f'[[entrants]]\nbot = "{bot}"\n' for bot in bots)
    file.write_text(text)
    return file
