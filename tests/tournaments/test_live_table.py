"""A table that is updated equals, after every block, the one that `tabulate` makes from nothing."""

import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.core.results import MatchResult, PlayedMatch
from tournaments.formats.round_robin import round_robin
from tournaments.formats.teams import all_teams, mixed_teams
from tournaments.ratings.contests import contests
from tournaments.ratings.standings import as_json
from tournaments.ratings.tabulate import LiveTable, tabulate

from .test_repeats import games, twin
from .test_standings_of_teams import play as play_team

NAMES = ("ann", "bob", "cid", "dora")


def season(seats: int, boards: int, seed: int, faults: float) -> list[PlayedMatch]:
    """A round robin; `faults` is the chance that seat 0 is at fault. A few games may repeat."""
    chance, found = Random(seed), list[PlayedMatch]()
    for fixture in round_robin("spring", NAMES, seats, boards):
        points = tuple(chance.randint(0, 3) for _ in fixture.seats)
        places = tuple(1 + sum(other > own for other in points) for own in points)
        lost = ((fixture.seats[0], "late"),) if chance.random() < faults else ()
        play = str(chance.randint(0, 400))
        found.append(PlayedMatch(fixture, MatchResult(places, points, lost, play)))
    return found


def ends(played: Sequence[PlayedMatch]) -> Iterator[int]:
    """How many matches were played when each block was over."""
    number = 0
    for _, group in groupby(played, lambda match: match.fixture.block):
        number += len(list(group))
        yield number


@pytest.mark.slow
@settings(deadline=None, max_examples=8)
@given(st.integers(2, 3), st.integers(0, 10**6), st.sampled_from((0.0, 0.05)), st.booleans())
def test_after_each_block_it_is_the_table_from_nothing(
    seats: int, seed: int, faults: float, with_gain: bool
) -> None:
    played = season(seats, 3, seed, faults)
    live = LiveTable(NAMES, with_gain=with_gain)
    for end in ends(played):
        waiting = played[end:][-1:]
        now = live.table(played[:end], (), waiting)
        made = tabulate(NAMES, played[:end], (), waiting, with_gain=with_gain)
        assert repr(now) == repr(made)
        assert json.dumps(as_json(now)) == json.dumps(as_json(made))


@pytest.mark.slow
def test_with_games_that_repeat_and_with_teams_it_is_the_table_from_nothing() -> None:
    twins = games(("ann", "ann's twin", "bob"), 12, twin)
    board = [play_team(each, -each.block.board) for each in all_teams("spring", NAMES, 2, 3)]
    # With newcomers the boards have different numbers of teams.
    since = dict.fromkeys(NAMES, 1) | {f"new {number}": 6 for number in range(4)}
    chance = Random(3)
    growing = [
        play_team(each, -chance.randint(0, 20)) for each in mixed_teams("spring", since, 2, 12)
    ]
    lists = ((("ann", "ann's twin", "bob"), twins), (NAMES, board), (tuple(since), growing))
    for names, played in lists:
        live = LiveTable(names, with_gain=True)
        for end in ends(played):
            made = tabulate(names, played[:end], with_gain=True)
            assert repr(live.table(played[:end])) == repr(made)


@pytest.mark.slow
def test_matches_may_come_one_by_one_be_fewer_or_others() -> None:
    played, other = season(2, 2, 1, 0.1), season(2, 2, 2, 0.1)
    live = LiveTable(NAMES)
    lists = [*(played[:end] for end in range(len(played))), played[:5], other, other, []]
    for each in lists:
        assert repr(live.table(each, ["bob"])) == repr(tabulate(NAMES, each, ["bob"]))


def test_what_does_not_fit_is_refused_as_from_nothing() -> None:
    two, three = season(2, 1, 1, 0), season(3, 1, 1, 0)
    live = LiveTable(NAMES)
    live.table(two)
    with pytest.raises(ValueError, match="same number of seats"):
        live.table([*two, *three])
    with pytest.raises(ValueError, match="only an entrant can be withdrawn"):
        live.table(two, ["zoe"])
    assert repr(live.table(two)) == repr(tabulate(NAMES, two))


@pytest.mark.slow
def test_what_was_counted_is_not_counted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = list[int]()

    def noted(block: object, matches: Sequence[PlayedMatch]) -> object:
        counted.append(len(matches))
        return contests(matches[0].fixture.block, matches)

    monkeypatch.setattr("tournaments.ratings.tally.contests", noted)
    fresh = games(NAMES, 4, str)
    live = LiveTable(NAMES)
    for end in ends(fresh):
        live.table(fresh[:end])
    assert sum(counted) == len(fresh)
