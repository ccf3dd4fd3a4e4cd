"""Columns show what a table knows, and stay away when it does not."""

from dataclasses import replace
from typing import Any

from tournaments.present.columns import ALWAYS_SHOWN, all_columns, page_columns, usual_columns
from tournaments.present.pair_texts import shares_by_seat
from tournaments.ratings.standings import Standing
from tournaments.ratings.tabulate import tabulate

BARE: dict[str, Any] = {
    "rank": 1,
    "rank_range": None,
    "expected_share": None,
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
    return {each.head: each.text(standing) for each in page_columns([standing])}


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
        "perfect %, 95 %": "25.0 [10.0, 50.0]",
        "faults": "2 late, 1 crashed",
    }


def test_columns_without_anything_to_show_are_left_out() -> None:
    found = shown(BARE)
    missing = set(shown(FULL | {"fair_share": 0.5})) - set(found)
    assert missing == {"ranks", "> next", "without forfeits", "perfect %, 95 %"}
    assert (found["share %, 95 %"], found["points"]) == ("75.0", "5.2")


def test_where_there_are_no_ratings_their_columns_are_left_out() -> None:
    rating = ("rank", "rank_range", "mu", "sigma", "low", "better_than_next")
    standing = Standing(**FULL | dict.fromkeys(rating))
    heads = [column.head for column in all_columns([standing])]
    assert heads[:3] == ["bot", "matches", "W-D-L"]
    assert [column.head for column in usual_columns([standing], has_teams=False)][:2] == heads[:2]


def test_columns_that_can_go_have_an_order() -> None:
    """Otherwise their places would decide which of two equally important ones is left out first."""
    standing = Standing(**FULL | {"fair_share": 0.5})
    for has_teams in (False, True):
        columns = usual_columns([standing], has_teams=has_teams)
        ranks = [column.importance for column in columns if column.importance != ALWAYS_SHOWN]
        assert len(ranks) == len(set(ranks))
    with_teams = usual_columns([standing], has_teams=True)
    heads = [column.head for column in sorted(with_teams, key=lambda column: column.importance)]
    gone = ["matches", "sigma", "without forfeits", "perfect %", "low", "> next", "ranks"]
    assert heads[:8] == [*gone, "points, 95 %"]


def test_seats_have_intervals_where_they_are_known() -> None:
    table = replace(tabulate(["ann", "bob"], []), seats=(0.6, 0.4))
    known = replace(table, seat_intervals=((0.5, 0.7), None))
    assert shares_by_seat(known) == [(0.6, (0.5, 0.7)), (0.4, None)]
