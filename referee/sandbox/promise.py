"""What a rung gives and what it does not, in one line; docs/security.md has the whole table."""

import platform
from typing import Final

from referee.sandbox.confinement import MB, Limits
from referee.sandbox.isolation import Isolation
from referee.sandbox.landlock import SCOPES_SINCE, TCP_SINCE
from referee.sandbox.rungs import Rung

OFF: Final = "isolation: off; bots run as you, and may read, write and reach whatever you may."


def promise(isolation: Isolation | None, limits: Limits | None = None) -> str:
    """Also that there is none."""
    if isolation is None:
        return OFF
    most = limits or Limits()
    counted = _counted(isolation, most)
    match isolation.rung:
        case Rung.BUBBLEWRAP:
            given = (
                f"bubblewrap; a bot sees its own folder, its runtime, {most.tmp // MB} MB of tmp"
                f" and its socket, nothing else; {counted}."
            )
        case Rung.LANDLOCK:
            given = (
                f"Landlock {isolation.landlock} and a filter of system calls; a bot reads its own"
                f" folder and its runtime; {counted}; but {', '.join(_gaps(isolation))}."
            )
        case Rung.LIMITS:
            given = (
                "NONE, only limits, for bots that you trust: a bot may read, write and reach"
                f" whatever you may; {counted}."
            )
    better = f" No better, because {isolation.missing}." if isolation.missing else ""
    return f"isolation: {given}{better}"


def _gaps(isolation: Isolation) -> list[str]:
    """Of Landlock, most of them by its version."""
    gaps = ["the size of its tmp is not bounded"]
    if not isolation.as_root:
        gaps.append("it can call your sockets that have a path")
    if isolation.landlock < SCOPES_SINCE:
        gaps.append("it can call abstract sockets")
        if not isolation.as_root:
            gaps.append("it can kill your processes")
    if isolation.landlock < TCP_SINCE:
        gaps.append('with transport = "tcp" it reaches all ports')
    return gaps


def _counted(isolation: Isolation, most: Limits) -> str:
    what = f"{most.memory // MB} MB of memory and {most.processes} processes"
    if isolation.cgroups:
        return f"{what} in all, held by control groups"
    if platform.system() == "Linux":
        return f"{what} in all, looked at ten times a second"
    return f"{what} for each process"
