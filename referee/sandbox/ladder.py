"""Which rung this machine has: found out by starting something on it."""

import os
import platform
import shutil
import subprocess
import tempfile
from enum import StrEnum
from pathlib import Path

from referee.sandbox import cgroups, landlock, seccomp
from referee.sandbox.bubblewrap import PROGRAMS
from referee.sandbox.confinement import Confinement
from referee.sandbox.isolation import Isolation
from referee.sandbox.rungs import Rung

_SECONDS = 30.0


class Mode(StrEnum):
    """How much isolation is asked for."""

    AUTO = "auto"
    REQUIRE = "require"
    OFF = "off"


class IsolationError(Exception):
    """This machine cannot isolate as is required; the text is one sentence."""


def climb(mode: Mode = Mode.AUTO, *, best: Rung = Rung.BUBBLEWRAP) -> Isolation | None:
    """The best rung that works here, none above `best`; None when isolation is off.

    To be called once, before bots are started anywhere: where control groups are handed over to
    us, this process and those beside it change theirs. Raises IsolationError when the top is
    required and does not work.
    """
    if mode is Mode.OFF:
        return None
    found = _best(cgroups.find(), list(Rung).index(best))
    if mode is Mode.REQUIRE and found.rung is not Rung.BUBBLEWRAP:
        raise IsolationError(f"isolation is required, but {found.missing}")
    return found


def _best(groups: cgroups.Cgroups | None, start: int) -> Isolation:
    as_root, has = hasattr(os, "geteuid") and os.geteuid() == 0, landlock.version()
    missing: list[str] = []
    for rung in list(Rung)[start:]:
        isolation = Isolation(rung, as_root, groups, has, "; ".join(missing))
        problem = _problem(isolation)
        if not problem:
            return isolation
        missing.append(f"{rung} does not work here: {problem}")
    raise IsolationError("; ".join(missing))


def _problem(isolation: Isolation) -> str:
    """What is wrong with the rung; "" when something could be started on it."""
    if isolation.rung is not Rung.LIMITS:
        if platform.system() != "Linux":
            return f"it needs Linux, and this is {platform.system()}"
        if not seccomp.AVAILABLE:
            return f"there is no filter of system calls for {platform.machine()}"
    if isolation.rung is Rung.BUBBLEWRAP:
        lacking = [program for program in PROGRAMS if not shutil.which(program)]
        if lacking:
            return f"{', '.join(lacking)} is not installed (the packages bubblewrap and util-linux)"
    if isolation.rung is Rung.LANDLOCK and not isolation.landlock:
        return "this kernel has no Landlock, or it is switched off"
    return _start(isolation)


def _start(isolation: Isolation) -> str:
    with tempfile.TemporaryDirectory(prefix="stych-") as folder:
        Path(folder).chmod(0o755)
        home = Path(folder, "home")
        home.mkdir()
        try:
            return _try(isolation, Confinement(Path(folder), home))
        except OSError as error:
            return error.strerror or str(error)


def _try(isolation: Isolation, confinement: Confinement) -> str:
    kept = isolation.confine(["true"], confinement, {"PATH": os.defpath, "LANG": "C.UTF-8"})
    try:
        done = subprocess.run(
            kept.argv,
            stdin=kept.stdin,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env=kept.environment,
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"nothing can be started in it within {_SECONDS:g} s"
    finally:
        kept.release()
    if not done.returncode:
        return ""
    said = done.stderr.decode(errors="replace").split("\n")
    words = [line.strip() for line in said if line.strip()]
    return words[-1] if words else f"it ends with {done.returncode}"
