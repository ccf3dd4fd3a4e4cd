"""Columns show what a table knows, and stay away when it does not."""

from typing import Any

from tournaments.present.columns import on_a_page
from tournaments.present.html.section import by_seat
from tournaments.ratings.standings import Standing

BARE: dict[str, Any] = {
    "rank": 1,
    "rank_range": None,
    "fair_share": None,
    "entrant": "ann",
    "mu": 26.5,
    "sigma": 1.0,
    "low": 23.5,
    "better_than_next": None,
    "matches": 4,
    "wins": 3,
    "draws": 0,
    "losses": 1,
    "points_share": 0.75,
    "share_interval": None,
    "mean_points": 5.25,
    "points_interval": None,
    "perfect_share": None,
    "perfect_interval": None,
    "faults": {"late": 2, "crashed": 1},
    "withdrawn": False,
}
FULL = BARE | {
    "rank_range": [1, 3],
    "share_interval": [0.5, 0.9],
    "points_interval": [4.0, 6.0],
    "perfect_share": 0.25,
    "perfect_interval": [0.1, 0.5],
    "better_than_next": 0.987,
}


def shown(values: dict[str, Any]) -> dict[str, str]:
    standing = Standing(**values)
    return {each.head: each.text(standing) for each in on_a_page([standing])}


def test_what_is_known_is_shown() -> None:
    assert shown(FULL) == {
        "ranks": "1\u20133",
        "rating ± 95 %": "26.50 ± 1.96",
        "sigma": "1.00",
        "low": "23.50",
        "> next": "98.7 %",
        "matches": "4",
        "W-D-L": "3-0-1",
        "share %, 95 %": "75.0 [50.0, 90.0]",
        "points": "5.2 [4.0, 6.0]",
        "won %, 95 %": "25.0 [10.0, 50.0]",
        "faults": "2 late, 1 crashed",
    }


def test_columns_without_anything_to_show_are_left_out() -> None:
    found = shown(BARE)
    missing = set(shown(FULL | {"fair_share": 0.5})) - set(found)
    assert missing == {"ranks", "> next", "without forfeits", "won %, 95 %"}
    assert (found["share %, 95 %"], found["points"]) == ("75.0", "5.2")


def test_seats_have_intervals_where_they_are_known() -> None:
    assert by_seat({"seats": [0.6, 0.4]}) == [{"share": 0.6}, {"share": 0.4}]
    table = {"seats": [0.6, 0.4], "seat_intervals": [[0.5, 0.7], None]}
    assert by_seat(table) == [{"share": 0.6, "low": 0.5, "high": 0.7}, {"share": 0.4}]
    assert by_seat({"seats": []}) == []
