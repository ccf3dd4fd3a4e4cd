"""Finds the best isolation level that works on this machine, by starting programs on it.

A level that the machine lacks is passed over, and the next one below is tried. If the machine was
short of something, slow or broken, the test says nothing about the level. That is an error, so that
a passing problem never lowers the isolation silently.
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

UNDETERMINED: Final = "the isolation of this machine cannot be determined"
"""The beginning of the message when the test of a level failed and says nothing about it."""
# Seconds for a command that tests a level. Only a machine that hardly runs takes longer for `true`,
# and then the test says nothing about the level.
_SECONDS: Final = 30.0
_PROGRAM_SECONDS: Final = 10.0
"""Seconds for a program that a bot needs; one that still runs by then can be run."""
_NOT_RUN: Final = (126, 127)
"""Exit codes of a program that was not found or not executable, or whose libraries are missing."""
_FIND_SDK: Final = (
    "-c",
    "import importlib.util as u, sys; sys.exit(0 if u.find_spec('stych_bot') else 127)",
)
"""Arguments with which the referee's own interpreter looks for the SDK. The exit code is one of
_NOT_RUN if the SDK is missing, so that a level without the SDK counts as absent."""
_TOO_MANY_FILES: Final = os.strerror(errno.EMFILE)
_FILES: Final = 1024
"""A number of open files that suffices, and that most machines allow a process."""


class Mode(StrEnum):
    """How much isolation the user asks for; the values are those of `--isolation`."""

    AUTO = "auto"
    REQUIRE = "require"
    OFF = "off"


class IsolationError(StychError):
    """The isolation that is wanted does not work, or its test failed; the text is one sentence."""


class _AbsentError(Exception):
    """This machine does not have the level; the text says why, and `remedy` what to do, or ""."""

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

    `programs` are the first words of the bots' commands. If the referee's own interpreter is among
    them, a level works only if that interpreter starts on it and finds the SDK. Any other program
    decides about no level, but must start on the level found, with `readable` to read as well. It
    is passed over if the machine lacks it, or if it is on the PATH and does not run unconfined.

    To be called once, before any bot is started: where control groups are delegated, this process
    and all others of its group are moved to a new group. Raises IsolationError when no level works,
    when bubblewrap is required and does not work, when a program does not start, and when a test
    failed for a reason that says nothing about the level.
    """
    if mode is Mode.OFF:
        return None
    paths = {word: which(word, path=_path()) for word in programs}
    # A program that is missing says nothing about isolation: the start of its bot will report it.
    present = {word: Path(path) for word, path in paths.items() if path}
    pythons = [word for word, path in present.items() if runtime.is_own_python(path)]
    isolation = _best(cgroups.find(), pythons, list(IsolationLevel).index(best))
    for word in present.keys() - set(pythons):
        _check_program(isolation, word, readable)
    if mode is Mode.REQUIRE and isolation.level is not IsolationLevel.BUBBLEWRAP:
        remedy = f"; to have it: {isolation.remedy}" if isolation.remedy else ""
        raise IsolationError(f"isolation is required, but {isolation.missing}{remedy}")
    return isolation


def _best(groups: cgroups.Cgroups | None, pythons: Sequence[str], start: int) -> Isolation:
    """The first level that works, of all from number `start` on.

    Raises IsolationError when none works, and when a test says nothing about its level.
    """
    as_root, abi = hasattr(os, "geteuid") and os.geteuid() == 0, landlock.version()
    missing: list[str] = []
    remedy = ""
    for level in list(IsolationLevel)[start:]:
        isolation = Isolation(level, as_root, groups, abi, "; ".join(missing), remedy)
        try:
            _check(isolation, pythons)
        except _AbsentError as error:
            missing.append(f"{level} does not work here: {error}")
            remedy = remedy or error.remedy
        else:
            return isolation
    raise IsolationError("; ".join(missing))


def _check(isolation: Isolation, pythons: Sequence[str]) -> None:
    """Test the level: start `true` on it, and each of `pythons`, words for our own interpreter.

    Raises _AbsentError when the machine does not have the level, and IsolationError when the test
    failed for another reason.
    """
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
        why = f"{', '.join(lacking)} {'is' if len(lacking) == 1 else 'are'} not installed"
        raise _AbsentError(why, remedies.install_command(list(packages)))
    if level is IsolationLevel.LANDLOCK and not isolation.landlock:
        raise _AbsentError("this kernel has no Landlock, or it is switched off")
    # First a command that every system has, which tests the level alone, then what bots need.
    for command in (["true"], *([each, *_FIND_SDK] for each in pythons)):
        code, why = _start(isolation, command)
        if code in _NOT_RUN:
            raise _AbsentError(f"{command[0]} cannot be run in it: {why}")
        if code:
            raise _failed(isolation, command, why)


def _check_program(isolation: Isolation, program: str, readable: Sequence[Path]) -> None:
    """Raise IsolationError when a bot's program cannot be run confined.

    A program on the PATH that cannot be run unconfined either is no error.
    """
    command = [program, "--version"]
    try:
        code, why = _start(isolation, command, readable, seconds=_PROGRAM_SECONDS)
    except (_AbsentError, IsolationError) as error:
        code, why = _NOT_RUN[0], str(error)
    if code not in _NOT_RUN:
        # Any other code is the program's own, so the program ran.
        return
    # Some programs do not know --version and end with such a code themselves. Only programs that
    # the machine's owner has on the PATH are run without confinement: a path in a bot's command may
    # lead to a stranger's program.
    if os.sep not in program:
        with suppress(OSError, subprocess.TimeoutExpired):
            unconfined = subprocess.run(
                command, capture_output=True, timeout=_PROGRAM_SECONDS, check=False
            )
            if unconfined.returncode in _NOT_RUN:
                return
    raise IsolationError(
        f"{program}, which a bot needs, cannot be run in {isolation.level}: {why}; let the"
        " tournament file name what it needs in [isolation] readable, or play with --isolation off"
    )


def _start(
    isolation: Isolation,
    command: Sequence[str],
    readable: Sequence[Path] = (),
    *,
    seconds: float = 0.0,
) -> tuple[int, str]:
    """The exit code of the command on the level, and in words why it failed, or "".

    With `seconds` above 0, a command that still runs after that time counts as ended with code 0;
    otherwise it has _SECONDS, and then IsolationError is raised. Also raises IsolationError when
    the start says nothing about the level, and _AbsentError when the level refuses the start.
    """
    try:
        with temporary_folder() as folder:
            # It was made for this user alone, but the command may run as another one.
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
    """Do the work of `_start` in the place. Also raises OSError."""
    environment = {"PATH": _path(), "LANG": "C.UTF-8", "HOME": str(place.home)}
    try:
        ended = trial.run(isolation, command, place, environment, seconds or _SECONDS)
    except subprocess.TimeoutExpired:
        if seconds:
            return 0, ""
        late = f"it did not end within {_SECONDS:g} s, as if the machine stood still"
        raise _failed(isolation, command, late) from None
    if ended.problem:
        raise _refused(isolation, command, ended.problem, ended.last_line)
    return ended.code, ended.why


def _refused(
    isolation: Isolation, command: Sequence[str], problem: NotStarted, last_line: str
) -> Exception:
    """The error for a start that was refused.

    A shortage, even if only the words of `last_line` show it, and a supervisor that could not start
    say nothing about the level. In all other cases the level is absent.
    """
    words = last_line or problem.text
    is_shortage = problem.is_shortage or any(each in words for each in SHORTAGE_WORDS)
    if is_shortage or problem.step == "supervisor":
        return _failed(isolation, command, words)
    return _AbsentError(words, remedies.remedy_for(isolation.level, words))


def _failed(isolation: Isolation, command: Sequence[str], why: str) -> IsolationError:
    advice = "try again when that is over, or play without isolation: --isolation off"
    # This limit does not pass by itself, and without isolation bots would soon reach it too.
    if _TOO_MANY_FILES in why:
        advice = f"a process may have too few files open here: allow more (ulimit -n {_FILES})"
    return IsolationError(
        f"{UNDETERMINED}: {' '.join(command)} was to be started in {isolation.level}, and failed:"
        f" {why}; {advice}"
    )


def _path() -> str:
    """The PATH of bots, then the system's usual one, in which `true` is found in any case."""
    return os.pathsep.join((runtime.search_path(), os.defpath))
