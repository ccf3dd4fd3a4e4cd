"""The PATH of a plain machine: links to the programs that it has, and Python; nothing else."""

import os
import shutil
from pathlib import Path
from typing import Final

_SHELL: Final = (
    *("sh", "bash", "env", "echo", "printf", "test", "[", "true", "false", "expr", "seq", "sleep"),
    *("timeout", "kill", "nice", "nohup", "tee", "xargs", "which", "pwd", "printenv", "tty"),
)
_FILES: Final = (
    *("cat", "ls", "cp", "mv", "rm", "ln", "mkdir", "rmdir", "mktemp", "mkfifo", "touch", "chmod"),
    *("chown", "chgrp", "install", "stat", "df", "du", "dd", "sync", "truncate", "readlink"),
    *("realpath", "basename", "dirname", "find", "tar", "gzip", "gunzip", "cmp", "diff"),
)
_TEXT: Final = (
    *("head", "tail", "wc", "sort", "uniq", "cut", "tr", "sed", "awk", "mawk", "grep", "egrep"),
    *("fgrep", "od", "base64", "md5sum", "sha256sum", "comm", "paste", "fold", "more"),
)
_SYSTEM: Final = (
    *("uname", "hostname", "id", "whoami", "date", "nproc", "getconf", "getent", "ldconfig", "ldd"),
    *("mount", "umount", "unshare", "setpriv", "prlimit", "taskset", "flock", "su", "dpkg", "stty"),
    *("apt-get", "apt"),
)
_ASKED_FOR: Final = ("make",)
"""What the README asks for, beside Python."""
BUBBLEWRAP: Final = "bwrap"


def lay_out(folder: Path, python: Path) -> None:
    """Make a folder for the PATH of a machine.

    Python gets scripts that call it by its own path. If it were called by a link, `sys.executable`
    would be the path of the link.
    """
    folder.mkdir()
    for name in (*_SHELL, *_FILES, *_TEXT, *_SYSTEM, *_ASKED_FOR):
        if found := _find(name):
            (folder / name).symlink_to(found)
    for name in ("python3", "python3-config"):
        _call(folder / name, python.with_name(name))


def _find(name: str) -> str | None:
    """The program, from the system's own folders if it is there; None if it is nowhere."""
    return shutil.which(name, path=os.pathsep.join(("/usr/bin", "/bin", "/usr/sbin", "/sbin"))) or (
        shutil.which(name)
    )


def _call(path: Path, program: Path) -> None:
    if program.exists():
        path.write_text(f'#!/bin/sh\nexec "{program}" "$@"\n')
        path.chmod(0o755)


def has_make() -> bool:
    """Whether the README's commands can be given at all."""
    return _find("make") is not None
