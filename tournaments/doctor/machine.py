"""Looks at the machine: isolation, control groups, processors, open files, disk space.

Also at whether the rules are compiled.
"""

import os
import resource
import shlex
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
"""The lowest limit of open files in tests of the quickstart (docs/reliability.md, Machines)."""
_FEWEST_FILES: Final = 32
"""With a lower limit of open files no bot can be started in a sandbox."""
_LEAST_ROOM: Final = 100 * MB
"""With fewer free bytes, the records of a short series and what its bots print might not fit."""
_LITTLE_ROOM: Final = 1024 * MB
"""The bytes that the build of one bot in a compiled language may take."""
_LEVELS: Final = "read docs/security.md, Isolation levels"


def isolation(found: Isolation | str) -> Iterator[Finding]:
    """Findings on the isolation level and on the control groups.

    A text in place of an isolation is the reason why there is none; then control groups are left
    out.
    """
    if isinstance(found, str):
        yield Finding("isolation", FindingState.BROKEN, "none", found, _LEVELS)
        return
    top = found.level is IsolationLevel.BUBBLEWRAP
    yield Finding(
        "isolation",
        FindingState.FINE if top else FindingState.LIMITED,
        # Without what is missing, which has a column of its own.
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
            "memory and processes of bots are measured ten times a second, not limited",
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
    """How many of the machine's processors this process may use."""
    number = available()
    machine = os.cpu_count() or number
    of_all = f" of {machine}" if machine != number else ""
    few = number < 2
    return Finding(
        "processors",
        FindingState.LIMITED if few else FindingState.FINE,
        f"{number}{of_all}: `--jobs {number}` uses {'it' if few else 'all'}",
        "the referee and all bots share it, so matches take longer" if few else "",
        facts={"usable": number, "machine": machine},
    )


def rules() -> Finding:
    """Whether the rules are compiled; tournaments of quick bots are then up to twice as fast."""
    facts = {"compiled": COMPILED}
    if COMPILED:
        return Finding("rules", FindingState.FINE, "compiled", facts=facts)
    lacks = "compiled ones play up to twice as fast"
    return Finding("rules", FindingState.LIMITED, "plain Python", lacks, how_to_compile(), facts)


def open_files() -> Finding:
    """The limit of open files of a worker; each bot takes some of them."""
    # The hard limit decides, since a tournament raises the soft one itself.
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    lacks, state = "", FindingState.FINE
    if _below(hard, _FEWEST_FILES):
        state = FindingState.BROKEN
        lacks = f"a tournament needs {_FEWEST_FILES} or more, and plays well with {_TESTED_FILES}"
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
    """The temporary folder, in which the homes and sockets of bots are while they play."""
    # A file is written, since permissions do not tell of a full or read-only disk.
    try:
        with temporary_folder() as folder:
            Path(folder, "file").write_bytes(b"some")
            parent = Path(folder).parent
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
    return room("temporary folder", parent, "a bot's home lies there")


def room(name: str, folder: Path, why: str) -> Finding:
    """How much room is free on the disk of a folder; `why` is a clause on what needs it."""
    try:
        usage = shutil.disk_usage(folder)
    except OSError as error:
        why_not = f"{folder} cannot be read: {error.strerror}"
        return Finding(name, FindingState.BROKEN, why_not, why, facts=_space(folder, 0))
    free = usage.free
    state = FindingState.FINE if free >= _LITTLE_ROOM else FindingState.LIMITED
    state = state if free >= _LEAST_ROOM else FindingState.BROKEN
    lacks = "" if state is FindingState.FINE else f"{why}, and builds may take a gigabyte"
    mend = f"df -h {shlex.quote(str(folder))}, and make room there" if lacks else ""
    if not usage.total:
        # A file system without a disk, such as /proc: nothing can be saved there.
        mend = "take a folder on a disk"
    free_there = f"{amount(free)} free at {folder}"
    return Finding(name, state, free_there, lacks, mend, _space(folder, free))


def _space(folder: Path, free: int) -> dict[str, object]:
    return {"folder": str(folder), "free": free}


def amount(size: int) -> str:
    """A number of bytes as text, in MB, or in GB from 1024 MB on."""
    return f"{size / 1024**3:.1f} GB" if size >= 1024**3 else f"{size / MB:.0f} MB"
