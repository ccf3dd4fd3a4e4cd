"""The ordinary user who runs the commands on some test machines: made, given folders, removed."""

import os
import pwd
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

_SECONDS: Final = 10.0


def add_user(name: str, home: Path) -> pwd.struct_passwd:
    """An ordinary user. Raises OSError or CalledProcessError."""
    command = ["useradd", "--no-log-init", "--no-create-home", "--home-dir", str(home), name]
    subprocess.run(command, check=True, capture_output=True)
    return pwd.getpwnam(name)


def remove_user(name: str) -> str:
    """Kill its processes and remove it; returns why it is still there, or ""."""
    try:
        user = pwd.getpwnam(name)
    except KeyError:
        return ""
    # userdel refuses one who has processes.
    end_all(user.pw_uid)
    try:
        done = subprocess.run(["userdel", name], check=False, capture_output=True, text=True)
    except OSError as error:
        return f"the user {name} stays: userdel: {error.strerror}"
    said = " ".join(done.stderr.split())
    return f"the user {name} stays: {said or f'exit code {done.returncode}'}" * bool(
        done.returncode
    )


def end_all(uid: int) -> None:
    """Kill what this user runs, until nothing is left or for some seconds; root's is left alone."""
    until = time.monotonic() + _SECONDS
    while uid and (found := _processes(uid)) and time.monotonic() < until:
        for number in found:
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        time.sleep(0.05)


def _processes(uid: int) -> list[int]:
    """The user's processes, except those that have ended and wait for their parent."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            told = dict(
                line.partition(":")[::2] for line in (folder / "status").read_text().splitlines()
            )
            if told["Uid"].split()[0] == str(uid) and told["State"].split()[0] != "Z":
                found.append(int(folder.name))
    return found


def hand_over(folder: Path, user: pwd.struct_passwd) -> None:
    """All that is in the folder becomes the user's."""
    for place, folders, files in os.walk(folder):
        for name in (".", *folders, *files):
            os.chown(Path(place, name), user.pw_uid, user.pw_gid, follow_symlinks=False)
