"""Measures of self-play for games that are unlike ours: other points, and no values at all."""

import pytest
from rich.console import Console

from referee.games.measure import Measure
from referee.games.outcome import Outcome
from referee.games.registry import make_game
from referee.testing.playing import Playing
from stych_devtools.selfplay.measures import measures_of
from stych_devtools.selfplay.screen import as_json, as_rich
from stych_devtools.selfplay.series import SelfPlay


def test_the_winner_is_first_by_place_even_where_fewer_points_are_better() -> None:
    [points] = (
        each for each in measures_of(make_game("fox", {})) if each.name == "points of the winner"
    )
    outcome = Outcome(points=(12, 3, 7), places=(3, 1, 2))
    assert points.compute(Playing(b"", (), 0, (), outcome)) == [3]


def test_a_measure_without_values_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    measures = (
        Measure("nothing", lambda _: []),
        Measure("no share", lambda _: [], share=True),
        Measure("no distribution", lambda _: [], values=range(2)),
    )
    monkeypatch.setattr("stych_devtools.selfplay.series.measures_of", lambda _: measures)
    series = SelfPlay(make_game("fox", {"target": 1}), "s")
    series.play(2)
    assert "NaN" not in as_json(series, "random")
    console = Console(width=200)
    with console.capture() as shown:
        console.print(as_rich(series, "random"))
    assert "nan" not in shown.get()
    assert "None" not in shown.get()
