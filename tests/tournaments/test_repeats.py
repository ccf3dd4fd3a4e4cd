"""Games that repeat one another are one piece of evidence: twins, kin, and repeated boards."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

import pytest

from tests.tournaments.rated import rating_of
from tournaments.core.fixtures import Fixture
from tournaments.core.results import MatchResult, PlayedMatch
from tournaments.formats.round_robin import round_robin
from tournaments.ratings.standings import Standing, StandingsTable
from tournaments.ratings.tabulate import tabulate

Program = Callable[[str], str]
"""From an entrant's name to that of the program behind it: kin behave alike."""


def games(names: Sequence[str], boards: int, program: Program) -> list[PlayedMatch]:
    """Of programs that take no chances: a result is a function of board and programs by seat."""
    return [_game(fixture, program) for fixture in round_robin("spring", names, 2, boards)]


def _game(fixture: Fixture, program: Program) -> PlayedMatch:
    play = "/".join([str(fixture.block.board), *map(program, fixture.seats)])
    points = (21, 7) if Random(play).random() < 0.5 else (7, 21)
    places = (1, 2) if points[0] > points[1] else (2, 1)
    return PlayedMatch(fixture, MatchResult(places, points, (), play))


def forgetful(matches: Sequence[PlayedMatch]) -> list[PlayedMatch]:
    """The same, but nobody knows what was played."""
    return [replace(each, result=replace(each.result, play="")) for each in matches]


def line(of: StandingsTable, name: str) -> Standing:
    return next(standing for standing in of.standings if standing.entrant == name)


def sigma(standing: Standing) -> float:
    return rating_of(standing).sigma


def lead(of: StandingsTable, one: str = "ann", other: str = "bob") -> float:
    """The standard deviation of the error of a lead, which does not depend on who else plays."""
    return of.covariance.apart(one, other)


def width(standing: Standing) -> float:
    low, high = standing.share_interval or (0, 0)
    return high - low


def twin(name: str) -> str:
    return name.partition("'")[0]


NAMES = ("ann", "ann's twin", "bob", "cid")


def test_a_twin_makes_the_others_no_surer() -> None:
    """Bob's share and rating have the intervals that they had without ann's twin."""
    alone = tabulate(("ann", "bob"), games(("ann", "bob"), 150, twin))
    both = games(("ann", "ann's twin", "bob"), 150, twin)
    met = [match for match in both if "bob" in match.fixture.seats]
    honest, fooled = (tabulate(NAMES[:3], each) for each in (met, forgetful(met)))
    before, now, wrong = (line(each, "bob") for each in (alone, honest, fooled))
    assert honest.repeated == 300
    assert (fooled.repeated, alone.repeated) == (0, 0)
    assert now.points_share == before.points_share == wrong.points_share
    assert width(now) == pytest.approx(width(before), rel=0.1)
    assert width(wrong) < 0.8 * width(before)
    assert lead(honest) == pytest.approx(lead(alone), rel=0.05)
    # Sigma is relative to the mean of all three, of whom two have one error: two thirds of a lead.
    assert sigma(now) == pytest.approx(2 / 3 * lead(alone), rel=0.05)
    assert sigma(wrong) < 0.8 * sigma(now)


def test_twins_stand_level_and_each_is_as_sure_as_alone() -> None:
    made = tabulate(NAMES, games(NAMES, 100, twin))
    one, other = line(made, "ann"), line(made, "ann's twin")
    assert one.rank == other.rank
    assert sigma(one) == pytest.approx(sigma(other), rel=0.01)
    assert width(one) == pytest.approx(width(other), rel=0.01)
    alone = tabulate(("ann", "bob", "cid"), games(("ann", "bob", "cid"), 100, twin))
    # Blocks of the twins are level, and with more of these the scale of mu is wider.
    assert 0.85 * lead(alone) < lead(made) <= 1.15 * lead(alone)


def test_a_game_of_twins_is_half_a_block() -> None:
    """Both seatings are the same game, and the block can only be level."""
    pair = NAMES[:2]
    made, fooled = (
        tabulate(pair, each) for each in (games(pair, 40, twin), forgetful(games(pair, 40, twin)))
    )
    assert (made.matches, made.repeated) == (80, 40)
    assert made.standings[0].points_share == 0.5
    assert sigma(made.standings[0]) > sigma(fooled.standings[0])
    assert made.duplicates is None
    assert fooled.duplicates is not None


def test_kin_that_differ_on_some_boards_repeat_on_the_others() -> None:
    same, apart = games(NAMES[:3], 60, twin), games(NAMES[:3], 60, str)
    mixed = [a if a.fixture.block.board <= 40 else b for a, b in zip(same, apart, strict=True)]
    sigmas = [sigma(line(tabulate(NAMES[:3], each), "bob")) for each in (apart, mixed, same)]
    assert sigmas == sorted(sigmas)
    assert sigmas[0] < 0.95 * sigmas[1] < 0.95**2 * sigmas[2]


def test_matches_with_faults_repeat_nothing() -> None:
    """Who is withdrawn plays the same empty game against everybody."""
    matches = [
        PlayedMatch(
            f,
            MatchResult(
                (1, 2) if f.seats[1] == "cid" else (2, 1),
                (0, 0),
                (("cid", "late"),),
                f"{f.block.board}",
            ),
        )
        for f in round_robin("spring", ("ann", "bob", "cid"), 2, 5)
        if "cid" in f.seats
    ]
    assert tabulate(("ann", "bob", "cid"), matches).repeated == 0


def test_without_knowledge_of_the_play_nothing_repeats() -> None:
    assert tabulate(NAMES, forgetful(games(NAMES, 5, twin))).repeated == 0


def test_no_order_matters() -> None:
    played = games(NAMES, 12, twin)
    made = tabulate(NAMES, played)
    for seed in range(3):
        Random(seed).shuffle(played)
        assert tabulate(NAMES[::-1], played) == made
