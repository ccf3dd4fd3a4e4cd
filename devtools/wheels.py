"""`python -m devtools.wheels` builds a compiled wheel for each Python it finds, and a pure one.

The wheels are put into dist/. When pip installs from there, it takes the compiled wheel that fits
its Python, and the pure one if there is none.
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
"""The oldest version of Python that requires-python in pyproject.toml allows."""
_COMPILING: Final = {"HATCH_BUILD_HOOK_ENABLE_CUSTOM": "1"}
"""With this in the environment of a build, hatch_build.py compiles the rules."""
# A program by which an interpreter describes itself, as JSON.
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
    """An interpreter of Python, as it describes itself."""

    path: Path
    version: tuple[int, int, int]
    tag: str
    """Equal for interpreters that take the same wheel."""
    lacks: str
    """Why no wheel can be compiled for it, as a clause; "" when one can."""

    def __str__(self) -> str:
        return f"Python {'.'.join(map(str, self.version))} ({self.path})"


class WheelError(Exception):
    """A wheel could not be built; the message has the last lines of pip's output."""


def candidates(environment: Mapping[str, str]) -> Iterator[Path]:
    """Programs that may be Pythons: the one that runs this, those on PATH, and those of pyenv."""
    yield Path(sys.executable)
    folders = [Path(each) for each in environment.get("PATH", os.defpath).split(os.pathsep) if each]
    versions = Path(environment.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    folders += sorted(versions.glob("3.*/bin"))
    for folder in folders:
        yield from sorted(folder.glob("python3.[0-9][0-9]"))


def found(programs: Iterable[Path]) -> list[Python]:
    """The interpreters among the programs that are new enough, oldest version first.

    Of several interpreters that take the same wheel only the first is returned.
    """
    by_tag: dict[str, Python] = {}
    for program in programs:
        if (python := _asked(program)) and python.version[:2] >= _OLDEST:
            by_tag.setdefault(python.tag, python)
    return sorted(by_tag.values(), key=lambda each: each.version)


def _asked(program: Path) -> Python | None:
    """The program as an interpreter; None when it is no Python, or does not work."""
    try:
        ran = subprocess.run(
            [program, "-I", "-c", _ASK], capture_output=True, text=True, timeout=60, check=True
        )
        answer = json.loads(ran.stdout)
        version, tag = tuple(answer["version"]), answer["tag"]
    except (OSError, subprocess.SubprocessError, ValueError, KeyError):
        return None
    lacks = "" if answer["headers"] else "its C headers are not there (Python.h)"
    if not answer["cpython"]:
        lacks = "mypyc compiles for CPython alone"
    return Python(program, version, tag, lacks)


def build(
    python: Path, folder: Path, *, compiled: bool, isolated: bool = True, level: str = ""
) -> Path:
    """Build a wheel for the interpreter `python`, and return its path in the folder.

    With `isolated` pip downloads what the build needs; otherwise the environment of `python` must
    have it. `level` is the C compiler's level of optimisation, "0" to "3"; 3 if it is empty. Raises
    WheelError when the build fails.
    """
    words = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    if python != Path(sys.executable):
        words += ["--python", str(python)]
    words += ["wheel", "--no-deps", "--no-cache-dir"]
    words += [] if isolated else ["--no-build-isolation"]
    wanted = {**(_COMPILING if compiled else {}), **({"MYPYC_OPT_LEVEL": level} if level else {})}
    # The variable may be set already, and then the pure wheel would be compiled as well.
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
    """Build all wheels, and return the exit code: 1 if the build of one failed, else 0.

    For a Python that lacks something no wheel is compiled. A line says so, and it is no failure.
    """
    pythons = found(candidates(os.environ))
    wanted = [("every Python", Path(sys.executable), False)]
    for each in pythons:
        if each.lacks:
            _say(f"no compiled wheel for {each}: {each.lacks}")
        else:
            wanted.append((str(each), each.path, True))
    done = [_build_and_tell(name, path, folder, compiled) for name, path, compiled in wanted]
    if any(done):
        _say(f"To install: pip install --force-reinstall --find-links {folder} stych")
    return 0 if all(done) else 1


def _build_and_tell(name: str, python: Path, folder: Path, compiled: bool) -> bool:
    """Build one wheel, and print the result; False when it failed."""
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
