"""Drawings: what stands where, and how ratings are followed from board to board."""

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from tests.report.cups import definition, hold, report
from tournaments.present.html.charts import intervals, seats
from tournaments.present.html.curves import NAMED, curves
from tournaments.present.html.growth import POINTS, Point, growth
from tournaments.present.html.heat import heat_maps
from tournaments.present.html.svg import Scale, ticks
from tournaments.ratings.rating import Rating
from tournaments.ratings.standings import table
from tournaments.storage.store import Store


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-3, 40), (24.99, 25.01), (1, 1e6)])
def test_ticks_are_round_few_and_within(low: float, high: float) -> None:
    found = ticks(low, high, 8)
    assert 2 <= len(found) <= 9
    assert all(low - 1e-9 <= each <= high + 1e-9 for each in found)
    assert len({f"{each:g}" for each in found}) == len(found)


def test_scales() -> None:
    assert [Scale(0, 10, 100, 200)(each) for each in (0, 5, 10)] == [100, 150, 200]
    log = Scale(1, 100, 0, 10, log=True)
    assert [log(each) for each in (1, 10, 100)] == pytest.approx([0, 5, 10])
    assert log.ticks() == [1, 2, 5, 10, 20, 50, 100]
    assert Scale(1, 2, 0, 10, whole=True).ticks() == [1, 2]
    assert Scale(3, 3, 0, 10)(3) == 5, "a single value stands in the middle"


def test_a_better_rating_stands_further_right() -> None:
    some = table(("a", "b"), []).standings[0]
    rows = [replace(some, entrant=name, mu=mu) for name, mu in (("a", 30.0), ("b", 20.0))]
    left, right = (float(x) for x in re.findall(r'circle cx="([\d.]+)"', intervals(rows))[::-1])
    assert left < right


def test_seats_with_and_without_intervals() -> None:
    shares = [{"share": 0.6, "low": 0.5, "high": 0.7}, {"share": 0.4, "low": 0.3, "high": 0.5}]
    assert seats(shares).count('class="whisker"') == 6
    assert "whisker" not in seats([{"share": each["share"]} for each in shares])
    assert seats([{"share": 0.5}, {"share": 0.5}]).count("50.0 %") == 2


def test_only_the_best_of_many_have_names() -> None:
    names = [f"bot-{number}" for number in range(30)]
    ratings = {name: Rating(25.0 - n, 1.0) for n, name in enumerate(names)}
    drawn = curves([Point(1, ratings), Point(2, ratings)], names)
    assert drawn.count('class="rest"') == 30 - NAMED
    assert len(re.findall(r'<text[^>]*class="name"', drawn)) == NAMED


def test_names_at_the_ends_keep_apart() -> None:
    names = [f"bot-{number}" for number in range(NAMED)]
    ratings = {name: Rating(25.0, 1.0) for name in names}
    drawn = curves([Point(1, ratings), Point(2, ratings)], names)
    heights = sorted(float(y) for y in re.findall(r'<text [^>]*y="([\d.]+)" class="name"', drawn))
    assert all(b - a >= 14.9 for a, b in pairwise(heights))
    assert 0 < heights[0] < heights[-1] < 320


def test_growth_is_the_table_of_the_first_boards(tmp_path: Path) -> None:
    cup = definition(["ann", "bob", "cyril"], boards=8, options={"target": 1})
    hold(tmp_path, cup)
    with Store(tmp_path) as store:
        results = store.summaries(cup.name)
    schedule = cup.schedule()
    schedule.advance(results)
    counted, _ = schedule.counted(results)
    final = table(cup.entrants, counted)
    points = growth(cup.entrants, counted, final)
    boards = [point.boards for point in points]
    assert boards == sorted(set(boards))
    assert (boards[0], boards[-1]) == (1, 8)
    assert 6 <= len(boards) <= POINTS
    for point in points:
        first = [each for each in counted if each.fixture.block.board <= point.boards]
        assert len(first) == point.boards * 6
        expected = {each.entrant: each.mu for each in table(cup.entrants, first).standings}
        assert {name: rating.mu for name, rating in point.ratings.items()} == expected
    [content] = report(tmp_path, cup, replays=0).divisions.values()
    assert list(content.growth) == points


def test_one_board_has_no_growth(tmp_path: Path) -> None:
    cup = definition(["ann", "bob"], boards=1)
    hold(tmp_path, cup)
    assert not report(tmp_path, cup).divisions[""].growth


@pytest.mark.parametrize(
    ("interval", "sure"),
    [
        ((0.6, 0.9), True),
        ((0.1, 0.4), True),
        ((0.4, 0.9), False),
        ((0.5, 0.9), False),
        (None, False),
    ],
)
def test_a_cell_is_bold_when_even_is_beyond_its_interval(
    interval: tuple[float, float] | None, sure: bool
) -> None:
    figures = {"points_share": 0.6, "wins": 3, "draws": 0, "losses": 2, "share_interval": interval}
    lines = [{"rank": 1, "entrant": "ann"}, {"rank": 2, "entrant": "bob"}]
    [heat_map] = heat_maps({"standings": lines, "cross": {"ann": {"bob": figures}}, "partners": {}})
    own = heat_map.rows[0].cells[1]
    assert own.shade.split() == ["h6", *["sure"] * sure]
    assert ("[" in own.words) == (interval is not None)
