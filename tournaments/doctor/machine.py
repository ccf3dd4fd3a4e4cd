"""Looks at the machine itself: isolation, control groups, processors, open files, disk space."""

import os
import resource
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from referee.sandbox import packages
from referee.sandbox.confinement import MB
from referee.sandbox.isolation import Isolation
from referee.sandbox.levels import IsolationLevel
from referee.sandbox.processors import available
from referee.sandbox.promise import promise
from referee.sandbox.temporary_folders import temporary_folder
from tournaments.doctor.findings import Finding, FindingState
from tournaments.system.compiled import COMPILED, how_to_compile
from tournaments.system.open_files import USUAL

_TESTED_FILES: Final = 64
"""The fewest open files with which the quickstart is tried (docs/reliability.md, Machines)."""
_FEWEST_FILES: Final = 32
"""With fewer no bot can be started in a sandbox."""
# With less, a quick series and what its bots print might not fit.
_LEAST_ROOM: Final = 100 * MB
_LITTLE_ROOM: Final = 1024 * MB
"""Bytes that the build of one bot in a compiled language may take."""
_LEVELS: Final = "read docs/security.md, Isolation levels"


def isolation(found: Isolation | str) -> Iterator[Finding]:
    """Findings on the isolation level and on the control groups; a text is why there is none."""
    if isinstance(found, str):
        yield Finding("isolation", FindingState.BROKEN, "none", found, _LEVELS)
        return
    top = found.level is IsolationLevel.BUBBLEWRAP
    yield Finding(
        "isolation",
        FindingState.FINE if top else FindingState.LIMITED,
        # What is missing has a column of its own here.
        promise(replace(found, missing="", remedy="")).removeprefix("isolation: "),
        f"no better, because {found.missing}" if found.missing else "",
        "" if top else found.remedy or _LEVELS,
        {
            "rung": str(found.level),
            "as_root": found.as_root,
            "landlock": found.landlock,
            "missing": found.missing,
        },
    )
    yield _groups(found)


def _groups(found: Isolation) -> Finding:
    groups = found.cgroups
    if groups is None:
        return Finding(
            "control groups",
            FindingState.LIMITED,
            "none that are ours to use",
            "memory and processes of bots are looked at ten times a second, not held",
            "systemd-run --user --scope -p Delegate=yes stych run FILE"
            if shutil.which("systemd-run") and not found.as_root
            else "",
            {"kind": None, "controllers": []},
        )
    kind = "unified" if groups.unified else "older"
    names = sorted(groups.controllers) or _controllers(groups.unified)
    return Finding(
        "control groups",
        FindingState.FINE,
        f"the {kind} hierarchy, with {', '.join(names)}",
        facts={"kind": kind, "controllers": names},
    )


def _controllers(unified: Path | None) -> list[str]:
    try:
        return sorted((unified / "cgroup.controllers").read_text().split()) if unified else []
    except OSError:
        return []


def processors() -> Finding:
    """How many processors may be used, of how many the machine has."""
    number = available()
    machine = os.cpu_count() or number
    of = f" of {machine}" if machine != number else ""
    few = number < 2
    return Finding(
        "processors",
        FindingState.LIMITED if few else FindingState.FINE,
        f"{number}{of}: `--jobs {number}` uses {'it' if few else 'all'}",
        "the referee and all bots share it, so matches take longer" if few else "",
        facts={"usable": number, "machine": machine},
    )


def rules() -> Finding:
    """Whether the rules are compiled: tournaments of quick bots then take half of the time."""
    facts = {"compiled": COMPILED}
    if COMPILED:
        return Finding("rules", FindingState.FINE, "compiled", facts=facts)
    lacks = "compiled ones play up to twice as fast"
    return Finding("rules", FindingState.LIMITED, "plain Python", lacks, how_to_compile(), facts)


def open_files() -> Finding:
    """How many files a worker may have open, of which each bot takes some."""
    # The hard limit counts, since a tournament raises the soft one itself.
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    lacks, state = "", FindingState.FINE
    if _below(hard, _FEWEST_FILES):
        state = FindingState.BROKEN
        lacks = f"a tournament needs {_TESTED_FILES} or more"
    elif _below(hard, _TESTED_FILES):
        state = FindingState.LIMITED
        lacks = f"a tournament is sure to play with {_TESTED_FILES} or more"
    elif _below(hard, USUAL):
        state = FindingState.LIMITED
        lacks = f"{USUAL} are usual; with fewer, many bots are started anew for each match"
    return Finding(
        "open files",
        state,
        f"{_count(soft)} for a process, which a tournament may raise to {_count(hard)}",
        lacks,
        packages.as_root(f"prlimit --pid $$ --nofile={USUAL}") if lacks else "",
        {"soft": _or_none(soft), "hard": _or_none(hard)},
    )


def _below(limit: int, number: int) -> bool:
    return limit != resource.RLIM_INFINITY and limit < number


def _or_none(limit: int) -> int | None:
    return None if limit == resource.RLIM_INFINITY else limit


def _count(limit: int) -> str:
    return "any number" if limit == resource.RLIM_INFINITY else str(limit)


def temporary() -> Finding:
    """The temporary folder, in which homes and sockets of bots lie while they play."""
    # Written to, since permissions alone do not tell of a full or read-only disk.
    try:
        with temporary_folder() as folder:
            Path(folder, "file").write_bytes(b"some")
            place = Path(folder).parent
    except OSError as error:
        where = tempfile.tempdir or os.environ.get("TMPDIR") or "TMPDIR is not set"
        return Finding(
            "temporary folder",
            FindingState.BROKEN,
            f"none that can be written to: {error.strerror} ({where})",
            "a bot's home and its socket would lie there",
            "export TMPDIR=FOLDER, with one that you may write to",
            {"folder": None, "free": 0},
        )
    return room("temporary folder", place, "a bot's home lies there")


def room(name: str, folder: Path, why: str) -> Finding:
    """How much room there is on the disk of a folder; `why` is what needs it."""
    try:
        usage = shutil.disk_usage(folder)
    except OSError as error:
        return Finding(name, FindingState.BROKEN, f"{folder} cannot be read: {error.strerror}")
    free = usage.free
    state = FindingState.FINE if free >= _LITTLE_ROOM else FindingState.LIMITED
    state = state if free >= _LEAST_ROOM else FindingState.BROKEN
    lacks = "" if state is FindingState.FINE else f"{why}, and builds may take a gigabyte"
    mend = f"df -h {folder}, and make room there" if lacks else ""
    if not usage.total:
        # Such as /proc: what is there is kept nowhere.
        mend = "take a folder on a disk"
    facts = {"folder": str(folder), "free": free}
    return Finding(name, state, f"{amount(free)} free at {folder}", lacks, mend, facts)


def amount(size: int) -> str:
    """A number of bytes as text, in MB or GB."""
    return f"{size / 1024**3:.1f} GB" if size >= 1024**3 else f"{size / MB:.0f} MB"
