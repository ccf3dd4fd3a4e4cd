"""`python -m devtools.wheels`: one compiled wheel for each Python that is found, and a pure one.

They are put into dist/, from where pip takes the compiled one of its Python before the pure one.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Final

ROOT: Final = Path(__file__).parents[1]
_OLDEST: Final = (3, 11)
"""As requires-python in pyproject.toml."""
_COMPILING: Final = {"HATCH_BUILD_HOOK_ENABLE_CUSTOM": "1"}
_ASK: Final = """
import json, os, platform, sys, sysconfig
print(json.dumps({
    "version": list(sys.version_info[:3]),
    "cpython": platform.python_implementation() == "CPython",
    "tag": f"{sys.implementation.cache_tag}{sys.abiflags}-{sysconfig.get_platform()}",
    "headers": os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")),
}))
"""


@dataclass(frozen=True, slots=True)
class Python:
    """An interpreter, as it describes itself."""

    path: Path
    version: tuple[int, int, int]
    tag: str
    """Equal for interpreters that take the same wheel."""
    lacks: str
    """Why no wheel can be compiled for it; "" when one can."""

    def __str__(self) -> str:
        return f"Python {'.'.join(map(str, self.version))} ({self.path})"


class WheelError(Exception):
    """A wheel could not be built; the message has the last lines of what pip said."""


def candidates(environment: Mapping[str, str]) -> Iterator[Path]:
    """Programs that may be a Python: this one, those on PATH, and the versions that pyenv has."""
    yield Path(sys.executable)
    folders = [Path(each) for each in environment.get("PATH", os.defpath).split(os.pathsep) if each]
    versions = Path(environment.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    folders += sorted(versions.glob("3.*/bin"))
    for folder in folders:
        yield from sorted(folder.glob("python3.[0-9][0-9]"))


def found(programs: Iterable[Path]) -> list[Python]:
    """The interpreters among the programs that are new enough, one for each wheel, oldest first."""
    by_tag: dict[str, Python] = {}
    for program in programs:
        if (python := _asked(program)) and python.version[:2] >= _OLDEST:
            by_tag.setdefault(python.tag, python)
    return sorted(by_tag.values(), key=lambda each: each.version)


def _asked(program: Path) -> Python | None:
    """What the program says of itself; None when it is no Python, or none that works."""
    try:
        ran = subprocess.run(
            [program, "-I", "-c", _ASK], capture_output=True, text=True, timeout=60, check=True
        )
        said = json.loads(ran.stdout)
        version, tag = tuple(said["version"]), said["tag"]
    except (OSError, subprocess.SubprocessError, ValueError, KeyError):
        return None
    lacks = "" if said["headers"] else "its C headers are not there (Python.h)"
    if not said["cpython"]:
        lacks = "mypyc compiles for CPython alone"
    return Python(program, version, tag, lacks)


def build(
    python: Path, folder: Path, *, compiled: bool, isolated: bool = True, level: str = ""
) -> Path:
    """Build a wheel for this interpreter and put it into the folder; its path there.

    What the build needs is downloaded, unless `isolated` says that this environment has it. `level`
    is how much the C compiler optimizes, at best if it is empty. Raises WheelError.
    """
    words = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    if python != Path(sys.executable):
        words += ["--python", str(python)]
    words += ["wheel", "--no-deps", "--no-cache-dir"]
    words += [] if isolated else ["--no-build-isolation"]
    wanted = {**(_COMPILING if compiled else {}), **({"MYPYC_OPT_LEVEL": level} if level else {})}
    given = {key: value for key, value in os.environ.items() if key not in _COMPILING}
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        ran = subprocess.run(
            [*words, "--wheel-dir", scratch, str(ROOT)],
            env=given | wanted,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if ran.returncode:
            raise WheelError("\n".join(ran.stdout.splitlines()[-10:]))
        [made] = Path(scratch).glob("*.whl")
        return Path(shutil.move(made, folder / made.name))


def main(folder: Path = ROOT / "dist") -> int:
    """Build them all; the exit code: 0 when each was built or something is lacking for it."""
    pythons = found(candidates(os.environ))
    wanted = [("every Python", Path(sys.executable), False)]
    for each in pythons:
        if each.lacks:
            _say(f"no compiled wheel for {each}: {each.lacks}")
        else:
            wanted.append((str(each), each.path, True))
    done = [_build_and_tell(name, path, folder, compiled) for name, path, compiled in wanted]
    _say(f"To install: pip install --force-reinstall --find-links {folder} stych")
    return 0 if all(done) else 1


def _build_and_tell(name: str, python: Path, folder: Path, compiled: bool) -> bool:
    began = monotonic()
    try:
        wheel = build(python, folder, compiled=compiled)
    except WheelError as error:
        _say(f"the wheel for {name} failed:\n{error}")
        return False
    size, seconds = wheel.stat().st_size / 2**20, monotonic() - began
    _say(f"{wheel.name}: for {name}, {size:.1f} MB, {seconds:.0f} s")
    return True


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
