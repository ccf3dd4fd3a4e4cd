"""Which Pythons get a compiled wheel, and what is told of the others."""

import json
import sys
from pathlib import Path

import pytest

from devtools import wheels


def fake(program: Path, **said: object) -> Path:
    """A program that says this of itself, as a Python would."""
    program.parent.mkdir(parents=True, exist_ok=True)
    values = {"version": [3, 12, 1], "cpython": True, "tag": "cpython-312", "headers": True}
    program.write_text(f"#!/bin/sh\necho '{json.dumps(values | said)}'\n")
    program.chmod(0o755)
    return program


def test_this_python_the_path_and_pyenv_are_looked_through(tmp_path: Path) -> None:
    on_path = fake(tmp_path / "bin" / "python3.13")
    fake(tmp_path / "bin" / "python3.13-config")
    fake(tmp_path / "bin" / "python3.9")
    of_pyenv = fake(tmp_path / "pyenv" / "versions" / "3.12.1" / "bin" / "python3.12")
    environment = {"PATH": f"{tmp_path / 'bin'}::/nowhere", "PYENV_ROOT": str(tmp_path / "pyenv")}
    assert list(wheels.candidates(environment)) == [Path(sys.executable), on_path, of_pyenv]


def test_of_several_that_take_one_wheel_the_first_is_used(tmp_path: Path) -> None:
    newer = fake(tmp_path / "newer", version=[3, 13, 0], tag="cpython-313")
    one, other = fake(tmp_path / "one"), fake(tmp_path / "other")
    assert [each.path for each in wheels.interpreters([newer, one, other])] == [one, newer]


def test_what_is_too_old_or_no_python_is_passed_over(tmp_path: Path) -> None:
    old = fake(tmp_path / "old", version=[3, 10, 4])
    none, silent = tmp_path / "none", fake(tmp_path / "silent")
    silent.write_text("#!/bin/sh\n")
    broken = fake(tmp_path / "broken")
    broken.write_text("#!/bin/sh\nexit 127\n")
    assert wheels.interpreters([old, none, silent, broken]) == []


@pytest.mark.parametrize(
    ("said", "lacks"),
    [
        ({"headers": False}, "its C headers are not there (Python.h)"),
        ({"cpython": False}, "mypyc compiles for CPython alone"),
        ({}, ""),
    ],
)
def test_what_is_lacking_is_told(tmp_path: Path, said: dict[str, bool], lacks: str) -> None:
    [python] = wheels.interpreters([fake(tmp_path / "python", **said)])
    assert python.lacks == lacks
    assert str(python) == f"Python 3.12.1 ({tmp_path / 'python'})"


def test_one_that_fails_does_not_keep_the_others_from_being_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = fake(tmp_path / "good"), fake(tmp_path / "bad", version=[3, 13, 0], tag="13")
    bare = fake(tmp_path / "bare", version=[3, 14, 0], tag="14", headers=False)
    monkeypatch.setattr(wheels, "candidates", lambda _: [good, bad, bare])

    def build(python: Path, folder: Path, *, compiled: bool) -> Path:
        if python == bad:
            raise wheels.WheelError("no compiler")
        wheel = folder / f"{python.name}-{compiled}.whl"
        wheel.write_bytes(bytes(1_500_000))
        return wheel

    monkeypatch.setattr(wheels, "build", build)
    assert wheels.main(tmp_path) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("no compiled wheel for Python 3.14.0")
    assert lines[1].startswith(f"{Path(sys.executable).name}-False.whl: for every Python, 1.5 MB")
    assert lines[2].startswith("good-True.whl: for Python 3.12.1")
    assert lines[3:5] == [f"the wheel for Python 3.13.0 ({bad}) failed:", "no compiler"]
