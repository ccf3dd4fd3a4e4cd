"""Rogues play among honest bots, who notice nothing; and of the rogues nothing is left."""

import os
import tempfile
import tomllib
from functools import cache
from pathlib import Path

import pytest

from referee.rpc.manifest import read_manifest
from referee.sandbox.levels import IsolationLevel
from tests.rogues.cabinet import (
    FILE,
    GREEDY,
    MEDDLERS,
    Rogue,
    folders,
    rogues,
    tournament,
)
from tests.rogues.places import PLACES, Place, place
from tests.rogues.tournament import Played, compare, play_form
from tests.sandbox.stage import Post


def test_every_rogue_has_a_row_and_is_entered() -> None:
    named = [rogue.name for rogue in rogues()]
    assert sorted(named) == sorted(path.name for path in folders())
    assert all(rogue.quiet or rogue.faults for rogue in rogues())
    assert len(named) >= 40
    assert set(named) >= {*MEDDLERS, *GREEDY}
    entrants = [entry["bot"] for entry in tomllib.loads(FILE.read_text())["entrants"]]
    assert entrants[3:] == named
    for short in (False, True):
        honest = tomllib.loads(tournament(rogues=False, short=short))
        whole = tomllib.loads(tournament(rogues=True, short=short))
        assert [len(each["entrants"]) for each in (honest, whole)] == [3, 3 + len(named)]
        fewer = tomllib.loads(tournament(rogues=True, short=short, without=GREEDY))
        assert len(fewer["entrants"]) == 3 + len(named) - len(GREEDY)
        assert whole.get("hero") == ("thumb" if short else None)


@pytest.mark.parametrize("folder", sorted(folders()), ids=lambda path: path.name)
def test_a_rogue_starts_only_in_its_cage(folder: Path) -> None:
    manifest = read_manifest(folder)
    assert manifest.name == folder.name
    caged = ("python", "../shared/caged.py")
    assert manifest.command in (caged, ("./no-such-program",))
    assert (folder / "bot.py").exists() == (manifest.command == caged)


HIGHEST = Post(IsolationLevel.BUBBLEWRAP, "user" if os.geteuid() else "root")
"""The highest level, as whoever runs the tests."""


@pytest.mark.slow
@pytest.mark.minutes(2)
def test_honest_bots_play_the_same_with_rogues_around() -> None:
    """All of them, on the highest level."""
    _check(HIGHEST, rogues())


@pytest.mark.slow
@pytest.mark.parametrize("post", [each for each in PLACES if each != HIGHEST], ids=str)
def test_those_who_meddle_with_others_change_nothing_anywhere(post: Post) -> None:
    """Those whose deeds are stopped differently on each level, for each user.

    On the highest they play among all the others.
    """
    _check(post, [rogue for rogue in rogues() if rogue.name in MEDDLERS])


@cache
def _alone() -> Played:
    """The honest bots without rogues, not confined: confined ones have to play the same."""
    at = Place(Post(IsolationLevel.LIMITS, HIGHEST.who), groups=False)
    with tempfile.TemporaryDirectory() as folder:
        return play_form(Path(folder), at, rogues=False, short=True)


def _check(post: Post, playing: list[Rogue]) -> None:
    with tempfile.TemporaryDirectory() as open_to_all, place(post, Path(open_to_all)) as at:
        if isinstance(at, str):
            pytest.skip(at)
        without = {rogue.name for rogue in rogues() if rogue not in playing}
        without |= set() if at.groups else {*GREEDY}
        honest = _alone()
        try:
            whole = play_form(Path(open_to_all), at, rogues=True, short=True, without=without)
        except RuntimeError as error:
            if at.groups or "too busy" not in str(error):
                raise
            pytest.skip(f"without control groups spinning bots fill a busy machine: {error}")
    playing = [rogue for rogue in playing if rogue.name not in without]
    assert compare(playing, honest, whole, at) == []
    assert len(honest.records) == 4
