"""What is to be done where bubblewrap does not work, or the machine cannot be asked."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from referee.sandbox import remedies
from referee.sandbox.levels import IsolationLevel
from referee.sandbox.probe import Mode, find_isolation
from tests.sandbox.test_find_isolation import fake


@pytest.mark.slow
@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("#!/no/such/shell", "bwrap cannot be started: No such file or directory"),
        ("#!/bin/sh\nexit 1", "bubblewrap could not make the view of the machine"),
        ("#!/bin/sh\necho 'bwrap: Unknown option --size' >&2; exit 1", "Unknown option --size"),
    ],
    ids=["no program", "silent", "too old"],
)
def test_a_broken_bubblewrap_is_to_be_replaced_and_its_words_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, said: str
) -> None:
    bwrap = tmp_path / "bwrap"
    bwrap.write_text(f"{script}\n")
    bwrap.chmod(0o755)
    for name in ("setpriv", "prlimit"):
        fake(tmp_path, name, "exit 1")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    found = find_isolation(Mode.AUTO)
    assert found
    assert said in found.missing
    assert found.remedy.startswith(f"install bubblewrap 0.8 or newer in place of {bwrap}")


@pytest.mark.parametrize(
    "said",
    [
        "bwrap: No permissions to create new namespace, likely because the kernel does not allow",
        "bwrap: Can't mount proc on /newroot/proc: Operation not permitted",
        "bwrap: setting up uid map: Permission denied",
    ],
)
def test_a_bubblewrap_that_the_system_refuses_something_is_not_to_be_replaced(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, said: str
) -> None:
    monkeypatch.setattr(remedies, "_CONTAINERS", (tmp_path,))
    assert "--security-opt" in remedies.remedy_for(IsolationLevel.BUBBLEWRAP, said)
    assert remedies.remedy_for(IsolationLevel.LANDLOCK, said) == ""


@pytest.mark.slow
@pytest.mark.parametrize("files", [20, 30])
def test_too_few_open_files_are_told_with_the_command_that_allows_more(files: int) -> None:
    """The limit lies below the numbers that the supervisor moves its own handles to."""
    code = "from referee.sandbox.probe import Mode, find_isolation; find_isolation(Mode.AUTO)"
    done = subprocess.run(
        ["sh", "-c", f'ulimit -n {files}; exec "$0" -c "$1"', sys.executable, code],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    said = done.stderr.splitlines()[-1]
    assert said.endswith(
        "and failed: Too many open files; a process may have too few files open here: allow more"
        " (ulimit -n 1024)"
    )
