"""Tells the user what an isolation level gives and what it does not, in one line or a few words.

docs/security.md has the whole table, and tests/sandbox tests each row of it.
"""

import platform
from typing import Final

from referee.sandbox.isolation import Isolation
from referee.sandbox.landlock import SCOPES_SINCE, TCP_SINCE
from referee.sandbox.levels import IsolationLevel

OFF: Final = "isolation: off; bots run as you, and may read, write and reach whatever you may."


def promise(isolation: Isolation | None) -> str:
    """One line for the user about the isolation; None stands for no isolation.

    It does not say how much a bot may use, since that differs between tournaments.
    """
    if isolation is None:
        return OFF
    limits = _limits(isolation)
    match isolation.level:
        case IsolationLevel.BUBBLEWRAP:
            given = (
                "bubblewrap; a bot sees its own folder, its runtime, a small tmp, its socket, what"
                f" a tournament file names, and nothing else; {limits}."
            )
        case IsolationLevel.LANDLOCK:
            given = (
                f"Landlock {isolation.landlock} and a filter of system calls; a bot reads its own"
                f" folder, its runtime and what a tournament file names; {limits};"
                f" but {', '.join(_gaps(isolation))}."
            )
        case IsolationLevel.LIMITS:
            given = (
                "NONE, only limits, for bots that you trust: a bot may read, write and reach"
                f" whatever you may; {limits}."
            )
    better = f" No better, because {isolation.missing}." if isolation.missing else ""
    remedy = f" To have it: {isolation.remedy}" if isolation.remedy else ""
    return f"isolation: {given}{better}{remedy}"


def in_short(isolation: Isolation | None) -> str:
    """The level in at most six words; the whole line of `promise` if it does not confine bots."""
    if isolation is None or not isolation.confines:
        return promise(isolation)
    groups = " and control groups" if isolation.cgroups else ""
    if isolation.level is IsolationLevel.BUBBLEWRAP:
        return f"isolation: bubblewrap{groups}"
    return f"isolation: Landlock {isolation.landlock}{groups}"


def _gaps(isolation: Isolation) -> list[str]:
    """What Landlock does not prevent; most of this depends on the version that the kernel has."""
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


def _limits(isolation: Isolation) -> str:
    """How memory, processes and processors are bounded, as a part of the line."""
    if isolation.cgroups:
        more = ", processes and processors" if isolation.cgroups.holds_cpu else " and processes"
        return f"memory{more} are held by control groups"
    if platform.system() == "Linux":
        return "memory and processes are looked at ten times a second"
    return "memory is bounded for each process"
