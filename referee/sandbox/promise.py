"""What an isolation level gives, and what it does not, in one line, or in four words.

docs/security.md has the whole table, and tests/sandbox tries each row of it.
"""

import platform
from typing import Final

from referee.sandbox.isolation import Isolation
from referee.sandbox.landlock import SCOPES_SINCE, TCP_SINCE
from referee.sandbox.levels import IsolationLevel

OFF: Final = "isolation: off; bots run as you, and may read, write and reach whatever you may."


def promise(isolation: Isolation | None) -> str:
    """One line for the user, also for None, which is no isolation.

    How much a bot may use does not stand there: that differs between tournaments.
    """
    if isolation is None:
        return OFF
    counted = _counted(isolation)
    match isolation.level:
        case IsolationLevel.BUBBLEWRAP:
            given = (
                "bubblewrap; a bot sees its own folder, its runtime, a small tmp and its socket,"
                f" nothing else; {counted}."
            )
        case IsolationLevel.LANDLOCK:
            given = (
                f"Landlock {isolation.landlock} and a filter of system calls; a bot reads its own"
                f" folder and its runtime; {counted}; but {', '.join(_gaps(isolation))}."
            )
        case IsolationLevel.LIMITS:
            given = (
                "NONE, only limits, for bots that you trust: a bot may read, write and reach"
                f" whatever you may; {counted}."
            )
    better = f" No better, because {isolation.missing}." if isolation.missing else ""
    remedy = f" To have it: {isolation.remedy}" if isolation.remedy else ""
    return f"isolation: {given}{better}{remedy}"


def in_short(isolation: Isolation | None) -> str:
    """The level in some four words; all that `promise` says where bots are not confined at all."""
    if isolation is None or not isolation.confines:
        return promise(isolation)
    counted = " and control groups" if isolation.cgroups else ""
    if isolation.level is IsolationLevel.BUBBLEWRAP:
        return f"isolation: bubblewrap{counted}"
    return f"isolation: Landlock {isolation.landlock}{counted}"


def _gaps(isolation: Isolation) -> list[str]:
    """What Landlock does not hold; most of it depends on the version that the kernel has."""
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


def _counted(isolation: Isolation) -> str:
    if isolation.cgroups:
        held = ", processes and processors" if isolation.cgroups.holds_cpu else " and processes"
        return f"memory{held} are held by control groups"
    if platform.system() == "Linux":
        return "memory and processes are looked at ten times a second"
    return "memory is bounded for each process"
