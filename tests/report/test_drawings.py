"""Drawings: what stands where, and how ratings are followed from board to board."""

import re
from dataclasses import replace
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import pytest

from tests.report.cups import definition, hold, report
from tournaments.present.html.charts import intervals, seats
from tournaments.present.html.curves import NAMED_CURVES, curves
from tournaments.present.html.growth import POINTS, Point, growth
from tournaments.present.html.heat import SHADES, heat_maps
from tournaments.present.html.svg import Scale, ticks
from tournaments.ratings.pairs import HeadToHead, Partners
from tournaments.ratings.rating import Rating
from tournaments.ratings.tabulate import tabulate
from tournaments.storage.store import Store


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-3, 40), (24.99, 25.01), (1, 1e6)])
def test_ticks_are_few_different_and_within(low: float, high: float) -> None:
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
    drawn = intervals({"a": Rating(30.0, 2.0), "b": Rating(20.0, 2.0)})
    left, right = (float(x) for x in re.findall(r'circle cx="([\d.]+)"', drawn)[::-1])
    assert left < right


def test_seats_with_and_without_intervals() -> None:
    shares = [(0.6, (0.5, 0.7)), (0.4, (0.3, 0.5))]
    assert seats(shares).count('class="whisker"') == 6
    assert "whisker" not in seats([(share, None) for share, _ in shares])
    assert seats([(0.5, None), (0.5, None)]).count("50.0 %") == 2


def test_only_the_best_of_many_have_names() -> None:
    names = [f"bot-{number}" for number in range(30)]
    ratings = {name: Rating(25.0 - n, 1.0) for n, name in enumerate(names)}
    drawn = curves([Point(1, ratings), Point(2, ratings)], names)
    assert drawn.count('class="rest"') == 30 - NAMED_CURVES
    assert len(re.findall(r'<text[^>]*class="name"', drawn)) == NAMED_CURVES


def test_names_at_the_ends_keep_apart() -> None:
    names = [f"bot-{number}" for number in range(NAMED_CURVES)]
    ratings = {name: Rating(25.0, 1.0) for name in names}
    drawn = curves([Point(1, ratings), Point(2, ratings)], names)
    heights = sorted(float(y) for y in re.findall(r'<text [^>]*y="(-?[\d.]+)" class="name"', drawn))
    assert len(heights) == NAMED_CURVES
    assert all(b - a >= 14.9 for a, b in pairwise(heights))
    assert 0 < heights[0] < heights[-1] < 320


def test_many_names_at_the_bottom_do_not_push_the_best_out_of_the_drawing() -> None:
    names = [f"bot-{number}" for number in range(NAMED_CURVES)]
    ratings = {name: Rating(25.0, 1.0) for name in names} | {names[0]: Rating(35.0, 1.0)}
    drawn = curves([Point(1, ratings), Point(2, ratings)], names)
    heights = sorted(float(y) for y in re.findall(r'<text [^>]*y="(-?[\d.]+)" class="name"', drawn))
    assert all(b - a >= 14.9 for a, b in pairwise(heights))
    assert 0 < heights[0] < 50
    assert heights[-1] < 320


@pytest.mark.slow
def test_growth_is_the_table_of_the_first_boards(tmp_path: Path) -> None:
    cup = definition(["ann", "bob", "cyril"], boards=8, options={"target": 1})
    hold(tmp_path, cup)
    with Store(tmp_path) as store:
        results = store.summaries(cup.name)
    schedule = cup.schedule()
    schedule.advance(results)
    counted, _ = schedule.counted(results)
    final = tabulate(cup.entrants, counted)
    points = growth(cup.entrants, counted, final)
    boards = [point.boards for point in points]
    assert boards == sorted(set(boards))
    assert (boards[0], boards[-1]) == (1, 8)
    assert 6 <= len(boards) <= POINTS
    for point in points:
        first = [each for each in counted if each.fixture.block.board <= point.boards]
        assert len(first) == point.boards * 6
        expected = {each.entrant: each.mu for each in tabulate(cup.entrants, first).standings}
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
    cell = HeadToHead(5, 3, 0, 2, 0.6, interval, 0.0, ())
    table = replace(tabulate(("ann", "bob"), []), cross={("ann", "bob"): cell})
    [heat_map] = heat_maps(table)
    own = heat_map.rows[0].cells[1]
    assert own.shade.split() == ["h6", *["sure"] * sure]
    assert ("[" in own.words) == (interval is not None)


def test_of_mixed_teams_there_are_both_maps_with_shades_from_least_to_most() -> None:
    """Points of partners have no fixed range: the least and the most have the outermost shades."""
    by_pair = {("ann", "bob"): -4.0, ("ann", "cid"): -2.5, ("bob", "cid"): 6.0}
    made = replace(
        tabulate(("ann", "bob", "cid"), []),
        cross={("ann", "bob"): HeadToHead(5, 5, 0, 0, 1.0, None, 0.0, ())},
        partners={pair: Partners(3, points, None, None, None) for pair, points in by_pair.items()},
    )
    cross, partners = heat_maps(made)
    assert (cross.key, partners.key) == ("cross", "partners")
    assert cross.rows[0].cells[1].shade == f"h{SHADES - 1}"
    assert (partners.least, partners.most) == ("-4.0", "6.0")
    assert [each.shade for each in partners.rows[0].cells] == ["none", "h0", "h2"]
    assert partners.rows[1].cells[2].shade == f"h{SHADES - 1}"
    assert partners.rows[1].cells[2].words == "bob with cid: 6.0 in 3 matches"
    assert partners.rows[1].cells[0].words == "bob and ann were no team"


def style_sheet() -> str:
    return files("tournaments.present.html").joinpath("templates", "style.css").read_text()


def test_the_style_sheet_has_every_shade() -> None:
    shades = {int(number) for number in re.findall(r"\.h(\d+) \{", style_sheet())}
    assert shades == set(range(SHADES))


def test_the_style_sheet_shows_the_view_of_the_referee_and_of_eight_seats() -> None:
    """An event has three bits for the seat, so a game of another package may have eight seats."""
    rule = r"input:nth-of-type\((\d)\):checked ~ \.view:nth-of-type\(\1\)"
    assert re.findall(rule, style_sheet()) == [*"123456789"]
