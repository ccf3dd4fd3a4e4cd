"""A tournament moves between both kinds of databases, and is the same to the byte."""

from pathlib import Path

import pytest

from tests.e2e.command import call
from tests.e2e.reference import shown
from tests.records.matches import failing_after, uniform
from tests.tournaments.conftest import cup, under_way
from tests.tournaments.cups import play_cup, write_cup
from tests.tournaments.test_transfer import (
    test_it_goes_on_there_and_comes_back,
    test_two_that_went_different_ways_stay_apart,
    test_what_arrives_is_what_left,
)

__all__ = [
    "cup",
    "test_it_goes_on_there_and_comes_back",
    "test_two_that_went_different_ways_stay_apart",
    "test_what_arrives_is_what_left",
    "under_way",
]

pytestmark = pytest.mark.slow

SERVED = "there"
"""The data folder, in the folder of a test, that has its database on the server (conftest.py)."""


def test_the_same_tournament_is_the_same_with_both(tmp_path: Path) -> None:
    """Table and records, with faults among them; and the server's can be verified."""
    file, here, there = write_cup(tmp_path, boards=3), tmp_path / "here", tmp_path / "there"
    for data in (here, there):
        play_cup(file, data, [uniform, failing_after(60)])
    assert shown(there, file) == shown(here, file)
    done = call("--data", there, "verify", file)
    assert (done.code, done.err) == (0, ""), done


def test_an_export_has_the_same_bytes_from_both(tmp_path: Path) -> None:
    file, there = write_cup(tmp_path), tmp_path / "there"
    play_cup(file, there, [uniform, failing_after(60)])
    exported, again = tmp_path / "one.stych", tmp_path / "two.stych"
    assert call("--data", there, "export", file, "--to", exported).code == 0
    assert call("--data", tmp_path / "here", "import", exported).code == 0
    assert call("--data", tmp_path / "here", "export", file, "--to", again).code == 0
    assert again.read_bytes() == exported.read_bytes()
