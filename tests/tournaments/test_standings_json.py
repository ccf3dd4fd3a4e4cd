"""A table as JSON: every key, plain and rounded."""

import json
from dataclasses import replace

import pytest

from tests.tournaments.played_matches import TRIO, table_of_a_duel
from tests.tournaments.rated import rating_of
from tournaments.ratings.standings import StandingsTable, as_json, plain
from tournaments.ratings.tabulate import tabulate


@pytest.fixture
def duel() -> StandingsTable:
    return table_of_a_duel()


def test_the_json_is_plain_and_rounded(duel: StandingsTable) -> None:
    made = as_json(duel)
    assert json.loads(json.dumps(made, allow_nan=False)) == made
    lines, line = made["standings"], duel.standings[0]
    rating = rating_of(line)
    assert isinstance(lines, list)
    assert lines[0] == {
        "rank": 1,
        "rank_range": [1, 2],
        "entrant": "ann",
        "mu": round(rating.mu, 6),
        "sigma": round(rating.sigma, 6),
        "low": round(rating.mu - 3 * rating.sigma, 6),
        "matches": 4,
        "wins": 2,
        "draws": 1,
        "losses": 1,
        "points_share": 0.625,
        "share_interval": [0.0, 1.0],
        "expected_share": None,
        "fair_share": 0.5,
        "mean_points": 10.5,
        "points_interval": [7.0, 14.0],
        "perfect_share": None,
        "perfect_interval": None,
        "faults": {"crashed": 1, "illegal": 1},
        "better_than_next": round(line.better_than_next or 0, 6),
        "withdrawn": False,
    }
    assert made["cross"] == {
        "ann": {
            "bob": {
                "matches": 4,
                "wins": 2,
                "draws": 1,
                "losses": 1,
                "points_share": 0.625,
                "share_interval": [0.0, 1.0],
                "mean_points": 10.5,
                "blocks": [0, 1, 0, 0, 1],
            }
        },
        "bob": {"ann": plain(duel.cross["bob", "ann"])},
    }
    rest = {key: value for key, value in made.items() if key not in ("standings", "cross")}
    assert rest == {
        "partners": {},
        "seats": [0.375, 0.625],
        "seat_intervals": [[0.0, 0.75], [0.25, 1.0]],
        "blocks": 2,
        "partial_blocks": 1,
        "matches": 4,
        "repeated": 0,
        "balance": {"met": [2, 2], "held": [2, 2]},
        "duplicates": {"times": 0.555556, "interval": [0.526316, None]},
        "covariance": plain(duel.covariance),
        "draw_probability": 0.166667,
        "sweeps": duel.sweeps,
        "last_change": round(duel.last_change, 6),
        "connected": True,
    }


def test_no_negative_zero_in_json() -> None:
    made = replace(tabulate(TRIO, []), last_change=-1e-9)
    assert str(as_json(made)["last_change"]) == "0.0"
