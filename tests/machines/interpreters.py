"""Where the Pythons are that the machines have."""

import os
import shutil
import stat
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from tests.machines.machine import Interpreter

_OLDEST: Final = (3, 11)
_SYSTEM: Final = Path("/usr/bin/python3")


def find(which: Interpreter, place: Path) -> tuple[Path | None, str]:
    """The program and "", or None and why there is none.

    If a private one is wanted and ours is not private, a copy of ours is made in `place`, once.
    """
    match which:
        case Interpreter.OURS:
            return _ours(), ""
        case Interpreter.PRIVATE:
            return _private(place)
        case Interpreter.SYSTEM:
            return _system()


def _ours() -> Path:
    """The Python that runs this; in a virtual environment the one from which that was made."""
    name = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    found = Path(sys.base_prefix, "bin", name)
    return found if found.exists() else Path(sys.executable)


def _private(place: Path) -> tuple[Path | None, str]:
    ours = _ours()
    if any(not folder.stat().st_mode & stat.S_IXOTH for folder in ours.parents):
        return ours, ""
    home = place / "private"
    if not home.exists():
        home.mkdir(mode=0o700)
        _copy(ours, home / "python")
    copy = home / "python" / "bin" / ours.name
    code = f"import sys, venv; sys.exit(sys.base_prefix != {str(home / 'python')!r})"
    if subprocess.run([copy, "-c", code], check=False, capture_output=True).returncode:
        return None, f"{ours} does not run from a private home that it is copied to"
    return copy, ""


def _copy(ours: Path, there: Path) -> None:
    """Copy the program and its library alone: its prefix may hold all of the system."""
    (there / "bin").mkdir(parents=True)
    shutil.copy(ours.resolve(), there / "bin" / ours.name)
    library = f"lib/{ours.name}"
    shutil.copytree(Path(sys.base_prefix, library), there / library, symlinks=True)
    for shared in Path(sys.base_prefix, "lib").glob("libpython*"):
        shutil.copy(shared, there / "lib")


def _system() -> tuple[Path | None, str]:
    code = f"import sys; sys.exit(sys.version_info < {_OLDEST})"
    with suppress(OSError):
        if subprocess.run([_SYSTEM, "-c", code], check=False).returncode == 0:
            return _SYSTEM, ""
    return None, f"{_SYSTEM} is not there, or older than {'.'.join(map(str, _OLDEST))}"


def as_root() -> bool:
    """Whether we may make users and be any of them."""
    return os.geteuid() == 0
