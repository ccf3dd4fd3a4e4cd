"""Several tournaments rated together: as one tournament would be, bots by what they are."""

from collections.abc import Mapping, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.played_matches import play, season
from tests.tournaments.test_standings_of_teams import play as play_team
from tournaments.core.fixtures import Fixture
from tournaments.core.results import PlayedMatch
from tournaments.formats.round_robin import round_robin
from tournaments.formats.teams import all_teams, self_play
from tournaments.ratings.joined import (
    JointRating,
    TournamentMatches,
    joint,
    rating_interval,
)
from tournaments.ratings.rating import MU
from tournaments.ratings.seat_scores import seat_scores
from tournaments.ratings.tabulate import tabulate

TRIO = ("ann", "bob", "cid")


def made(
    name: str, played: Sequence[PlayedMatch], who: Mapping[str, str] | None = None
) -> TournamentMatches:
    """A tournament; `who` has the bots of entrants by name, and all others are bots themselves."""
    names = {seat for match in played for seat in match.fixture.seats}
    return TournamentMatches(name, played, {each: (who or {}).get(each, each) for each in names})


def cup(tournament: str, names: Sequence[str], boards: int, seed: int = 0) -> list[PlayedMatch]:
    chance = Random(seed)
    return [
        play(fixture, *(chance.randint(0, 3) for _ in fixture.seats))
        for fixture in round_robin(tournament, names, 2, boards)
    ]


def mus(rating: JointRating) -> dict[str, float]:
    return {
        name: each.mu or 0.0 for part in rating.parts for name, each in part.by_identity.items()
    }


@pytest.mark.slow
@settings(deadline=None, max_examples=30)
@given(st.integers(2, 4), st.integers(2, 4), st.integers(0, 10**6))
def test_one_tournament_alone_is_rated_as_its_table_has_it(
    seats: int, boards: int, seed: int
) -> None:
    names = [f"bot {number}" for number in range(seats + 1)]
    played = season(names, seats, boards, seed)
    table = tabulate(names, played)
    [part] = joint([made("spring", played)]).parts
    assert part.table.standings == table.standings
    assert part.table.cross == table.cross
    assert part.table.matches == table.matches


@pytest.mark.slow
@settings(deadline=None, max_examples=30)
@given(st.integers(1, 5), st.integers(0, 10**6), st.randoms())
def test_blocks_count_alike_in_whatever_tournament_they_are(
    cut: int, seed: int, random: Random
) -> None:
    """A tournament that is cut into two, in any order, with other names: the same ratings."""
    played = cup("spring", TRIO, 6, seed)
    whole = joint([made("spring", played)])
    renamed = {name: f"{name} too" for name in TRIO}
    pieces: tuple[list[PlayedMatch], list[PlayedMatch]] = [], []
    for match in played:
        pieces[match.fixture.block.board > cut].append(match)
    tournaments = [made("a", pieces[0]), made("b", pieces[1])]
    random.shuffle(tournaments)
    assert joint(tournaments).parts[0].table.standings == whole.parts[0].table.standings
    other = joint([TournamentMatches("a", played, renamed)])
    assert mus(other) == {renamed[name]: mu for name, mu in mus(whole).items()}


def test_two_who_never_met_are_on_one_scale_by_whom_both_met() -> None:
    """Ann beats bob, and bob beats cid, in a tournament each: so ann is above cid."""
    first = [play(f, *(9 if n == "ann" else 0 for n in f.seats)) for f in _of("a", "ann", "bob")]
    second = [play(f, *(9 if n == "bob" else 0 for n in f.seats)) for f in _of("b", "bob", "cid")]
    rating = joint([made("a", first), made("b", second)])
    [part] = rating.parts
    assert part.tournaments == ("a", "b")
    assert [each.entrant for each in part.table.standings] == ["ann", "bob", "cid"]
    found = mus(rating)
    assert found["ann"] > found["bob"] > found["cid"]
    assert sum(found.values()) / 3 == pytest.approx(MU)


def _of(tournament: str, *names: str) -> list[Fixture]:
    return list(round_robin(tournament, names, 2, 4))


def test_what_nothing_links_is_in_parts_each_with_a_mean_of_its_own() -> None:
    rating = joint([made("a", cup("a", TRIO, 3)), made("b", cup("b", ("dan", "eve"), 3))])
    assert [part.tournaments for part in rating.parts] == [("a",), ("b",)]
    for part in rating.parts:
        assert part.table.connected
        own = [each.mu or 0.0 for each in part.table.standings]
        assert sum(own) / len(own) == pytest.approx(MU)
    assert rating.part_of("eve") == rating.parts[1]
    assert rating.part_of("fay") is None


def test_the_name_that_a_bot_has_does_not_matter_but_what_it_is() -> None:
    """Two bots called ann are two, and one bot under two names in two tournaments is one."""
    first, second = cup("a", ("ann", "bob"), 4), cup("b", ("ann", "zoe"), 4)
    rating = joint(
        [made("a", first, {"ann": "1", "bob": "2"}), made("b", second, {"ann": "3", "zoe": "2"})]
    )
    [part] = rating.parts
    assert set(part.by_identity) == {"1", "2", "3"}
    assert part.by_identity["2"].matches == 16


def test_a_block_of_a_bot_with_itself_is_left_out_and_counted() -> None:
    played = cup("a", ("ann", "ann-twin", "bob"), 3)
    rating = joint([made("a", played, {"ann-twin": "ann"})])
    [part] = rating.parts
    assert rating.left_out == 6
    assert set(part.by_identity) == {"ann", "bob"}
    assert part.table.matches == 12
    assert part.by_identity["ann"].matches == 12


def test_of_teams_the_one_that_is_there_twice_is_left_out_alone() -> None:
    fixtures = list(self_play("a", ("ann", "ann-twin", "bob"), 2, 3))
    played = [play_team(f, {"ann": 5, "ann-twin": 4, "bob": 3}[f.seats[0]]) for f in fixtures]
    rating = joint([made("a", played, {"ann-twin": "ann"})])
    [part] = rating.parts
    assert (rating.left_out, part.table.matches, part.table.blocks) == (3, 6, 3)
    assert part.by_identity["ann"].mean_points == 5.0


def test_a_team_that_has_a_bot_twice_under_two_names_is_left_out() -> None:
    names = ("ann", "ann-twin", "bob", "cid")
    played = [play_team(f, len(f.seats[0])) for f in all_teams("a", names, 2, 2)]
    rating = joint([made("a", played, {"ann-twin": "ann"})])
    [part] = rating.parts
    teams = {match.fixture.seats for match in part.matches}
    assert all(len({*seats}) == 2 for seats in teams)
    assert len({frozenset(seats) for seats in teams}) == 3
    # Of six teams on a board one has ann twice, and two are there twice.
    assert rating.left_out == 2 * 3


def test_the_only_team_of_a_board_does_not_link_its_bots() -> None:
    names = ("ann", "bob", "bob-twin")
    played = [play_team(each, 3) for each in all_teams("a", names, 2, 2)]
    rating = joint([made("a", played, {"bob-twin": "bob"})])
    assert rating.parts == ()
    assert rating.left_out == 2 * 2


def test_without_matches_there_are_no_parts() -> None:
    assert joint([]) == JointRating((), 0)
    assert joint([made("a", [])]) == JointRating((), 0)


def test_the_interval_of_a_rating_is_around_it() -> None:
    [part] = joint([made("a", cup("a", TRIO, 4))]).parts
    for each in part.table.standings:
        low, high = rating_interval(each) or (0.0, 0.0)
        assert low < (each.mu or 0.0) < high
        assert (low + high) / 2 == pytest.approx(each.mu)


@pytest.mark.slow
@settings(deadline=None, max_examples=30)
@given(st.integers(2, 4), st.integers(2, 5), st.integers(0, 10**6))
def test_shares_by_seat_add_up_to_the_share_over_all(seats: int, boards: int, seed: int) -> None:
    names = [f"bot {number}" for number in range(seats + 1)]
    played = season(names, seats, boards, seed)
    table = tabulate(names, played)
    for standing in table.standings:
        own = seat_scores(played, standing.entrant)
        assert [each.seat for each in own] == list(range(seats))
        assert sum(each.matches for each in own) == standing.matches
        mean = sum(each.points_share * each.matches for each in own) / standing.matches
        assert mean == pytest.approx(standing.points_share)
        assert all(
            low <= each.points_share <= high
            for each in own
            for low, high in [each.share_interval or (0, 1)]
        )


def test_a_team_has_no_share_by_seat() -> None:
    played = [play_team(f, 3) for f in self_play("a", TRIO, 2, 3)]
    assert seat_scores(played, "ann") == []
