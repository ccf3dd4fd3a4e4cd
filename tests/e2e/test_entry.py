"""Where the command begins, and errors that any command may meet."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.command import STYCH
from tournaments import cli, entry

pytestmark = pytest.mark.unconfined


def test_windows_is_told_of_wsl_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(SystemExit) as end:
        entry.main()
    monkeypatch.undo()
    said = capsys.readouterr().err
    assert (end.value.code, said.count("\n"), "WSL" in said) == (2, 1, True)


def test_an_error_about_a_file_leaves_the_output_as_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An empty line in it would be no JSON."""

    def failing(**_: str) -> None:
        sys.stdout.write("{}\n")
        raise FileNotFoundError(2, "No such file or directory", "missing")

    monkeypatch.setattr(cli, "app", failing)
    with pytest.raises(FileNotFoundError):
        cli.main()
    assert capsys.readouterr() == ("{}\n", "")


@pytest.mark.slow
@pytest.mark.parametrize("closed", ["<&- >&- 2>&-", ">&-", "2>&-"])
def test_what_is_printed_to_a_closed_file_goes_nowhere(closed: str, tmp_path: Path) -> None:
    """And not into whatever is opened next, as the database of the data folder."""
    line = f"{STYCH} --data data table play {closed}; echo $?; {STYCH} --data data doctor {closed}"
    done = subprocess.run(
        ["/bin/sh", "-c", line],
        cwd=tmp_path,
        # There it finds no languages, of which each would take its time to tell its version.
        env={**os.environ, "PATH": os.fspath(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines()[0] == "2"
    assert "Traceback" not in done.stderr
    assert (tmp_path / "data" / "stych.db").read_bytes().startswith(b"SQLite format 3")


@pytest.mark.slow
def test_a_folder_that_is_gone_is_told_in_a_sentence(tmp_path: Path) -> None:
    line = f"mkdir gone && cd gone && rmdir ../gone && {STYCH} doctor"
    done = subprocess.run(
        ["sh", "-c", line], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "is not there any more" in done.stderr


def test_too_little_memory_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def short(**_: str) -> None:
        raise MemoryError

    monkeypatch.setattr(cli, "app", short)
    with pytest.raises(SystemExit) as end:
        cli.main()
    said = capsys.readouterr().err
    assert (end.value.code, said.count("\n"), "ulimit -v" in said) == (2, 1, True)
