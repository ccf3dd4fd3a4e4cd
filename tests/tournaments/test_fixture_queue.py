"""What is handed out next: nearly the first, and what a worker has processes for."""

from random import Random

import pytest

from tournaments.core.dealing import MOST_ENCOUNTERS, encounters
from tournaments.core.fixtures import Fixture
from tournaments.formats.round_robin import round_robin
from tournaments.formats.teams import all_teams, self_play
from tournaments.run.fixture_queue import FixtureQueue

NAMES = tuple(f"bot{number}" for number in range(5))


def fixtures(boards: int, seats: int = 2) -> list[Fixture]:
    return list(round_robin("cup", NAMES, seats, boards))


def handed_out(waiting: FixtureQueue, workers: int, random: Random) -> list[list[Fixture]]:
    """By worker, all that waits; the workers take one fixture at a time, in random order."""
    own: list[set[int]] = [set() for _ in range(workers)]
    taken: list[list[Fixture]] = [[] for _ in range(workers)]
    while len(waiting):
        worker = random.randrange(workers)
        taken[worker].append(waiting.take(own[worker], own))
    return taken


def test_a_worker_that_is_alone_takes_all_in_order() -> None:
    expected = fixtures(4)
    assert handed_out(FixtureQueue(expected, "duplicate", 0), 1, Random(1)) == [expected]


@pytest.mark.parametrize("seed", range(5))
def test_two_workers_part_by_seating_and_nothing_is_lost(seed: int) -> None:
    expected = fixtures(8)
    taken = handed_out(FixtureQueue(expected, "duplicate", 96), 2, Random(seed))
    assert sorted(f.id for each in taken for f in each) == sorted(f.id for f in expected)
    for own in taken:
        assert len({fixture.seating for fixture in own[: len(expected) // 3]}) == 1


@pytest.mark.parametrize("workers", [2, 3, 5])
@pytest.mark.parametrize("seats", [2, 3])
def test_nothing_comes_long_before_the_first_that_waits(workers: int, seats: int) -> None:
    expected, ahead, random = fixtures(10, seats), 20, Random(workers)
    place = {fixture.id: number for number, fixture in enumerate(expected)}
    waiting = FixtureQueue(expected, "duplicate", ahead)
    own: list[set[int]] = [set() for _ in range(workers)]
    left = set(place.values())
    while len(waiting):
        worker = 0 if random.random() < 0.9 else random.randrange(workers)
        number = place[waiting.take(own[worker], own).id]
        assert number <= min(left) + ahead
        left.remove(number)


def test_a_worker_does_what_others_have_when_nothing_else_waits() -> None:
    expected = fixtures(2)
    waiting = FixtureQueue(expected, "duplicate", 96)
    own: list[set[int]] = [set(), {0, 1}]
    assert [waiting.take(own[0], own) for _ in expected] != expected
    assert own[0] == {0, 1}
    assert len(waiting) == 0


def test_what_came_to_nothing_comes_first_for_anybody() -> None:
    expected = fixtures(3)
    waiting = FixtureQueue(expected, "duplicate", 96)
    own: set[int] = {1}
    workers = [own, {0}, set[int]()]
    lost = [waiting.take(own, [own]) for _ in range(4)]
    assert {fixture.seating for fixture in lost} == {1}
    waiting.put_back(lost[:2])
    waiting.put_back(lost[2:3])
    assert [waiting.take(each, workers) for each in workers] == [lost[2], *lost[:2]]
    assert workers == [{1}, {0}, set()]


def test_with_independent_deals_there_is_one_queue() -> None:
    expected = fixtures(3)
    taken = handed_out(FixtureQueue(expected, "independent", 96), 1, Random(1))
    assert taken == [expected]


def test_encounters_are_the_matches_on_the_deal_before() -> None:
    for fixture in fixtures(1, 3):
        assert set((encounters(fixture, "duplicate") or {}).values()) == {fixture.seating}
        assert set((encounters(fixture, "board") or {}).values()) == {fixture.seating}
        assert set((encounters(fixture, "independent") or {}).values()) == {0}
    for fixture in self_play("cup", NAMES, 3, 1):
        assert encounters(fixture, "duplicate") == {fixture.seats[0]: 0}


def test_in_all_teams_everybody_counts_alone_up_to_a_bound() -> None:
    names = tuple(f"bot{number}" for number in range(9))
    teams = list(all_teams("cup", names, 2, 1))
    met = dict.fromkeys(names, 0)
    for fixture in teams:
        expected = {name: met[name] for name in fixture.seats}
        found = encounters(fixture, "duplicate")
        assert found == (expected if max(expected.values()) < MOST_ENCOUNTERS else None)
        for name in fixture.seats:
            met[name] += 1
    assert max(met.values()) == 8 > MOST_ENCOUNTERS


def test_what_must_be_alone_stays_so_and_holds_up_nothing() -> None:
    first, second, *rest = fixtures(1)
    waiting = FixtureQueue(rest, "duplicate", 0)
    waiting.put_back_alone(first)
    waiting.put_back_alone(second)
    assert len(waiting) == len(rest)
    waiting.hold(lambda fixture: fixture is first)
    assert waiting.held == [first]
    assert not waiting.held_among_others
    assert [waiting.take_alone(), waiting.take_alone()] == [second, None]
    waiting.hold(lambda _: False)
    assert waiting.take_alone() is first
    waiting.put_back([first])
    assert len(waiting) == len(rest), "`put_back` too leaves it to `take_alone`"
    assert waiting.take_alone() is first


def test_what_is_put_off_is_so_after_a_hold_as_well() -> None:
    expected = fixtures(2)
    waiting = FixtureQueue(expected, "duplicate", 0)
    waiting.hold(lambda fixture: "bot0" in fixture.seats)
    assert waiting.put_off({"bot1"})
    waiting.hold(lambda _: False)
    assert not [fixture for fixture in waiting if "bot1" in fixture.seats]
    assert waiting.call_back() == len(expected)
    assert handed_out(waiting, 1, Random(1)) == [expected]
