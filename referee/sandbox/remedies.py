"""What makes an isolation level work that this machine lacks: a command, or advice in words."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from referee.sandbox.bubblewrap import PACKAGES
from referee.sandbox.levels import IsolationLevel
from referee.sandbox.packages import as_root

_INSTALLERS: Final = {
    "apt-get": "apt-get install {}",
    "dnf": "dnf install {}",
    "yum": "yum install {}",
    "zypper": "zypper install {}",
    "pacman": "pacman -S {}",
    "apk": "apk add {}",
}
"""The command that installs packages, by the installer that a machine has."""
# The first setting is Ubuntu's since 23.10, the second Debian's; the third is in every kernel that
# has user namespaces.
_SWITCHES: Final = (
    ("kernel/apparmor_restrict_unprivileged_userns", "1", "0"),
    ("kernel/unprivileged_userns_clone", "0", "1"),
    ("user/max_user_namespaces", "0", "15000"),
)
"""Settings of the kernel: a file below /proc/sys, the value that forbids user namespaces, and the
value that allows them."""
_CONTAINERS: Final = (Path("/.dockerenv"), Path("/run/.containerenv"))
"""Files that show that this is a container, of Docker or of Podman."""
_CONTAINER_OPTIONS: Final = (
    "start the container with --security-opt seccomp=unconfined"
    " --security-opt systempaths=unconfined"
)
_OLDEST: Final = "0.8"
"""The first version of bubblewrap that has all options of bubblewrap.py's command line."""
_REFUSALS: Final = ("not permitted", "permission", "namespace", "uid map", "capabilities")
"""Words in bubblewrap's messages, in lower case, when the system refuses it something."""


def install_command(packages: Sequence[str]) -> str:
    """The command that installs the packages on this machine; "" when no installer is known."""
    for program, command in _INSTALLERS.items():
        if shutil.which(program):
            return as_root(command.format(" ".join(packages)))
    return ""


def remedy_for(level: IsolationLevel, message: str) -> str:
    """What makes the level work, after a start on it failed with the message; "" if unknown.

    Only bubblewrap has a remedy: Landlock is part of the kernel, and for limits nothing has to be
    installed. If the message has none of the words of a refusal by the system, bubblewrap itself
    failed: then the remedy is to install another version of it.
    """
    if level is not IsolationLevel.BUBBLEWRAP:
        return ""
    if not any(each in message.lower() for each in _REFUSALS):
        command = install_command([PACKAGES["bwrap"]])
        place = f" in place of {found}" if (found := shutil.which("bwrap")) else ""
        return f"install bubblewrap {_OLDEST} or newer{place}{f' ({command})' if command else ''}"
    # In a container the settings below /proc/sys are the host's, and cannot be changed from inside.
    if any(mark.exists() for mark in _CONTAINERS):
        return _CONTAINER_OPTIONS
    for name, forbids, allows in _SWITCHES:
        try:
            forbidden = Path("/proc/sys", name).read_text().strip() == forbids
        except OSError:
            continue
        if forbidden:
            return as_root(f"sysctl {name.replace('/', '.')}={allows}")
    return ""
