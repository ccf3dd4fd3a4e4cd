"""`python -m devtools.wheels`: builds a compiled wheel for each Python it finds, and a pure one.

For a Python that lacks something no wheel is compiled. The wheels are put into dist/. When pip
installs from there, it takes the compiled wheel that fits its Python, and the pure one if there is
none.
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
"""The environment variable with which hatch_build.py compiles the rules."""
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
    """A Python interpreter, as it describes itself."""

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


def interpreters(programs: Iterable[Path]) -> list[Python]:
    """The interpreters among the programs that are new enough, oldest version first.

    Of several interpreters that take the same wheel only the first is returned.
    """
    by_tag: dict[str, Python] = {}
    for program in programs:
        if (python := _described(program)) and python.version[:2] >= _OLDEST:
            by_tag.setdefault(python.tag, python)
    return sorted(by_tag.values(), key=lambda each: each.version)


def _described(program: Path) -> Python | None:
    """The interpreter, as it describes itself; None when it is no Python, or does not work."""
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
    have it. `level` is the C compiler's level of optimisation, "0" to "3"; "" for the value of
    MYPYC_OPT_LEVEL, or 3 if that is not set. Raises WheelError when the build fails, and OSError
    when the folder cannot be written.
    """
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    if python != Path(sys.executable):
        command += ["--python", str(python)]
    command += ["wheel", "--no-deps", "--no-cache-dir"]
    if not isolated:
        command.append("--no-build-isolation")
    # The variable may be set already, and then the pure wheel would be compiled as well.
    environment = {key: value for key, value in os.environ.items() if key not in _COMPILING}
    if compiled:
        environment |= _COMPILING
    if level:
        environment["MYPYC_OPT_LEVEL"] = level
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        ran = subprocess.run(
            [*command, "--wheel-dir", scratch, str(ROOT)],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if ran.returncode:
            raise WheelError("\n".join(ran.stdout.splitlines()[-10:]))
        [wheel] = Path(scratch).glob("*.whl")
        return Path(shutil.move(wheel, folder / wheel.name))


def main(folder: Path = ROOT / "dist") -> int:
    """Build all wheels into the folder. Returns the exit code: 1 if a build failed, else 0.

    No wheel is compiled for a Python that lacks something. A line says so; that is no failure.
    """
    pythons = interpreters(candidates(os.environ))
    builds = [("every Python", Path(sys.executable), False)]
    for each in pythons:
        if each.lacks:
            _say(f"no compiled wheel for {each}: {each.lacks}")
        else:
            builds.append((str(each), each.path, True))
    results = [_build_and_tell(name, path, folder, compiled) for name, path, compiled in builds]
    if any(results):
        _say(f"To install: pip install --force-reinstall --find-links {folder} stych")
    return 0 if all(results) else 1


def _build_and_tell(name: str, python: Path, folder: Path, compiled: bool) -> bool:
    """Build one wheel, and print the result; False when it failed."""
    began = monotonic()
    try:
        wheel = build(python, folder, compiled=compiled)
    except WheelError as error:
        _say(f"the wheel for {name} failed:\n{error}")
        return False
    size, seconds = wheel.stat().st_size / 1e6, monotonic() - began
    _say(f"{wheel.name}: for {name}, {size:.1f} MB, {seconds:.0f} s")
    return True


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
