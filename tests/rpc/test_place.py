"""Private folders whose paths are short enough for sockets, whatever TMPDIR is."""

import os
import socket
import tempfile
from pathlib import Path

import pytest

from referee.rpc import place
from referee.rpc.folders import PrivateFolder, sweep_folders
from referee.rpc.place import short_place
from tests.e2e.command import BOTS, call, run

LONG = 150
"""Characters of a TMPDIR that no socket fits into."""


def deep(folder: Path) -> Path:
    """A new folder in `folder` whose path has LONG characters."""
    own = folder / ("t" * (LONG - len(str(folder)) - 1))
    own.mkdir()
    return own


@pytest.fixture
def long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files, whose path has LONG characters."""
    own = deep(tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", str(own))
    return own


def test_a_short_place_that_was_asked_for_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as own:
        monkeypatch.setattr(tempfile, "tempdir", own)
        with PrivateFolder() as folder:
            assert Path(folder).parent == Path(own)


def test_a_socket_of_a_bots_own_fits_into_a_private_folder(long: Path) -> None:
    with PrivateFolder() as folder, socket.socket(socket.AF_UNIX) as listening:
        own = Path(folder, "pymp-12345678")
        own.mkdir()
        listening.bind(str(own / "listener-12345678"))
    assert not [*long.iterdir()]


def test_what_the_dead_left_is_swept_in_tmpdir_and_in_other_places(
    long: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(place, "_COMMON", (tmp_path,))
    monkeypatch.setattr(place, "_OF_USERS", tmp_path)
    most = int(Path("/proc/sys/kernel/pid_max").read_text())
    left = [folder / f"stych-{most + 1}-abc" for folder in (long, tmp_path)]
    for folder in left:
        folder.mkdir()
    sweep_folders()
    assert not any(folder.exists() for folder in left)


def test_where_no_place_is_short_one_sentence_says_so(
    long: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(place, "_COMMON", (tmp_path / "none",))
    monkeypatch.setattr(place, "_OF_USERS", long)
    with pytest.raises(OSError, match=r"set TMPDIR to one; received .*ttt"):
        short_place()
    bots = (BOTS / "random", BOTS / "first")
    done = call("--data", tmp_path / "data", "play", "fox", *bots, "--isolation", "off")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("stych: no temporary folder can be made: the sockets of bots need")
    assert done.err.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["t" * LONG, "a%41 b#c?d"])
def test_a_series_is_played_whatever_tmpdir_is(tmp_path: Path, name: str) -> None:
    own = tmp_path / name
    own.mkdir()
    line = ("play", "fox", BOTS / "random", BOTS / "first", "--boards", 1, "--isolation", "off")
    done = run(*line, folder=tmp_path, TMPDIR=os.fspath(own))
    assert (done.code, done.err) == (0, "")
    assert "2 of 2 matches" in done.out
    assert not [*own.iterdir()]
