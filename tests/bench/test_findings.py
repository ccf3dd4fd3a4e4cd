"""Ratios, series and the picture of them: what is told is what was measured."""

from xml.etree import ElementTree

import pytest

from stych_devtools.bench.findings import Findings, GrowthSeries, Ratio, growing_sizes
from stych_devtools.bench.picture import draw


@pytest.mark.parametrize(
    ("value", "goal", "at_least", "ok"),
    [
        (0.5, 0.5, True, True),
        (0.49, 0.5, True, False),
        (1.3, 1.3, False, True),
        (2, 1, False, False),
    ],
)
def test_a_goal_is_reached_or_missed(value: float, goal: float, at_least: bool, ok: bool) -> None:
    ratio = Ratio("a", value, goal, at_least=at_least, text="t")
    assert ratio.ok is ok
    assert ratio.wanted == f"at {'least' if at_least else 'most'} {goal:g}"
    assert ratio.as_json()["ok"] is ok


@pytest.mark.parametrize("power", [0.0, 1.0, 2.0])
def test_the_exponent_of_a_power_is_found(power: float) -> None:
    points = tuple((float(size), 3e-4 * size**power) for size in (1, 10, 100, 1000))
    assert GrowthSeries("s", "matches", points).exponent == pytest.approx(power, abs=1e-9)


def test_sizes_are_even_on_a_scale_of_powers() -> None:
    assert growing_sizes(1, 1000, 4) == [1, 10, 100, 1000]
    assert growing_sizes(10, 10_000, 7) == [10, 32, 100, 316, 1000, 3162, 10_000]


def test_findings_add_up() -> None:
    ratio = Ratio("a", 1, 2, at_least=True, text="t")
    series = GrowthSeries("s", "bots", ((1.0, 0.1), (10.0, 1.0)))
    found = Findings([ratio])
    found.add(Findings(series=[series], notes=["left out"]))
    told = found.as_json()
    assert set(told["ratios"]["a"]) == {"value", "goal", "at_least", "ok", "text"}
    assert told["series"]["s"]["exponent"] == pytest.approx(1)
    assert told["notes"] == ["left out"]


def test_the_picture_shows_every_point() -> None:
    series = [
        GrowthSeries("matches & more", "matches", ((10.0, 0.02), (100.0, 0.2), (1000.0, 2.1))),
        GrowthSeries("bots", "bots", ((1.0, 0.4), (100.0, 3.0))),
    ]
    root = ElementTree.fromstring(draw(series))
    name = "{http://www.w3.org/2000/svg}"
    circles = list(root.iter(f"{name}circle"))
    assert len(circles) == 5
    assert all(0 <= float(each.get("cx", "-1")) <= 820 for each in circles)
    assert all(0 <= float(each.get("cy", "-1")) <= 470 for each in circles)
    heights = [float(each.get("cy", "")) for each in circles[:3]]
    assert heights == sorted(heights, reverse=True), "longer times stand higher"
    texts = [each.text or "" for each in root.iter(f"{name}text")]
    assert "matches & more" in texts
    assert f"against bots: exponent {series[1].exponent:.2f}" in texts
