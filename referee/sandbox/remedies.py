"""The command that gives this machine an isolation level which it lacks, where one is known."""

import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from referee.sandbox.bubblewrap import PACKAGES
from referee.sandbox.levels import IsolationLevel

_INSTALLERS: Final = {
    "apt-get": "apt-get install {}",
    "dnf": "dnf install {}",
    "yum": "yum install {}",
    "zypper": "zypper install {}",
    "pacman": "pacman -S {}",
    "apk": "apk add {}",
}
"""The command that installs packages, by the program that a machine has for it."""
# The first is Ubuntu's since 23.10, the second Debian's, the third every kernel's.
_SWITCHES: Final = (
    ("kernel/apparmor_restrict_unprivileged_userns", "1", "0"),
    ("kernel/unprivileged_userns_clone", "0", "1"),
    ("user/max_user_namespaces", "0", "15000"),
)
"""Settings of the kernel: a file below /proc/sys, what forbids namespaces, what allows them."""
_CONTAINERS: Final = (Path("/.dockerenv"), Path("/run/.containerenv"))
_CONTAINER_OPTIONS: Final = (
    "start the container with --security-opt seccomp=unconfined"
    " --security-opt systempaths=unconfined"
)
_OLDEST: Final = "0.8"
"""The first version of bubblewrap that has all options which are used here."""
_REFUSALS: Final = ("not permitted", "permission", "namespace", "uid map", "capabilities")
"""Words of bubblewrap, in small letters, where the system refuses it something."""


def install(packages: Sequence[str]) -> str:
    """The command that installs the packages on this machine; "" when no installer is known."""
    for program, command in _INSTALLERS.items():
        if shutil.which(program):
            return _as_root(command.format(" ".join(packages)))
    return ""


def allow(level: IsolationLevel, said: str) -> str:
    """What lets a level work that failed with what it `said`; "" when that is not known.

    Only bubblewrap has a remedy: Landlock is part of the kernel, and limits always work. What does
    not sound like a refusal of the system is bubblewrap's own failure: another one is to be
    installed.
    """
    if level is not IsolationLevel.BUBBLEWRAP:
        return ""
    if not any(each in said.lower() for each in _REFUSALS):
        command = install([PACKAGES["bwrap"]])
        place = f" in place of {found}" if (found := shutil.which("bwrap")) else ""
        return f"install bubblewrap {_OLDEST} or newer{place}{f' ({command})' if command else ''}"
    # In a container the settings below /proc/sys are the host's: whoever starts it has to allow it.
    if any(mark.exists() for mark in _CONTAINERS):
        return _CONTAINER_OPTIONS
    for name, forbids, allows in _SWITCHES:
        try:
            forbidden = Path("/proc/sys", name).read_text().strip() == forbids
        except OSError:
            continue
        if forbidden:
            return _as_root(f"sysctl {name.replace('/', '.')}={allows}")
    return ""


def _as_root(command: str) -> str:
    return command if hasattr(os, "geteuid") and os.geteuid() == 0 else f"sudo {command}"
