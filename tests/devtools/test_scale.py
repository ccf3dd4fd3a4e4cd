"""Simulations of one machine, of a large service and of ratings, with made-up costs."""

from dataclasses import replace

import pytest

from devtools.scale.costs import ENCOUNTERS, Costs
from devtools.scale.one_machine import OneMachine
from devtools.scale.service import CHANGED, DAY, TODAY, Demand, Fleet, Service
from devtools.scale.soundness import PAIRINGS, Pairing, Season

COSTS = Costs(
    run=2.0,
    bot=0.5,
    decisions=0.008,
    messages=0.004,
    save=0.001,
    rate=1e-5,
    pair=1e-6,
    define=1e-6,
    entry_bytes=100.0,
    match_bytes=500.0,
)
DEMAND = Demand(bots=100, matches=2_000)


def test_a_run_takes_the_sum_of_its_parts() -> None:
    found = OneMachine(COSTS).round_robin(8, 10)
    assert found.matches == 8 * 7 * 10
    expected = COSTS.run + 8 * ENCOUNTERS * COSTS.bot + found.matches * COSTS.match(8)
    assert found.processor == pytest.approx(expected)
    assert expected / 2 <= found.elapsed < expected


def test_a_single_worker_starts_the_processes_for_all_encounters() -> None:
    alone, both = (OneMachine(COSTS, workers=each).round_robin(8, 10) for each in (1, 2))
    assert alone.processor == pytest.approx(both.processor)


def test_one_processor_is_never_idle_and_on_two_a_second_worker_saves_time() -> None:
    alone = OneMachine(COSTS, processors=1).round_robin(8, 10)
    assert alone.elapsed == pytest.approx(alone.processor)
    single = OneMachine(COSTS, workers=1).round_robin(8, 200)
    both = OneMachine(COSTS, workers=2).round_robin(8, 200)
    assert both.elapsed < 0.7 * single.elapsed


def test_what_the_runner_alone_does_bounds_how_many_workers_help() -> None:
    slow = replace(COSTS, save=0.009)
    few, many = (
        OneMachine(slow, processors=workers, workers=workers).round_robin(8, 200).elapsed
        for workers in (2, 16)
    )
    assert many > 0.6 * few


def test_all_matches_of_a_day_are_played_where_there_is_time() -> None:
    day = Service(COSTS, DEMAND, Fleet(machines=2, processors=4)).run()
    assert day.played == DEMAND.matches
    playing = DEMAND.matches * (COSTS.match(100) - COSTS.save + DEMAND.thinking)
    assert day.machines["playing"] == pytest.approx(playing)
    blocks, bots = DEMAND.matches / 2, 2
    assert day.machines["starting"] == pytest.approx(blocks * bots * ENCOUNTERS * COSTS.bot)
    assert day.coordinator["saving"] == pytest.approx(DEMAND.matches * COSTS.save)


def test_too_few_machines_play_as_much_as_they_can() -> None:
    day = Service(
        COSTS, replace(DEMAND, matches=1_000_000, thinking=20.0), Fleet(machines=1, processors=1)
    ).run()
    assert 0 < day.played < 1_000_000
    assert 0.9 * DAY < sum(day.machines.values()) <= 1.01 * DAY


def test_the_same_day_comes_again() -> None:
    one, other = (Service(COSTS, DEMAND, Fleet()).run() for _ in range(2))
    assert one == other


@pytest.mark.parametrize("part", ["pairing", "rating", "joining"])
def test_the_changed_design_spends_less_on_what_it_changes(part: str) -> None:
    demand = Demand(bots=1_000, matches=6_000, versions=0.1)
    today, changed = (Service(COSTS, demand, Fleet(), each).run() for each in (TODAY, CHANGED))
    assert changed.coordinator[part] < 0.2 * today.coordinator[part]
    assert changed.machines["playing"] == pytest.approx(today.machines["playing"])


@pytest.mark.parametrize("pairing", PAIRINGS, ids=lambda each: each.__name__)
def test_a_pairing_lets_nobody_meet_itself_and_leaves_hardly_anybody_out(pairing: Pairing) -> None:
    season = Season(30, 1)
    pairs = list(pairing(season))
    assert all(one != other for one, other in pairs)
    assert len({each for pair in pairs for each in pair}) >= 26


def test_more_days_bring_ratings_nearer_to_skills() -> None:
    errors = []
    for days in (1, 12):
        season = Season(24, 2, versions=0.0)
        season.play(days, PAIRINGS[1], 3)
        errors.append((season.day_by_day().error, season.all_at_once().error))
    assert errors[1][0] < 0.7 * errors[0][0]
    assert errors[1][1] < 0.7 * errors[0][1]
