"""A bot that remembers every deal does no better than its twin, which does not.

With one process for all matches, or with processes that can talk, it does better.
"""

from pathlib import Path

import pytest

from tests.rogues.memory import HERO, NAMES, play
from tests.tournaments.meetings import Trouble
from tournaments.core.dealing import Deals


@pytest.mark.slow
@pytest.mark.parametrize("deals", ["duplicate", "independent"])
def test_a_memory_changes_no_move(deals: Deals) -> None:
    """Every match is the twin's move for move: no gain is too small to be seen."""
    own, twin = (play(20, deals, remembers=each) for each in (True, False))
    assert own.knew == 0
    assert own.of == 20 * 2 * (len(NAMES) - 1)
    assert own.moves == twin.moves
    assert own.share == twin.share


@pytest.mark.slow
def test_a_memory_changes_no_move_when_matches_are_void_and_workers_die() -> None:
    trouble = Trouble(seed=3, voids=0.1, deaths=0.02)
    own = play(20, "duplicate", remembers=True, trouble=trouble)
    twin = play(20, "duplicate", remembers=False)
    assert trouble.begun > 20 * 6, "no match was begun twice"
    assert own.knew == 0
    assert own.moves == twin.moves


@pytest.mark.slow
@pytest.mark.statistics
@pytest.mark.parametrize("deals", ["duplicate", "board"])
def test_one_process_for_all_matches_knows_and_wins_by_it(deals: Deals) -> None:
    """As it once was. All bots play by the same rules: without a memory each has exactly half."""
    own = play(50, deals, remembers=True, encounters=False)
    assert own.knew > own.of / 4
    assert own.share - 1.96 * own.error > 0.5
    assert play(20, deals, remembers=False, encounters=False).share == 0.5


@pytest.mark.slow
@pytest.mark.statistics
def test_processes_that_can_talk_know_and_win_by_it(tmp_path: Path) -> None:
    """So the sandbox is needed: separate processes are not enough if all can write to one file."""
    own = play(80, "duplicate", remembers=True, places=[tmp_path])
    assert (tmp_path / ".stych-remembers").exists()
    assert own.knew > own.of / 4
    assert own.share - 1.96 * own.error > 0.5, f"{HERO} has {own.share}"
