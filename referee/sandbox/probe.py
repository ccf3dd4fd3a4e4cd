"""Finds the isolation level that this machine has, by starting on it what is to be started.

A level that is not there is passed over, and the one below is taken. Where something was short,
slow or broken, nothing is known about the level: that is an error, so that a moment's trouble never
takes isolation away without a word.
"""

import errno
import os
import platform
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from shutil import which
from typing import Final

from referee.errors import StychError
from referee.sandbox import cgroups, landlock, remedies, runtime, seccomp, trial
from referee.sandbox.bubblewrap import PACKAGES
from referee.sandbox.confinement import Confinement
from referee.sandbox.isolation import Isolation
from referee.sandbox.levels import IsolationLevel
from referee.sandbox.starting import SHORTAGE_WORDS, NotStarted
from referee.sandbox.temporary_folders import temporary_folder

# Only a machine that stands still takes this long for `true`, and then nothing was learnt.
_SECONDS: Final = 30.0
_PROGRAM_SECONDS: Final = 10.0
"""Seconds for a program of which nothing is known; one that still runs by then can be run."""
_NOT_RUN: Final = (126, 127)
"""Exit codes of a program that was not found or not executable, or whose libraries are missing."""
_FIND_SDK: Final = (
    "-c",
    "import importlib.util as u, sys; sys.exit(127 * (u.find_spec('stych_bot') is None))",
)
"""Arguments with which our interpreter looks for the SDK. Its exit code is one of _NOT_RUN if that
is missing, so that a level without the SDK counts as absent."""
_TOO_MANY_FILES: Final = os.strerror(errno.EMFILE)
_FILES: Final = 1024
"""Open files that most machines allow a process, and that are enough."""


class Mode(StrEnum):
    """How much isolation the user asks for; the values are those of `--isolation`."""

    AUTO = "auto"
    REQUIRE = "require"
    OFF = "off"


class IsolationError(StychError):
    """This machine cannot isolate as is required, or cannot be asked; the text is one sentence."""


class _AbsentError(Exception):
    """This machine does not have the level; the text says why, `remedy` what to do or ""."""

    def __init__(self, why: str, remedy: str = "") -> None:
        super().__init__(why)
        self.remedy = remedy


def find_isolation(
    mode: Mode = Mode.AUTO,
    programs: Sequence[str] = (),
    readable: Sequence[Path] = (),
    *,
    best: IsolationLevel = IsolationLevel.BUBBLEWRAP,
) -> Isolation | None:
    """The best isolation level that works here, none above `best`; None when isolation is off.

    Where it is among the `programs` that bots' commands begin with, the interpreter that runs us
    has to start in it, with the SDK. The others decide about no level: one that cannot be run
    there, with what else is `readable`, is an error. To be called once, before bots are started
    anywhere: where control groups are handed over to us, this process and those beside it change
    theirs. Raises IsolationError when the highest level is required and does not work, and when
    something failed that says nothing about the machine.
    """
    if mode is Mode.OFF:
        return None
    named = {each: which(each, path=_path()) for each in programs}
    # A program that is missing everywhere says nothing about isolation: its bot's start will tell.
    there = {word: Path(program) for word, program in named.items() if program}
    own = [word for word, program in there.items() if runtime.is_own_python(program)]
    found = _best(cgroups.find(), own, list(IsolationLevel).index(best))
    for word in there.keys() - set(own):
        _check_program(found, word, readable)
    if mode is Mode.REQUIRE and found.level is not IsolationLevel.BUBBLEWRAP:
        remedy = f"; to have it: {found.remedy}" if found.remedy else ""
        raise IsolationError(f"isolation is required, but {found.missing}{remedy}")
    return found


def _best(groups: cgroups.Cgroups | None, pythons: Sequence[str], start: int) -> Isolation:
    as_root, has = hasattr(os, "geteuid") and os.geteuid() == 0, landlock.version()
    missing, remedy = "", ""
    for level in list(IsolationLevel)[start:]:
        isolation = Isolation(level, as_root, groups, has, missing, remedy)
        try:
            _check(isolation, pythons)
        except _AbsentError as error:
            missing += f"{'; ' if missing else ''}{level} does not work here: {error}"
            remedy = remedy or error.remedy
        else:
            return isolation
    raise IsolationError(missing)


def _check(isolation: Isolation, pythons: Sequence[str]) -> None:
    """Start what the level is needed for. Raises _AbsentError when the machine does not have it."""
    level = isolation.level
    if level is not IsolationLevel.LIMITS:
        if platform.system() != "Linux":
            raise _AbsentError(f"it needs Linux, and this is {platform.system()}")
        if not seccomp.AVAILABLE:
            raise _AbsentError(f"there is no filter of system calls for {platform.machine()}")
    if level is IsolationLevel.BUBBLEWRAP and (
        lacking := [each for each in PACKAGES if not which(each)]
    ):
        packages = dict.fromkeys(PACKAGES[each] for each in lacking)
        why = f"{', '.join(lacking)} is not installed"
        raise _AbsentError(why, remedies.install(list(packages)))
    if level is IsolationLevel.LANDLOCK and not isolation.landlock:
        raise _AbsentError("this kernel has no Landlock, or it is switched off")
    # First what every system has, which tells of the level alone, and then what bots need.
    for command in (["true"], *([each, *_FIND_SDK] for each in pythons)):
        code, said = _start(isolation, command)
        if code in _NOT_RUN:
            raise _AbsentError(f"{command[0]} cannot be run in it: {said}")
        if code:
            raise _failed(isolation, command, said)


def _check_program(isolation: Isolation, program: str, readable: Sequence[Path]) -> None:
    """Raise IsolationError when a bot's program cannot be run there, though it can elsewhere."""
    command = [program, "--version"]
    try:
        code, said = _start(isolation, command, readable, seconds=_PROGRAM_SECONDS)
    except (_AbsentError, IsolationError) as error:
        code, said = _NOT_RUN[0], str(error)
    if code not in _NOT_RUN:
        # Any other code is the program's own answer, so it ran.
        return
    # Some programs know no such question, and answer so. Only what this machine's owner has on the
    # PATH is asked without confinement: a path in a command may lead to a stranger's program.
    if os.sep not in program:
        with suppress(OSError, subprocess.TimeoutExpired):
            asked = subprocess.run(
                command, capture_output=True, timeout=_PROGRAM_SECONDS, check=False
            )
            if asked.returncode in _NOT_RUN:
                return
    raise IsolationError(
        f"{program}, which a bot needs, cannot be run in {isolation.level}: {said}; let the"
        " tournament file name what it needs in [isolation] readable, or play with --isolation off"
    )


def _start(
    isolation: Isolation,
    command: Sequence[str],
    readable: Sequence[Path] = (),
    *,
    seconds: float = 0.0,
) -> tuple[int, str]:
    """How the command ended there, and in words; if still running after so many `seconds`, 0.

    Raises _AbsentError and IsolationError.
    """
    try:
        with temporary_folder() as folder:
            # Made for us alone, it would be closed to the user that the command runs as.
            Path(folder).chmod(0o755)
            home = Path(folder, "home")
            home.mkdir()
            place = Confinement(Path(folder), home, readable=tuple(readable))
            return _try(isolation, command, place, seconds)
    except OSError as error:
        raise _failed(isolation, command, error.strerror or str(error)) from None


def _try(
    isolation: Isolation, command: Sequence[str], place: Confinement, seconds: float
) -> tuple[int, str]:
    environment = {"PATH": _path(), "LANG": "C.UTF-8", "HOME": str(place.home)}
    try:
        ended = trial.run(isolation, command, place, environment, seconds or _SECONDS)
    except subprocess.TimeoutExpired:
        if seconds:
            return 0, ""
        late = f"it did not end within {_SECONDS:g} s, as if the machine stood still"
        raise _failed(isolation, command, late) from None
    if ended.problem:
        raise _refused(isolation, command, ended.problem, ended.said)
    return ended.code, ended.why


def _refused(
    isolation: Isolation, command: Sequence[str], problem: NotStarted, said: str
) -> Exception:
    """The error for a start that was refused.

    The level is absent when its own step was refused. A shortage, in whatever words it comes, and a
    supervisor that could not start say nothing about the level.
    """
    words = said or problem.text
    short = problem.is_shortage or any(each in words for each in SHORTAGE_WORDS)
    if short or problem.step == "supervisor":
        return _failed(isolation, command, words)
    return _AbsentError(words, remedies.allow(isolation.level, words))


def _failed(isolation: Isolation, command: Sequence[str], why: str) -> IsolationError:
    then = "try again when that is over, or play without isolation: --isolation off"
    # A limit does not pass by itself, and without isolation bots would soon reach it as well.
    if _TOO_MANY_FILES in why:
        then = f"a process may have too few files open here: allow more (ulimit -n {_FILES})"
    return IsolationError(
        f"the isolation of this machine cannot be told: {' '.join(command)} was to be started in"
        f" {isolation.level}, and failed: {why}; {then}"
    )


def _path() -> str:
    """The PATH of bots, and the system's usual one, so that `true` is found whatever ours is."""
    return os.pathsep.join((runtime.search_path(), os.defpath))
